import { otherLane } from './amounts.js'
import { fillCrossed } from './crowd-fills.js'
import { type Lane, ONE } from './matching.js'
import { rest, unrest } from './orders.js'
import { take } from './place-order.js'
import type { MarketState, Working, World } from './world.js'

/**
 * Matches what crossed while nothing matched. First the recorded crowd fills the orders that its levels reach, best level first. Then all orders
 * that cross another leave the book and are placed again in the order of acceptance, without a taker delay: each takes from those before it, at
 * their prices, and rests with what is left. So the older order is always the maker.
 */
export function reopenBook(world: World, market: MarketState): void {
  for (const lane of [0, 1] as const) meetCrowd(world, market, lane)
  const best = [market.book.best(0), market.book.best(1)] as const
  if (best[0] === 0 || best[1] === 0 || best[0] + best[1] < ONE) return
  const crossing = ([0, 1] as const).flatMap(lane => restingFrom(market, lane, ONE - best[otherLane(lane)]))
  crossing.sort((a, b) => a.order.id - b.order.id)
  for (const working of crossing) {
    market.book.remove(working.handle)
    unrest(working)
  }
  for (const working of crossing) enterAgain(world, working)
}

function meetCrowd(world: World, market: MarketState, lane: Lane): void {
  const { crowd } = market
  if (crowd === null) return
  const opposite = otherLane(lane)
  for (let price = crowd.best(lane); price > 0 && market.book.best(opposite) >= ONE - price; price = crowd.below(lane, price))
    fillCrossed(world, market, { lane, price })
}

const restingFrom = (market: MarketState, lane: Lane, least: number): Working[] => {
  const found: Working[] = []
  for (let price = market.book.best(lane); price > 0 && price >= least; price = market.book.below(lane, price))
    for (let handle = market.book.first(lane, price); handle !== 0; handle = market.book.after(handle))
      found.push(market.resting[handle]!)
  return found
}

function enterAgain(world: World, working: Working): void {
  const isMet = working.market.book.best(otherLane(working.lane)) >= ONE - working.price
  if (isMet) take(world, working)
  else rest(world, working)
}
