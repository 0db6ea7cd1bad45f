import { Size } from '../../../model/money.js'
import type { Match } from '../../core/core-event.js'
import type { CrowdTrade } from '../log/watcher.js'
import { placeOf } from '../rows/book-row.js'

/** What everybody is told of a match: one trade for each level that it took from, best first. */
export const tradesOf = (match: Match): readonly CrowdTrade[] => {
  const trades = new Map<number, CrowdTrade>()
  for (const maker of match.makers) {
    const place = placeOf(maker)
    const size = Size.floorWei(maker.shares) + (trades.get(place.price)?.size ?? 0)
    trades.set(place.price, { at: match.at, market: match.market, ...place, size })
  }
  return [...trades.values()]
}

/** A trade as the stream carries it: price and size as JSON numbers in YES terms, `side` the one that was hit. */
export const tradeRow = ({ market, price, size, side, at }: CrowdTrade): object => ({
  marketId: market,
  price: price / 10_000,
  size: size / 1_000_000,
  side: side === 'bid' ? 'Bid' : 'Ask',
  tsMs: Math.floor(at / 1_000),
})
