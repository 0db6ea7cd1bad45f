import type { Observable, ObservableInput } from 'rxjs'
import type { z } from 'zod'
import type { Decoder, Frame } from '../model/frame.js'
import type { Market } from '../model/market.js'
import type { Reading } from '../model/reading.js'
import type { Timestamp } from '../model/time.js'
import type { SocketWireOptions, Wires } from '../venues/wires/wires.js'

/** The export `feed` of a reference feed's file. A run calls `open` and `reader` once for each feed of its config; a replay calls only `reader`. */
export interface FeedDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly version: 1
  /**
   * The fields of the feed's config entry, beside `source` and `silentMaxMs`. They are written into input logs, so a secret must be `{ env: NAME }`.
   */
  readonly config: S
  /**
   * Connects on subscription and emits messages as they arrive; these are written into the input log. Completing and failing both mean that the link
   * is lost: it is opened again, with growing delays until one brings something. Throws an error that says why if it cannot be opened.
   */
  open(config: z.output<S>, parts: FeedParts): ObservableInput<string>
  /**
   * Creates the function that parses messages. It may remember earlier messages, but may use nothing else (no clock, randomness or file), so that a
   * replay gives the same values.
   */
  reader(config: z.output<S>, venue: ReadVenue): FeedReader
}

/** Parses one message. null: no value, such as the answer to a subscription. If it throws, the message is counted as bad and ignored. */
export type FeedReader = (text: string, receivedAt: Timestamp) => Reading | null

/** What a feed may use. */
export interface FeedParts {
  /** The feed's name in the config, for messages. */
  readonly name: string
  /** A socket as a stream of its messages. */
  readonly socket: (options: FeedSocket) => Observable<string>
  /** The JSON answers of a GET, the first at once, then every `everyMs`. An invalid answer fails the stream. */
  readonly poll: (options: FeedPoll) => Observable<string>
  /** The value of the environment variable that the config names. */
  readonly secret: (named: { readonly env: string }) => string
  /** Sockets, requests, time and randomness, for a feed that needs more than the above. */
  readonly wires: Wires
  readonly venue: FeedVenue
}

/** A WebSocket that a feed opens. */
export interface FeedSocket {
  readonly url: string
  readonly headers?: SocketWireOptions['headers']
  /** Sent as soon as it is open, such as subscriptions. */
  readonly hello?: readonly string[]
}

/** A GET that a feed repeats. */
export interface FeedPoll {
  readonly url: string
  readonly everyMs: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What the run's venue offers to feeds, on links of their own. */
export interface FeedVenue {
  /** Frames of one market's public feed. Only the market's id is known, and its index is 0. */
  readonly market: (id: string) => Observable<Frame>
  /** Messages of a price that the venue publishes. null: it publishes none. */
  readonly prices: ((feed: string) => Observable<string>) | null
}

/** How frames of the run's venue are parsed. */
export interface ReadVenue {
  /** Makes the venue's decoder for markets of the feed's own choice. */
  readonly decoder: (markets: readonly Market[]) => Decoder
  /** null: the venue publishes no prices. */
  readonly readPrice: ((text: string) => Reading | null) | null
}
