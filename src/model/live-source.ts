import type { MarketEvent } from './event.js'
import type { MarketId } from './ids.js'

/** Who follows a source. */
export interface LiveListener {
  /**
   * Hears what happened, in order: `joined` of each market before anything else of it, then what its feed says. One call is one message of the
   * venue: what it changes belongs together.
   */
  hear(events: readonly MarketEvent[]): void
  /** The venue's ids of markets whose results are still wanted: they are asked for, and told by a `market` event, when their markets have left too. */
  owed(): readonly MarketId[]
  /** The source has ended by itself: nothing more comes of any market. */
  ended(why: string): void
  /** Something that a person may want to know; never a key. */
  notice(text: string, fields?: Readonly<Record<string, unknown>>): void
}

/** The public feed of a venue as an exchange's crowd follows it. Nothing is ever sent there but questions that need no wallet. */
export interface LiveSource {
  /** Whose feed it is: after a restart, markets that came of a source of this name go on. Never a key. */
  readonly name: string
  /** Begins. Resolves when the venue was reached and its markets were told; rejects with what keeps it away, in words for a person. */
  start(listener: LiveListener): Promise<StopSource>
}

/** Lets go of the feed. */
export type StopSource = () => void

/** A venue whose public feed can be followed, as data that another thread can be given. */
export interface FollowedVenue {
  /** REST, without the version. */
  readonly baseUrl: string
  readonly wsUrl: string
  /** Empty: the venue wants none. */
  readonly apiKey: string
}
