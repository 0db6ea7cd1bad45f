import type { MarketId } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Approvals } from '../../venues/approvals.js'
import type { ReadyOptions } from './expect-ready.js'

/** Which markets that would join a run lack an approval, each with the command that gives it. undefined: the venue needs no approvals. */
export function lackingApprovals({
  venue,
  wallet,
  file,
}: Pick<ReadyOptions, 'venue' | 'wallet' | 'file'>):
  | ((markets: readonly Market[]) => Promise<ReadonlyMap<MarketId, string>>)
  | undefined {
  const open = venue.approvals?.bind(venue)
  if (open === undefined) return undefined
  let approvals: Promise<Approvals> | null = null
  const help = `"oddsmith approve ${file}" gives the approvals, with --all those of every kind of market`
  return async markets => {
    approvals ??= open(wallet)
    const lacking = await (await approvals).lacking(markets)
    return new Map([...lacking].map(([market, what]) => [market, `${what}; ${help}`]))
  }
}
