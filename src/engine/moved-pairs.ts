import type { MarketIndex } from '../model/ids.js'
import type { Outcome, Wei } from '../model/money.js'
import type { PositionRecord } from './desk-state.js'
import type { CashRange } from './settling-cash.js'

/** What our books and the venue have of a wallet. */
export interface ComparedMoney {
  readonly ours: Wei
  readonly venue: Wei
  /** What the venue shows of each market. */
  readonly shares: ReadonlyMap<MarketIndex, Readonly<Record<Outcome, Wei>>>
  /** null: its shares cannot be compared now. */
  readonly positionOf: (market: MarketIndex) => Readonly<PositionRecord> | null
  /** Cash that the venue may have moved for unsettled fills. */
  readonly settling: CashRange
}

/**
 * Pairs of shares that a transaction made of cash or turned into cash, by market: above 0 made, below 0 turned into cash. They show as as many more or
 * fewer shares of both outcomes, and the opposite in cash. Empty if the cash does not show all of them.
 */
export function movedPairs({ ours, venue, shares, positionOf, settling }: ComparedMoney): ReadonlyMap<MarketIndex, bigint> {
  const moved = new Map<MarketIndex, bigint>()
  let cash = 0n
  for (const [market, held] of shares) {
    const position = positionOf(market)
    if (position === null) continue
    const pairs = common(held.yes - position.yes.shares, held.no - position.no.shares)
    if (pairs === 0n) continue
    moved.set(market, pairs)
    cash -= pairs
  }
  const shown = venue - ours - (cash > 0n ? settling.least : settling.most)
  return common(cash, shown) === cash ? moved : new Map()
}

/** What two changes have in common: the smaller one, 0 if they have different signs. */
function common(one: bigint, other: bigint): bigint {
  if (one > 0n && other > 0n) return one < other ? one : other
  if (one < 0n && other < 0n) return one > other ? one : other
  return 0n
}
