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
    levels.push({ price: Price.of(lane === 0 ? price : ONE - price), size: Size.of(sizeAt(market, lane, price)) })
  }
  return levels
}

/** What rests on both sides, each share at its YES price, in 1e-10 dollars. Called after every change of a book, so it allocates no list. */
export function liquidityOf(market: MarketState): number {
  let value = 0
  for (let price = bestOf(market, 0); price > 0; price = nextBelow(market, 0, price)) value += price * sizeAt(market, 0, price)
  for (let price = bestOf(market, 1); price > 0; price = nextBelow(market, 1, price))
    value += (ONE - price) * sizeAt(market, 1, price)
  return value
}

const sizeAt = (market: MarketState, lane: Lane, price: number): number =>
  market.book.sizeAt(lane, price) + (market.crowd?.sizeAt(lane, price) ?? 0)

/** The next worse price of a lane; 0: none. */
export const nextBelow = (market: MarketState, lane: Lane, price: number): number =>
  Math.max(market.book.below(lane, price), market.crowd?.below(lane, price) ?? 0)
