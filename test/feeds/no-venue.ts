import { EMPTY } from 'rxjs'
import type { FeedVenue, ReadVenue } from '../../src/feeds/feed-definition.js'

/** The venue of a run whose feeds ask nothing of it. */
export const NO_VENUE: FeedVenue & ReadVenue = {
  market: () => EMPTY,
  prices: null,
  decoder: () => ({ decode: () => [] }),
  readPrice: null,
}
