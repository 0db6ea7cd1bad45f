import { ONE } from '../../src/exchange/core/matching.js'
import type { RestingQuote, RestingQuotes } from '../rewards.js'
import type { AccountVenue } from './account-venue.js'
import { restingFrom } from './reopen-book.js'
import type { VenueOrder } from './venue-order.js'

/** An account's resting orders in the form that rewards need. */
export const restingQuotes = ({ orders, markets }: AccountVenue): RestingQuotes => ({
  get hasAny() {
    return orders.count > 0
  },
  of: market => {
    const resting = [...restingFrom(markets[market]!, 0, 1), ...restingFrom(markets[market]!, 1, 1)]
    return resting.sort((a, b) => a.id - b.id).map(quoteOf)
  },
})

const quoteOf = ({ terms: { lane, bid }, remaining }: VenueOrder): RestingQuote => ({
  side: lane === 0 ? 'bid' : 'ask',
  price: lane === 0 ? bid : ONE - bid,
  size: remaining,
})
