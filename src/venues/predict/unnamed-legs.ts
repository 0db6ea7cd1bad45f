import type { Fill } from '../../model/fill.js'
import type { WireMatchRow } from '../../protocol/wire.js'
import type { FillMemory } from './fill-memory.js'
import { type OwnLeg, ownLegs, settledFill } from './match-fills.js'
import type { AccountOptions } from './read-account.js'

/** What decides which fills are already known. */
export interface UnnamedContext {
  readonly account: AccountOptions
  readonly fills: Pick<FillMemory, 'unsettled'>
}

/** Our legs in matches without a settlement id that no event has reported: fills that cannot be booked yet, because they have no name. */
export function unnamedLegs(rows: readonly WireMatchRow[], { account, fills }: UnnamedContext): readonly OwnLeg[] {
  const legs = rows.flatMap(row => ownLegs(row, account))
  const settled = new Set(legs.map(leg => settledFill(leg, account)?.key))
  const told = new Map<string, number>()
  for (const { fill } of fills.unsettled()) {
    // A fill that settled in the meantime has a name in its row.
    if (settled.has(fill.key)) continue
    const name = matchKey(orderHashOf(fill), fill.shares)
    told.set(name, (told.get(name) ?? 0) + 1)
  }
  return legs.filter(leg => {
    if (leg.settlement !== null) return false
    const name = matchKey(leg.hash, leg.shares)
    const left = told.get(name) ?? 0
    told.set(name, left - 1)
    return left <= 0
  })
}

/** Until its settlement names it, a match can be identified only by order and amount. */
export const matchKey = (hash: string, shares: bigint): string => `${hash} ${shares}`

/** A fill's key is settlement, order hash and index. */
export const orderHashOf = (fill: Fill): string => fill.key.split(':').at(-2) ?? ''
