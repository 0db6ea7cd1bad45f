import { type BookSide, type Level, Price, Size } from '../../model/money.js'
import { type Lane, ONE } from './matching.js'
import type { MarketState } from './world.js'

/** The best price of a lane, of orders and recorded crowd together; 0: empty. */
export function bestOf(market: MarketState, lane: Lane): number {
  const own = market.book.best(lane)
  return market.crowd === null ? own : Math.max(own, market.crowd.best(lane))
}

/** Levels of one side in YES prices, best first. */
export function levelsOf(market: MarketState, side: BookSide, count: number): Level[] {
  const lane = side === 'bid' ? 0 : 1
  const levels: Level[] = []
  for (let price = bestOf(market, lane); price > 0 && levels.length < count; price = nextBelow(market, lane, price)) {
    const size = market.book.sizeAt(lane, price) + (market.crowd?.sizeAt(lane, price) ?? 0)
    levels.push({ price: Price.of(lane === 0 ? price : ONE - price), size: Size.of(size) })
  }
  return levels
}

const nextBelow = (market: MarketState, lane: Lane, price: number): number =>
  Math.max(market.book.below(lane, price), market.crowd?.below(lane, price) ?? 0)
