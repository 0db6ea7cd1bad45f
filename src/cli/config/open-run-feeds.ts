import { type OpenFeeds, openFeeds } from '../../feeds/open-feeds.js'
import { thrownTexts } from '../../model/fault.js'
import { createOnceAMinute } from '../../model/once-a-minute.js'
import type { RunClock } from '../../model/time.js'
import { feedVenue } from '../../runtime/feed-venue.js'
import { pluginFrame } from '../../runtime/plugin-frame.js'
import { placeIn } from '../../runtime/stray-faults.js'
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

/** The feeds of a run. */
export interface RunFeeds extends OpenFeeds {
  /**
   * Finds the feed behind an uncaught error, such as a timer that throws, by its stack, and ends its link. If a file has several feeds, all of them.
   * Returns whether one was found.
   */
  readonly blame: (error: unknown) => boolean
}

/** Creates the feeds of a run or a recorder with this computer's sockets and clock. */
export function openRunFeeds({ feeds, definition, venue, openAgain, clock, environment, log }: RunFeedsOptions): RunFeeds {
  const opened = openFeeds(feeds, {
    wires: systemWires(clock),
    environment,
    venue: { ...feedVenue(venue, openAgain), ...readVenue(definition) },
    onBad: (name, error, others) =>
      log.warn(faultText(`the feed ${name} could not read a message and ignored it`, error, others)),
  })
  const passes = createOnceAMinute()
  return {
    ...opened,
    blame: error => {
      const place = placeIn(thrownTexts(error).stack, feeds)
      for (const { name } of feeds.filter(feed => feed.place === place)) {
        const others = passes(name, clock.now())
        if (others !== null)
          log.warn(faultText(`the feed ${name} did not catch an error, and its link is opened again`, error, others))
        opened.fail(name, error)
      }
      return place !== null
    },
  }
}

function faultText(what: string, error: unknown, others: number): string {
  const { message, stack } = thrownTexts(error)
  const where = pluginFrame(stack)
  const count = others === 0 ? '' : `; ${others} others since the last such line`
  return `${what}: ${message}${where === null ? '' : ` (${where})`}${count}`
}
