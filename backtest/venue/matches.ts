import { ownPrice } from '../../src/exchange/core/amounts.js'
import type { AccountVenue } from './account-venue.js'
import { holdNothing, unrest } from './orders.js'
import type { VenueMarket } from './venue-market.js'
import type { Fee } from './venue-match.js'
import type { VenueOrder } from './venue-order.js'

/**
 * Adds millionths of a resting order to the current match; the caller removes them from the book. What the order held for them now belongs to the
 * leg.
 */
export function fillMaker(venue: AccountVenue, market: VenueMarket, order: VenueOrder, size: number): void {
  const { side, bid } = order.terms
  const value = ownPrice(side, bid) * size
  const fee = market.terms.makerFee(order, size)
  takeOff(order, size, value, fee)
  if (order.remaining === 0) {
    unrest(market, order)
    // Releases what was held for rounding its fees.
    holdNothing(venue, market, order)
  }
  venue.matches.next.add(order, true, size, value, fee)
}

/** Removes the matched size, and what was held for it, from an order. */
export function takeOff(order: VenueOrder, size: number, value: number, fee: Fee): void {
  order.remaining -= size
  order.unsettled++
  if (!order.terms.isBuy) order.held -= size
  else {
    order.held -= value
    if (fee.in === 'cash' && fee.amount !== 0n) order.heldFees -= fee.amount
  }
}

/** Creates a match from the collected legs and schedules its settlement. */
export function recordMatch(venue: AccountVenue, market: VenueMarket): void {
  const id = ++venue.lastMatch
  const match = venue.matches.record(id, market.index, venue.now)
  venue.touch(market)
  venue.hasNews = true
  venue.listener.matched(match)
  const { settlementUs = 0 } = venue.terms
  venue.settleAt(venue.now + (typeof settlementUs === 'number' ? settlementUs : settlementUs(id)), match)
}
