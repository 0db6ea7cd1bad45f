import type { MarketIndex } from '../model/ids.js'
import type { Outcome, Wei } from '../model/money.js'
import { type Converted, conversionsIn } from './conversions.js'
import type { PositionRecord } from './desk-state.js'
import type { CashRange, ShareChange } from './settling-cash.js'

/** What our books and the venue have of a wallet. */
export interface ComparedMoney {
  readonly ours: Wei
  readonly venue: Wei
  /** What the venue shows of each market. */
  readonly shares: ReadonlyMap<MarketIndex, Readonly<Record<Outcome, Wei>>>
  /** Markets of one neg-risk group each. */
  readonly groups: readonly (readonly MarketIndex[])[]
  /** null: its shares cannot be compared now. */
  readonly positionOf: (market: MarketIndex) => Readonly<PositionRecord> | null
  /** Cash that the venue may have moved for unsettled fills. */
  readonly settling: CashRange
}

/** Shares that transactions moved. */
export interface MovedShares {
  /** Pairs by market: above 0 made of cash, below 0 turned into cash. */
  readonly pairs: ReadonlyMap<MarketIndex, bigint>
  readonly converted: readonly Converted[]
}

/**
 * Pairs of shares that a transaction made of cash or turned into cash, and conversions within groups. Pairs show as as many more or fewer shares of both
 * outcomes, and the opposite in cash. Empty if the cash cannot show all of them, whichever unsettled fills it contains.
 */
export function movedShares({ ours, venue, shares, groups, positionOf, settling }: ComparedMoney): MovedShares {
  const pairs = new Map<MarketIndex, bigint>()
  const rest = new Map<MarketIndex, ShareChange>()
  for (const [market, held] of shares) {
    const position = positionOf(market)
    if (position === null) continue
    const [yes, no] = [held.yes - position.yes.shares, held.no - position.no.shares]
    const both = common(yes, no)
    if (both !== 0n) pairs.set(market, both)
    rest.set(market, { yes: yes - both, no: no - both })
  }
  const changesOf = (group: readonly MarketIndex[]) =>
    new Map(group.flatMap(market => (rest.has(market) ? [[market, rest.get(market)!] as const] : [])))
  const converted = groups.flatMap(group => conversionsIn(changesOf(group)))
  let cash = 0n
  for (const count of pairs.values()) cash -= count
  for (const each of converted) cash += each.cash
  const shown = venue - ours - (cash > 0n ? settling.least : settling.most)
  return common(cash, shown) === cash ? { pairs, converted } : NOTHING_MOVED
}

/** Nothing that can be told. */
const NOTHING_MOVED: MovedShares = { pairs: new Map(), converted: [] }

/** What two changes have in common: the smaller one, 0 if they have different signs. */
function common(one: bigint, other: bigint): bigint {
  if (one > 0n && other > 0n) return one < other ? one : other
  if (one < 0n && other < 0n) return one > other ? one : other
  return 0n
}
