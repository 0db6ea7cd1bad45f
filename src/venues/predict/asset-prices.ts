import type { Observable } from 'rxjs'
import { PRICE_TOPIC } from '../../protocol/read-asset-price.js'
import { VenueError } from '../venue-error.js'
import { eachOf } from '../wires/each-of.js'
import { type TopicsOptions, topics, VENUE } from './topics.js'

/** Messages of one of the venue's prices. Errors with a VenueError when the link ends, or if the venue has no such price. */
export const assetPrices = (options: Omit<TopicsOptions, 'topics' | 'onLeaving'>, feed: string): Observable<string> =>
  topics({ ...options, topics: [`${PRICE_TOPIC}/${feed}`] }).pipe(
    eachOf(event => {
      if (event.kind === 'refused')
        throw new VenueError(`the venue refused its price ${feed}: ${event.code}`, { venue: VENUE, retryable: true })
      return event.kind === 'text' ? [event.text] : []
    }),
  )
