import type { z } from 'zod'
import { type BookSide, inYesTerms, type Level, Price, Size, Wei } from '../../../model/money.js'
import type { orderbook } from '../../../protocol/api/schemas-market.js'
import type { Leg, Match } from '../../core/core-event.js'
import type { Reads } from '../read-models/reads.js'

/** A market's book as REST answers it. */
export type BookRow = z.input<typeof orderbook>
/** [price, size] as JSON numbers: a price has at most four decimals, a size six. */
export type LevelRow = BookRow['asks'][number]

/** The book of a market that exists. */
export const bookRow = (reads: Reads, market: number): BookRow => ({
  marketId: market,
  updateTimestampMs: Math.floor((reads.core.market(market)?.changedAt ?? 0) / 1_000),
  asks: levelRows(reads.core.levels(market, 'ask')),
  bids: levelRows(reads.core.levels(market, 'bid')),
  lastOrderSettled: lastSettledRow(reads, market),
})

/** The book as the stream pushes it: with its version, its number of orders, and its unsettled matches. */
export const bookPush = (reads: Reads, market: number): object => {
  const row = bookRow(reads, market)
  const pending = reads.core.pending(market)
  return {
    version: 1,
    marketId: row.marketId,
    updateTimestampMs: row.updateTimestampMs,
    orderCount: reads.core.market(market)?.restingOrders ?? 0,
    asks: row.asks,
    bids: row.bids,
    settlementsPending: { asks: pendingLevels(pending, 'ask'), bids: pendingLevels(pending, 'bid') },
    lastOrderSettled: row.lastOrderSettled,
  }
}

const levelRows = (levels: readonly Level[]): LevelRow[] => levels.map(level => [level.price / 10_000, level.size / 1_000_000])

const pendingLevels = (matches: readonly Match[], side: BookSide): LevelRow[] => {
  const sizes = new Map<number, number>()
  for (const match of matches)
    for (const maker of match.makers) {
      const place = restedAt(maker)
      if (place.side === side) sizes.set(place.price, (sizes.get(place.price) ?? 0) + Size.floorWei(maker.shares))
    }
  const rows = [...sizes].sort(([a], [b]) => (side === 'ask' ? a - b : b - a))
  return rows.map(([price, size]) => [price / 10_000, size / 1_000_000])
}

/** The side and price at which a maker rested, in YES terms. */
export const restedAt = (maker: Leg): { side: BookSide; price: Price } => {
  const { outcome, side, limit } = maker.order.spec
  return inYesTerms({ outcome, side, price: Price.of(Number(limit / 100_000_000_000_000n)) })
}

/** The venue cuts this price to two decimals on every market, so clients can use it only to notice a settlement. */
const lastSettledRow = (reads: Reads, market: number): BookRow['lastOrderSettled'] => {
  const last = reads.markets.tape.lastSettled(market)
  if (last === null) return null
  return {
    id: String(last.order),
    price: (Math.floor((Wei.toNumber(last.value) / Wei.toNumber(last.shares)) * 100 + 1e-9) / 100).toFixed(2),
    kind: last.strategy,
    marketId: market,
    side: last.side === 'buy' ? 'Bid' : 'Ask',
    outcome: last.outcome === 'yes' ? 'Yes' : 'No',
  }
}
