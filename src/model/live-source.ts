import type { MarketEvent } from './event.js'
import type { MarketId } from './ids.js'

/** Receives what a source reports. */
export interface LiveListener {
  /**
   * Called with events in order: `joined` of each market first, then the events of its feed. The events of one call come from one venue message and
   * belong together.
   */
  hear(events: readonly MarketEvent[]): void
  /**
   * Venue ids of markets whose results are still needed: the source keeps asking for them and reports them by a `market` event, even after the market
   * left.
   */
  owed(): readonly MarketId[]
  /** The source ended by itself: no further event follows. */
  ended(why: string): void
  /** Something that a person may want to know; never contains a key. */
  notice(text: string, fields?: Readonly<Record<string, unknown>>): void
}

/** The public feed of a venue, followed by an exchange's crowd. It sends only requests that need no wallet. */
export interface LiveSource {
  /** Identifies the feed: after a restart, markets of a source with this name continue. Never contains a key. */
  readonly name: string
  /** Starts the source. Resolves when the venue was reached and its markets were reported; rejects with a reason for people. */
  start(listener: LiveListener): Promise<StopSource>
}

/** Stops following. */
export type StopSource = () => void

/** A venue whose public feed can be followed, as plain data that can be passed to another thread. */
export interface FollowedVenue {
  /** REST URL without the version. */
  readonly baseUrl: string
  readonly wsUrl: string
  /** Empty: the venue needs none. */
  readonly apiKey: string
}
