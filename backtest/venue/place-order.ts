import { otherLane } from '../../src/exchange/core/amounts.js'
import type { RefusalReason } from '../../src/exchange/core/command.js'
import { ONE } from '../../src/exchange/core/matching.js'
import type { Timestamp } from '../../src/model/time.js'
import type { AccountVenue } from './account-venue.js'
import { orderRefusal } from './order-check.js'
import { accept, end, rest, stopWaiting } from './orders.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/**
 * An order arrives; what is due by then happens before it, and what it makes due at once after it. Returns why it is refused; null: it is accepted.
 */
export function place(venue: AccountVenue, order: VenueOrder, at: Timestamp): RefusalReason | null {
  venue.runDue(at)
  const market = venue.markets[order.terms.market]
  const reason = market === undefined ? 'unknown-market' : orderRefusal(venue, market, order)
  if (market === undefined || reason !== null) {
    order.status = 'REFUSED'
    return reason
  }
  accept(venue, market, order)
  enter(venue, market, order)
  venue.runDue(venue.now)
  return null
}

/** An accepted order matches, waits for the taker delay, or rests. */
function enter(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const isTaker = isTaking(market, order)
  const { takerDelayUs = 0 } = venue.terms
  const isDelayed = isTaker && order.terms.style !== 'post-only' && takerDelayUs > 0
  if (isDelayed) order.lockedUntil = venue.now + takerDelayUs
  venue.ear.accepted(order, order.lockedUntil)
  if (!isTaker) rest(venue, market, order)
  else if (order.terms.style === 'post-only') end(venue, order, 'CANCELLED', 'post-only')
  else if (isDelayed) {
    market.waiting.push(order)
    venue.takeAt(order.lockedUntil, order)
  } else take(venue, market, order)
}

/** Lets a taker take what it can now; the rest rests or ends. */
export function take(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const { style, isMarket } = order.terms
  if (style === 'fill-or-kill' && !isFillable(market, order)) return end(venue, order, 'CANCELLED', 'no-match')
  const { taking } = venue
  const taken = taking.run(market, order)
  if (taking.metSelf) end(venue, order, 'CANCELLED', 'self-trade')
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

/** Removes an order from the book, if it rests and is not locked. */
export function remove(venue: AccountVenue, order: VenueOrder | null, at: Timestamp): 'removed' | 'noop' | 'rejected' {
  venue.runDue(at)
  if (order === null) return 'noop'
  if (!order.isResting) return order.lockedUntil !== 0 && order.status === 'OPEN' ? 'rejected' : 'noop'
  end(venue, order, 'CANCELLED', 'removed')
  return 'removed'
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
