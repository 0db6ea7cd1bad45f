import { defer, finalize, from, type Observable, switchMap } from 'rxjs'
import type { Frame } from '../model/frame.js'
import { plainMarket } from '../model/plain-market.js'
import type { Venue } from '../venues/venue.js'

type OpenVenue = Venue & { readonly close: () => void }

/** What reference feeds may use of a venue: see `FeedVenue`. */
interface HeardVenue {
  readonly market: (id: string) => Observable<Frame>
  readonly prices: ((feed: string) => Observable<string>) | null
}

/**
 * Offers a venue to feeds. `open` creates another instance: a venue knows markets by the indexes of one run, so each feed of another market gets a
 * venue of its own, which ends with it.
 */
export function feedVenue(venue: Pick<Venue, 'prices'>, open: () => Promise<OpenVenue>): HeardVenue {
  const prices = venue.prices?.bind(venue)
  return {
    market: id =>
      defer(() => from(open())).pipe(switchMap(other => other.feed([plainMarket(id)]).pipe(finalize(() => other.close())))),
    prices: prices === undefined ? null : feed => prices(feed),
  }
}
