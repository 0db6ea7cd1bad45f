import { type OpenFeeds, openFeeds } from '../../feeds/open-feeds.js'
import { thrownTexts } from '../../model/fault.js'
import type { RunClock } from '../../model/time.js'
import { feedVenue } from '../../runtime/feed-venue.js'
import { pluginFrame } from '../../runtime/plugin-frame.js'
import type { OpenVenue, VenueDefinition } from '../../venues/venue-definition.js'
import { systemWires } from '../../venues/wires/system-wires.js'
import type { LoadedFeed } from './load-feeds.js'
import { readVenue } from './read-venue.js'

interface RunFeedsOptions {
  readonly feeds: readonly LoadedFeed[]
  readonly definition: VenueDefinition
  readonly venue: OpenVenue
  /** Opens another instance of the same venue. */
  readonly openAgain: () => Promise<OpenVenue>
  readonly clock: RunClock
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: { readonly warn: (text: string) => void }
}

/** Creates the feeds of a run or a recorder with this computer's sockets and clock. */
export const openRunFeeds = ({ feeds, definition, venue, openAgain, clock, environment, log }: RunFeedsOptions): OpenFeeds =>
  openFeeds(feeds, {
    wires: systemWires(clock),
    environment,
    venue: { ...feedVenue(venue, openAgain), ...readVenue(definition) },
    onBad: (name, error, others) => log.warn(badMessageText(name, error, others)),
  })

function badMessageText(name: string, error: unknown, others: number): string {
  const { message, stack } = thrownTexts(error)
  const where = pluginFrame(stack)
  const count = others === 0 ? '' : `; ${others} others since the last such line`
  return `the feed ${name} could not read a message and ignored it: ${message}${where === null ? '' : ` (${where})`}${count}`
}
