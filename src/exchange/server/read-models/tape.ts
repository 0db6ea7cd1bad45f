import type { Outcome, Side, Wei } from '../../../model/money.js'
import type { OrderSpec } from '../../core/command.js'
import type { CoreEvent, Leg, Match } from '../../core/core-event.js'
import type { Watcher } from '../log/watcher.js'

/** The newest settled match of a market, from its taker's side; for a print of the recorded crowd, from its maker's. */
export interface LastSettled {
  readonly order: number
  readonly strategy: OrderSpec['strategy']
  readonly side: Side
  readonly outcome: Outcome
  readonly shares: Wei
  readonly value: Wei
}

/** What answers need and the core does not keep: the last settled order of each market, and which accounts were funded. */
export interface Tape extends Watcher {
  lastSettled(market: number): LastSettled | null
  /** Whether an account was ever given money. */
  isFunded(account: string): boolean
}

/** What a snapshot holds of the tape. */
interface Saved {
  readonly settled: ReadonlyMap<number, LastSettled>
  readonly funded: ReadonlySet<string>
}

/** An empty tape; it is filled by entries and events. */
export const createTape = (): Tape => {
  const settled = new Map<number, LastSettled>()
  const funded = new Set<string>()
  const settle = (match: Match): void => {
    const leg = match.taker ?? match.makers[0]
    if (leg === undefined) return
    const { order, side, outcome, shares, value } = leg
    settled.set(match.market, { order: order.id, strategy: order.spec.strategy, side, outcome, shares, value })
  }
  return {
    enter: entry => {
      if (entry.command.kind === 'fund') funded.add(entry.command.account)
    },
    see: (event: CoreEvent) => {
      if (event.kind === 'settled') settle(event.match)
    },
    memory: {
      name: 'tape',
      save: (): Saved => ({ settled, funded }),
      load: saved => {
        const known = saved as Saved
        for (const [market, last] of known.settled) settled.set(market, last)
        for (const account of known.funded) funded.add(account)
      },
    },
    lastSettled: market => settled.get(market) ?? null,
    isFunded: account => funded.has(account),
  }
}

/** All legs of a match: the taker's, where it has one, and the makers'. */
export const legsOf = (match: Match): readonly Leg[] => (match.taker === null ? match.makers : [match.taker, ...match.makers])

/** Wallets are addresses. Accounts that begin with `crowd` trade without keys, and `fees` holds collected fees. */
export const isWallet = (account: string): boolean => account.startsWith('0x')
