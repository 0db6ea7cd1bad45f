import type { CoreOrderStatus } from '../../src/exchange/core/core-event.js'
import type { AccountVenue } from './account-venue.js'
import type { EndReason } from './venue-listener.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/** Accepts an order: its cash or shares are held, its expiry is queued. It does not rest yet. */
export function accept(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const { terms } = order
  order.id = ++venue.lastOrder
  order.status = 'OPEN'
  order.remaining = terms.size
  holdFor(venue, order, neededBy(order))
  if (market.terms.mayHoldFees(terms)) holdFees(venue, order, market.terms.feesNeeded(order))
  venue.expireAt(order)
}

/** What an unmatched order holds, beside its fees: products for a buy, millionths for a sell. */
export const neededBy = ({ terms }: VenueOrder): number => (terms.isBuy ? terms.budget : terms.size)

/** Puts the unmatched part into the book. */
export function rest(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  const { lane, bid } = order.terms
  const handle = market.book.add(lane, bid, order.remaining)
  order.handle = handle
  market.resting[handle] = order
  market.crowd.join(handle, lane, bid, venue.model)
  venue.touch(market)
}

/** Clears where an order rested, after its last share left the book. */
export function unrest(market: VenueMarket, order: VenueOrder): void {
  market.resting[order.handle] = undefined
  order.handle = 0
}

/** Ends an order: it leaves the book, what its unmatched part held is released, its matches still settle. */
export function end(venue: AccountVenue, order: VenueOrder, status: Exclude<CoreOrderStatus, 'OPEN'>, why: EndReason): void {
  const market = venue.markets[order.terms.market]!
  if (order.handle !== 0) {
    market.book.remove(order.handle)
    unrest(market, order)
    venue.touch(market)
  }
  if (order.lockedUntil !== 0) stopWaiting(market, order)
  holdNothing(venue, market, order)
  order.status = status
  venue.hasNews = true
  venue.listener.ended(order, status, why)
  forgetIfDone(venue, order)
}

/** Ends its taker delay. */
export function stopWaiting({ waiting }: VenueMarket, order: VenueOrder): void {
  const place = waiting.indexOf(order)
  if (place >= 0) waiting.splice(place, 1)
}

/** Makes an order hold this much for its unmatched part. */
function holdFor(venue: AccountVenue, order: VenueOrder, amount: number): void {
  const change = amount - order.held
  if (change === 0) return
  order.held = amount
  const { market, outcome, isBuy } = order.terms
  if (isBuy) venue.ledger.reserveCash(change)
  else venue.ledger.reserveShares(market, outcome, change)
}

/** The same for the fees of a buy, in wei. */
function holdFees(venue: AccountVenue, order: VenueOrder, amount: bigint): void {
  venue.ledger.reserveCashWei(amount - order.heldFees)
  order.heldFees = amount
}

/** What a limit's unmatched part holds beside its fees: exact, because limit and size are on their grids. */
export const heldBy = ({ terms, remaining }: VenueOrder): number => (terms.isBuy ? terms.bid * remaining : remaining)

/** Holds what the unmatched part of a limit needs. */
export function holdRest(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  holdFor(venue, order, heldBy(order))
  if (market.terms.holdsFees) holdFees(venue, order, market.terms.feesHeldBy(order))
}

/** Releases what an order holds. */
export function holdNothing(venue: AccountVenue, market: VenueMarket, order: VenueOrder): void {
  holdFor(venue, order, 0)
  if (market.terms.mayHoldFees(order.terms)) holdFees(venue, order, 0n)
}

/** Frees an order's row if it is neither open nor unsettled. */
export function forgetIfDone(venue: AccountVenue, order: VenueOrder): void {
  if (order.isOver) venue.orders.release(order)
}
