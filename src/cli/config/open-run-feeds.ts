import { type OpenFeeds, openFeeds } from '../../feeds/open-feeds.js'
import type { RunClock } from '../../model/time.js'
import { feedVenue } from '../../runtime/feed-venue.js'
import type { OpenVenue, VenueDefinition } from '../../venues/venue-definition.js'
import { systemWires } from '../../venues/wires/system-wires.js'
import type { LoadedFeed } from './load-feeds.js'
import { readVenue } from './run-decoders.js'

interface RunFeedsOptions {
  readonly feeds: readonly LoadedFeed[]
  readonly definition: VenueDefinition
  readonly venue: OpenVenue
  /** Opens another instance of the same venue. */
  readonly openAgain: () => Promise<OpenVenue>
  readonly clock: RunClock
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Creates the feeds of a run or a recorder with this computer's sockets and clock. */
export const openRunFeeds = ({ feeds, definition, venue, openAgain, clock, environment }: RunFeedsOptions): OpenFeeds =>
  openFeeds(feeds, {
    wires: systemWires(clock),
    environment,
    venue: { ...feedVenue(venue, openAgain), ...readVenue(definition) },
  })
