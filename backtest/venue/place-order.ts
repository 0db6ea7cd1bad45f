import type { RefusalReason } from '../../src/exchange/core/command.js'
import type { Timestamp } from '../../src/model/time.js'
import type { AccountVenue } from './account-venue.js'
import { orderRefusal } from './order-check.js'
import { accept, end, rest } from './orders.js'
import { runDue } from './run-due.js'
import { isTaking, take } from './taking.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/**
 * An order arrives; what is due by then happens before it, and what it makes due at once after it. Returns why it is refused; null: it is accepted.
 */
export function place(venue: AccountVenue, order: VenueOrder, at: Timestamp): RefusalReason | null {
  runDue(venue, at)
  const market = venue.markets[order.terms.market]
  const reason = market === undefined ? 'unknown-market' : orderRefusal(venue, market, order)
  if (market === undefined || reason !== null) {
    order.status = 'REFUSED'
    return reason
  }
  accept(venue, market, order)
  enter(venue, market, order)
  runDue(venue, venue.now)
  return null
}

/** An accepted order matches, waits for the taker delay, or rests. */
function enter(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const isTaker = isTaking(market, order)
  const { takerDelayUs = 0 } = venue.terms
  const isDelayed = isTaker && order.terms.style !== 'post-only' && takerDelayUs > 0
  if (isDelayed) order.lockedUntil = venue.now + takerDelayUs
  venue.listener.accepted(order, order.lockedUntil)
  if (!isTaker) rest(venue, market, order)
  else if (order.terms.style === 'post-only') end(venue, order, 'CANCELLED', 'post-only')
  else if (isDelayed) {
    market.waiting.push(order)
    venue.takeAt(order.lockedUntil, order)
  } else take(venue, market, order)
}

/** Removes an order from the book, if it rests and is not locked. */
export function remove(venue: AccountVenue, order: VenueOrder | null, at: Timestamp): 'removed' | 'noop' | 'rejected' {
  runDue(venue, at)
  if (order === null) return 'noop'
  if (!order.isResting) return order.lockedUntil !== 0 && order.status === 'OPEN' ? 'rejected' : 'noop'
  end(venue, order, 'CANCELLED', 'removed')
  return 'removed'
}
