import { otherLane } from '../../src/exchange/core/amounts.js'
import { type Lane, ONE } from '../../src/exchange/core/matching.js'
import type { AccountVenue } from './account-venue.js'
import { rest, unrest } from './orders.js'
import { QueuedOrders } from './queued-orders.js'
import { take } from './taking.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/**
 * Matches orders that crossed while matching was off. First the recorded crowd fills the orders that its levels reach, best level first. Then every
 * order that crosses another leaves the book, and they enter again one by one in the order of their acceptance, without a taker delay.
 */
export function reopenBook(venue: AccountVenue, market: VenueMarket): void {
  const orders = new QueuedOrders(venue, market)
  meetCrowd(market, orders, 0)
  meetCrowd(market, orders, 1)
  const { book } = market
  const best = [book.best(0), book.best(1)] as const
  if (best[0] === 0 || best[1] === 0 || best[0] + best[1] < ONE) return
  const crossing = [...restingFrom(market, 0, ONE - best[1]), ...restingFrom(market, 1, ONE - best[0])]
  crossing.sort((a, b) => a.id - b.id)
  for (const order of crossing) {
    book.remove(order.handle)
    unrest(market, order)
  }
  for (const order of crossing) {
    const isMet = book.best(otherLane(order.terms.lane)) >= ONE - order.terms.bid
    if (isMet) take(venue, market, order)
    else rest(venue, market, order)
  }
}

function meetCrowd({ crowd, book }: VenueMarket, orders: QueuedOrders, lane: Lane): void {
  const opposite = otherLane(lane)
  for (let price = crowd.best(lane); price > 0 && book.best(opposite) >= ONE - price; price = crowd.below(lane, price))
    orders.cross(lane, price)
}

/** The orders of a lane down to a price, best first and by time. */
export function restingFrom({ book, resting }: VenueMarket, lane: Lane, least: number): VenueOrder[] {
  const found: VenueOrder[] = []
  for (let price = book.best(lane); price > 0 && price >= least; price = book.below(lane, price))
    for (let handle = book.first(lane, price); handle !== 0; handle = book.after(handle)) found.push(resting[handle]!)
  return found
}
