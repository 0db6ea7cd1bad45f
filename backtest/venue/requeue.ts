import type { AccountVenue } from './account-venue.js'
import { end, heldBy, holdRest, rest } from './orders.js'
import { isTaking, take } from './taking.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/**
 * Returns `size` millionths to an open order whose settlement failed by another's fault. A limit that still rests keeps its place; otherwise the size
 * enters again as if it arrived now, at the end of the queue of its price and without a taker delay. What cannot enter again ends.
 */
export function requeue(venue: AccountVenue, market: VenueMarket, order: VenueOrder, size: number): void {
  const { terms } = order
  if (terms.isMarket) return end(venue, order, 'CANCELLED', 'settlement-failed')
  if (terms.expiresAt <= venue.now) return end(venue, order, 'EXPIRED', 'expired')
  if (market.trading === 'CLOSED') return end(venue, order, 'CANCELLED', 'market-closed')
  order.remaining += size
  // A taker held cash for the better prices of its makers; its own limit may need more than is left.
  if (!canHold(venue, market, order)) return end(venue, order, 'CANCELLED', 'balance')
  holdRest(venue, market, order)
  if (order.handle !== 0) {
    market.book.enlarge(order.handle, size)
    venue.touch(market)
  } else if (!isTaking(market, order) || market.trading !== 'OPEN') rest(venue, market, order)
  else if (terms.style === 'post-only') end(venue, order, 'CANCELLED', 'post-only')
  else take(venue, market, order)
}

function canHold({ ledger }: AccountVenue, market: VenueMarket, order: VenueOrder): boolean {
  const { isBuy, outcome } = order.terms
  const more = heldBy(order) - order.held
  if (!isBuy) return ledger.hasShares(market.index, outcome, more)
  return ledger.hasCash(more, market.terms.holdsFees ? market.terms.feesHeldBy(order) - order.heldFees : 0n)
}
