import type { RefusalReason } from '../../src/exchange/core/command.js'
import { ONE } from '../../src/exchange/core/matching.js'
import { SIZE_MAX } from '../../src/exchange/core/order-check.js'
import { grid } from '../../src/model/grid.js'
import type { AccountVenue } from './account-venue.js'
import { neededBy } from './orders.js'
import type { VenueMarket } from './venue-market.js'
import type { OrderTerms, VenueOrder } from './venue-order.js'

/** Why an order is refused, or null: its form, its least value, its expiry, the market's trading, then the account's funds. */
export function orderRefusal(venue: AccountVenue, market: VenueMarket, order: VenueOrder): RefusalReason | null {
  const { terms } = order
  return (
    formRefusal(market, terms) ??
    (isWorthIt(market, terms) ? null : 'value-too-small') ??
    (terms.expiresAt <= venue.now ? 'expired' : null) ??
    (market.trading === 'OPEN' ? null : 'not-trading') ??
    fundsRefusal(venue, market, order)
  )
}

function formRefusal(market: VenueMarket, terms: OrderTerms): RefusalReason | null {
  const { price, size, isMarket, isBuy } = terms
  if (size <= 0 || price <= 0) return 'zero'
  // A market order's limit, widened by its slippage, may reach 1 USDT a share. No order rests above that.
  if (price > ONE || (price === ONE && !isMarket)) return 'price-out-of-range'
  const { ticks, sizeStep } = market.terms
  if (!isMarket && price % (ticks === undefined ? market.tick : tickAt(market, price)) !== 0) return 'off-tick'
  if (size > SIZE_MAX) return 'invalid-decimal'
  return size % sizeStep !== 0 && !(isMarket && isBuy) ? 'invalid-decimal' : null
}

const tickAt = ({ tick, terms: { ticks } }: VenueMarket, price: number): number =>
  grid.tickAt(price, { tick, ticks } as Parameters<typeof grid.tickAt>[1])

/** Whether a well-formed order has the least value and size. */
function isWorthIt(market: VenueMarket, terms: OrderTerms): boolean {
  const { minValue, minWholeValue, minSize } = market.terms
  const { price, size, isMarket, isBuy } = terms
  if (size < minSize && !(isMarket && isBuy)) return false
  if (!isMarket) return price * size >= minValue
  if (price * size >= minWholeValue) return true
  if (isBuy) return false
  // A market sell without a price is signed at the lowest price: its value is what the best bid pays.
  return market.best(terms.lane === 0 ? 1 : 0) * size >= minWholeValue
}

function fundsRefusal({ ledger }: AccountVenue, market: VenueMarket, order: VenueOrder): RefusalReason | null {
  const { terms } = order
  if (!terms.isBuy) return ledger.hasShares(terms.market, terms.outcome, terms.size) ? null : 'shares-balance'
  const fees = market.terms.mayHoldFees(terms) ? market.terms.feesNeeded(order) : 0n
  return ledger.hasCash(neededBy(order), fees) ? null : 'cash-balance'
}
