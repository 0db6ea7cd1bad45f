import { otherLane } from '../../src/exchange/core/amounts.js'
import { ONE } from '../../src/exchange/core/matching.js'
import type { AccountVenue } from './account-venue.js'
import { LiquidityTaker } from './liquidity-taker.js'
import { end, rest, stopWaiting } from './orders.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/** Lets a taker take what it can now; the rest rests or ends. */
export function take(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const { style, isMarket } = order.terms
  if (style === 'fill-or-kill' && !isFillable(market, order)) return end(venue, order, 'CANCELLED', 'no-match')
  const taker = new LiquidityTaker(venue, market, order)
  const taken = taker.run()
  if (taker.metSelf) end(venue, order, 'CANCELLED', 'self-trade')
  else if (!isMarket) {
    if (order.remaining > 0) rest(venue, market, order)
  } else if (taken === 0) end(venue, order, 'CANCELLED', 'no-match')
}

/** A taker's delay is over. */
export function takeDelayed(venue: AccountVenue, order: VenueOrder): void {
  const market = venue.markets[order.terms.market]!
  stopWaiting(market, order)
  order.lockedUntil = 0
  if (market.trading === 'OPEN') take(venue, market, order)
  else end(venue, order, 'CANCELLED', 'market-closed')
}

/** Whether an order would match at once, or can do nothing but match. */
export const isTaking = (market: VenueMarket, { terms }: VenueOrder): boolean =>
  terms.isMarket || market.best(otherLane(terms.lane)) >= ONE - terms.bid

/** Whether the crowd has all that a fill-or-kill order wants, or all that its budget buys; our own orders give way to it. */
function isFillable(market: VenueMarket, { terms, remaining }: VenueOrder): boolean {
  const lane = otherLane(terms.lane)
  let left = remaining
  let { budget } = terms
  for (let price = market.crowd.best(lane); price > 0 && price >= ONE - terms.bid; price = market.crowd.below(lane, price)) {
    const offered = Math.min(left, market.crowd.sizeAt(lane, price))
    const size = terms.isBuy ? Math.min(offered, Math.floor(budget / (ONE - price))) : offered
    if (size < offered) return true
    budget -= size * (ONE - price)
    left -= size
    if (left === 0) return true
  }
  return false
}
