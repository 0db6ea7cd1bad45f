import type { Observable, ObservableInput } from 'rxjs'
import type { z } from 'zod'
import type { Decoder, Frame } from '../model/frame.js'
import type { Market } from '../model/market.js'
import type { Reading } from '../model/reading.js'
import type { Timestamp } from '../model/time.js'
import type { SocketWireOptions, Wires } from '../venues/wires/wires.js'

/** What a file of a reference feed exports as `feed`. A run calls `open` and `reader` once for each feed of its config; a replay calls `reader` alone. */
export interface FeedDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly version: 1
  /** The fields of the feed's entry in the config, beside `source` and `silentMaxMs`. They are written into input logs, so a secret is `{ env: NAME }`. */
  readonly config: S
  /**
   * Connects when it is subscribed to, and brings texts as they come; they are written into the input log. Ending and failing both mean that the
   * link is lost: it is opened again, later and later until one brings something. Throws an error that says why where it cannot be opened.
   */
  open(config: z.output<S>, parts: FeedParts): ObservableInput<string>
  /**
   * Makes what reads the texts. It may remember texts of before. It sees nothing but them, so that a replay reads the same: no clock, no chance, no file.
   */
  reader(config: z.output<S>, venue: ReadVenue): FeedReader
}

/** Reads one text. null: it says nothing, such as the answer to a subscription. What it throws counts the text as a bad one, and nothing else happens. */
export type FeedReader = (text: string, receivedAt: Timestamp) => Reading | null

/** What a feed may use. */
export interface FeedParts {
  /** The feed's name in the config, for messages. */
  readonly name: string
  /** A socket as a stream of its texts. */
  readonly socket: (options: FeedSocket) => Observable<string>
  /** The answers of a GET, in JSON, the first at once, then one every `everyMs`. An answer that is none fails it. */
  readonly poll: (options: FeedPoll) => Observable<string>
  /** The value of the variable that the config names. */
  readonly secret: (named: { readonly env: string }) => string
  /** Sockets, requests, time and chance, for a feed that needs more than the above. */
  readonly wires: Wires
  readonly venue: FeedVenue
}

export interface FeedSocket {
  readonly url: string
  readonly headers?: SocketWireOptions['headers']
  /** Sent as soon as it is open: subscriptions. */
  readonly hello?: readonly string[]
}

export interface FeedPoll {
  readonly url: string
  readonly everyMs: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What the venue of the run offers to feeds, on links of their own. */
export interface FeedVenue {
  /** Frames of one market's public feed. The market is known by its id alone and has the index 0. */
  readonly market: (id: string) => Observable<Frame>
  /** Texts of a price that the venue publishes. null: it publishes none. */
  readonly prices: ((feed: string) => Observable<string>) | null
}

/** How frames of the venue of the run are read. */
export interface ReadVenue {
  readonly decoder: (markets: readonly Market[]) => Decoder
  /** null: the venue publishes no prices. */
  readonly readPrice: ((text: string) => Reading | null) | null
}
