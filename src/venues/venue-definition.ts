import type { z } from 'zod'
import type { CallBucketLimit, CallLimit } from '../model/call-limit.js'
import type { Fill } from '../model/fill.js'
import type { Decoder } from '../model/frame.js'
import type { FillKey, OrderHash, OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Reading } from '../model/reading.js'
import type { Timestamp } from '../model/time.js'
import type { VenueProfile } from '../model/venue-profiles.js'
import type { FeedTimings } from './feed-timings.js'
import type { Finding } from './finding.js'
import type { Notice } from './notice.js'
import type { Remover, RemoverOptions } from './remover.js'
import type { Gateway, Venue } from './venue.js'
import type { Wires } from './wires/wires.js'

/** A venue as a plugin: the export `venue` of a file or a package that `venue.name` in a config names. */
export interface VenueDefinition<S extends z.ZodType = z.ZodType> {
  /** Small letters, digits and dashes. Folders of wallets and input logs carry it. */
  readonly name: string
  /** Of this contract. */
  readonly version: 1
  /** What stands under `venue:` in a config, beside the fields that every venue has. Secrets are `secretSchema`. */
  readonly config: S
  /** The windows of calls that the venue publishes, for configs that name none; empty: it has none. */
  readonly windows: readonly CallLimit[]
  /** The same of buckets of tokens. Absent: it has none. */
  readonly buckets?: readonly CallBucketLimit[]
  /** Orders that one cancel request holds, 1 to 100, by which a turn's cancels are counted as calls. Absent: 100. */
  readonly cancelsPerCall?: number
  /** The least time from signing an order to its end that the venue takes, in seconds. Absent: any. */
  readonly orderLifeMinSeconds?: number
  /** Its usual fees and least order. What a market says of itself goes before it. */
  readonly profile: VenueProfile
  /** Turns frames of the feed into events. Pure, and needs no venue: a replay has the frames alone. */
  decoder(markets: readonly Market[]): Decoder
  /** Reads a text of the venue's `prices`; null: it says nothing. Pure too. Absent: the venue publishes no prices. */
  readPrice?(text: string): Reading | null
  /** Makes the venue and calls nothing yet. */
  open(config: z.output<S>, parts: VenueParts): OpenVenue | Promise<OpenVenue>
  /** Absent: the venue speaks another protocol than the embedded exchange, and `venue.embedded` is refused. */
  readonly embedded?: EmbeddedTerms<z.output<S>>
}

/** How a venue whose protocol the embedded exchange speaks is pointed at it. */
export interface EmbeddedTerms<Config> {
  /** What may stand beside `embedded`. */
  readonly beside: z.ZodType
  config(place: EmbeddedPlace): Config
}

/** Where an embedded exchange listens, and the key of its wallet. */
export interface EmbeddedPlace {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly apiKey: string
  /** null: only the public feed is heard. */
  readonly privateKey: string | null
  readonly chainId: number
}

/** What a venue is given. It reaches the world by its wires alone. */
export interface VenueParts {
  readonly wires: Wires
  /** The config's `feed:` stanza. */
  readonly timings: FeedTimings
  readonly onNotice: Notice
  /** The text of a secret. Throws an error that names the field where it cannot be had. */
  secret(value: Secret, field: string): string
  /** An error about a field of the venue's config, which names its file and line. Never with a key in it. */
  complaint(field: string, what: string): Error
  /** The private key in a file that the config names by this field, an encrypted one with its passphrase. Throws where it cannot be read. */
  keystore(file: string, passphrase: string | null): string
}

/** A secret in config: the name of its variable, its file, the name of its credential among those of systemd, or its text. */
export type Secret = string | { readonly env: string } | { readonly file: string } | { readonly credential: string }

/** A venue with its config. Who only listens never asks for its wallet. */
export interface OpenVenue extends Venue {
  /** Who is asked at a run's start whether it answers, before anything else is. */
  readonly hosts: readonly VenueHost[]
  /** The wallet that the config names. Throws where it names none, or its key is wrong. */
  wallet(): VenueAccount | Promise<VenueAccount>
  gateway(wallet: VenueWallet, known: ReadonlyMap<OrderId, OrderHash>): TradingGateway
  /**
   * Looks at all that a run needs of the venue, for `oddsmith doctor`: clock, login, wallet, what it lets the venue move, calls, lists and streams. Sends no
   * order and never rejects. Absent: doctor asks `preflight` of a gateway alone.
   */
  examine?(options: ExamineOptions): Promise<readonly Finding[]>
  /** For the process that watches the trading one: removes its orders where that one cannot. */
  remover(options: RemoverOptions): Remover
  /** Drops its connections. Streams end by being unsubscribed, before or after. */
  close(): void
}

/** What a venue is examined for. */
export interface ExamineOptions {
  /** Those that a run would trade now. */
  readonly markets: readonly Market[]
  /** Beyond this offset of the clocks, in ms, a run opens nothing; null: it has no such limit. */
  readonly clockOffsetMaxMs: number | null
  /** How long streams are listened to, in ms. */
  readonly listenMs: number
}

/** A host of the venue that a run needs. */
export interface VenueHost {
  /** The field of the venue's config that names it. */
  readonly field: string
  /** Without its path, which often holds a key. */
  readonly name: string
  /** Asks it: why there was no answer; null: there was one, be it a refusal. */
  silence(): Promise<string | null>
}

/** Whose orders they are, and what signs them. */
export interface VenueAccount {
  /** The venue's name of the account: small letters, digits, dots and underscores in `state/<venue>-<account>`, in any case here. */
  readonly account: string
  /** What the venue's own gateway signs with; nothing else looks into it. */
  readonly signer: unknown
}

/** What a gateway needs to act for a wallet. Beyond signer and epoch it is what the journal knows of earlier lives. */
export interface VenueWallet<S = unknown> {
  /** The venue's own: see `VenueAccount`. */
  readonly signer: S
  /** The journal's, from which order ids are made. */
  readonly epoch: number
  /** Fills of matches older than this are all in the journal; absent: since the journal was made. */
  readonly since?: Timestamp | undefined
  /** Those the journal holds as settled or failed: a snapshot does not bring them again. */
  readonly settledFills?: Iterable<FillKey> | undefined
  /** Those the journal holds as matched only: their end is asked for. */
  readonly unsettledFills?: Iterable<Fill> | undefined
}

/** A gateway with what a run asks of it beside its orders. */
export interface TradingGateway extends Gateway {
  /** Own open orders of every market, those of other runs and programs too: what a cancel of all must name. Rejects with a `VenueError`. */
  openHashes(): Promise<readonly OrderHash[]>
  /** What the wallet lacks to trade these markets, which are the run's from now on; a sentence each. Rejects with a `VenueError`. */
  preflight(markets: readonly Market[]): Promise<readonly string[]>
  /** A login beside the one that trades, for `remover`; the same until most of its life is over. Absent: the venue has no logins. */
  watcherToken?(): Promise<string>
}
