import type { z } from 'zod'
import type { CallBucketLimit, CallLimit } from '../model/call-limit.js'
import type { Fill } from '../model/fill.js'
import type { Decoder } from '../model/frame.js'
import type { FillKey, OrderHash, OrderId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Reading } from '../model/reading.js'
import type { Timestamp } from '../model/time.js'
import type { VenueProfile } from '../model/venue-profiles.js'
import type { Approvals } from './approvals.js'
import type { Conversions } from './conversions.js'
import type { FeedTimings } from './feed-timings.js'
import type { Finding } from './finding.js'
import type { Notice } from './notice.js'
import type { Pairs } from './pairs.js'
import type { Redemption } from './redemption.js'
import type { Remover, RemoverOptions } from './remover.js'
import type { Gateway, Venue } from './venue.js'
import type { Voiding } from './voiding.js'
import type { Wires } from './wires/wires.js'

/** A venue as a plugin: the export `venue` of the file or package that `venue.name` in a config names. */
export interface VenueDefinition<S extends z.ZodType = z.ZodType> {
  /** Lower-case letters, digits and dashes. Used in wallet folders and input logs. */
  readonly name: string
  /** Version of this contract. */
  readonly version: 1
  /** The fields under `venue:` in a config, beside those that every venue has. Secrets are `secretSchema`. */
  readonly config: S
  /** The rate limit windows that the venue publishes, for configs that give none; empty: it has none. */
  readonly windows: readonly CallLimit[]
  /** The same for token buckets. Absent: it has none. */
  readonly buckets?: readonly CallBucketLimit[]
  /** Most orders in one cancel request, 1 to 100; a turn's cancels are counted as calls by it. Absent: 100. */
  readonly cancelsPerCall?: number
  /** The least order life that the venue accepts, from signing, in seconds. Absent: any. */
  readonly orderLifeMinSeconds?: number
  /** Its usual fees and least order. A market's own definition has priority. */
  readonly profile: VenueProfile
  /** Turns frames of the feed into events. Pure, and needs no venue: a replay has only the frames. */
  decoder(markets: readonly Market[]): Decoder
  /** Parses a message of the venue's `prices`; null: no value. Pure. Absent: the venue publishes no prices. */
  readPrice?(text: string): Reading | null
  /** Creates the venue; no calls are made yet. */
  open(config: z.output<S>, parts: VenueParts): OpenVenue | Promise<OpenVenue>
  /** Absent: the venue's protocol differs from the embedded exchange's, and `venue.embedded` is refused. */
  readonly embedded?: EmbeddedTerms<z.output<S>>
}

/** How a venue with the embedded exchange's protocol is connected to it. */
export interface EmbeddedTerms<Config> {
  /** Config fields allowed beside `embedded`. */
  readonly beside: z.ZodType
  /** The venue's config for that exchange. */
  config(place: EmbeddedPlace): Config
}

/** Address of an embedded exchange, and the key of its wallet. */
export interface EmbeddedPlace {
  readonly baseUrl: string
  readonly wsUrl: string
  readonly rpcUrl: string
  readonly apiKey: string
  /** null: public feed only. */
  readonly privateKey: string | null
  readonly chainId: number
}

/** What a venue is given. It reaches the outside only through its wires. */
export interface VenueParts {
  readonly wires: Wires
  /** The config's `feed:` stanza. */
  readonly timings: FeedTimings
  readonly onNotice: Notice
  /** The value of a secret. Throws an error that names the field if it cannot be read. */
  secret(value: Secret, field: string): string
  /** Creates an error about a field of the venue's config, with file and line. It must not contain a key. */
  complaint(field: string, what: string): Error
  /** The private key in the file that this config field names; an encrypted one needs its passphrase. Throws if it cannot be read. */
  keystore(file: string, passphrase: string | null): string
}

/** A secret in the config: the name of a variable, a file, the name of a systemd credential, or plain text. */
export type Secret = string | { readonly env: string } | { readonly file: string } | { readonly credential: string }

/** A venue with its config. A caller that only listens does not ask for the wallet. */
export interface OpenVenue extends Venue {
  /** Hosts that a run contacts first, to see whether they answer. */
  readonly hosts: readonly VenueHost[]
  /** The wallet of the config. Throws if it names none, or its key is invalid. */
  wallet(): VenueAccount | Promise<VenueAccount>
  gateway(wallet: VenueWallet, known: ReadonlyMap<OrderId, OrderHash>): TradingGateway
  /**
   * Checks everything that a run needs from the venue, for `oddsmith doctor`: clock, login, wallet, approvals, calls, lists and streams. Sends no
   * order and never rejects. Absent: doctor only calls a gateway's `preflight`.
   */
  examine?(options: ExamineOptions): Promise<readonly Finding[]>
  /** Which contracts may take what the wallet holds. Absent: orders of this venue need no such leave. */
  approvals?(wallet: VenueAccount): Promise<Approvals>
  /** How the wallet turns shares of decided markets into cash. Absent: the venue pays results by itself. */
  redemption?(wallet: VenueAccount): Promise<Redemption>
  /** How the wallet makes pairs of shares and turns them into cash. Absent: it cannot at this venue. */
  pairs?(wallet: VenueAccount): Promise<Pairs>
  /** How the wallet turns NO of groups into YES of other markets and cash. Absent: it cannot at this venue. */
  conversions?(wallet: VenueAccount): Promise<Conversions>
  /** How the wallet makes orders invalid that it signed before. Absent: a removed order is invalid at this venue. */
  voiding?(wallet: VenueAccount): Promise<Voiding>
  /** For the process that watches the trading one: removes its orders if that process cannot. */
  remover(options: RemoverOptions): Remover
  /** Closes its connections. Streams end when unsubscribed, before or after. */
  close(): void
}

/** What a venue is examined for. */
export interface ExamineOptions {
  /** The markets that a run would trade now. */
  readonly markets: readonly Market[]
  /** Above this clock offset, in ms, a run places no orders; null: no such limit. */
  readonly clockOffsetMaxMs: number | null
  /** How long streams are observed, in ms. */
  readonly listenMs: number
}

/** A host of the venue that a run needs. */
export interface VenueHost {
  /** The config field that names it. */
  readonly field: string
  /** Without its path, which often contains a key. */
  readonly name: string
  /** Contacts it: why there was no answer; null: there was one, even a refusal. */
  silence(): Promise<string | null>
}

/** The account that orders belong to, and its signer. */
export interface VenueAccount {
  /** The venue's name of the account: lower-case letters, digits, dots and underscores in `state/<venue>-<account>`, any case here. */
  readonly account: string
  /** Used by the venue's own gateway only; opaque to all other code. */
  readonly signer: unknown
}

/** What a gateway needs to act for a wallet: signer, epoch, and what the journal has from before this start. */
export interface VenueWallet<S = unknown> {
  /** The venue's own signer: see `VenueAccount`. */
  readonly signer: S
  /** The journal's epoch, part of order ids. */
  readonly epoch: number
  /** All fills of matches older than this are in the journal; absent: since the journal was created. */
  readonly since?: Timestamp | undefined
  /** Fills that the journal has as settled or failed: a snapshot does not repeat them. */
  readonly settledFills?: Iterable<FillKey> | undefined
  /** Fills that the journal has as matched only: their final state is read. */
  readonly unsettledFills?: Iterable<Fill> | undefined
}

/** A gateway with what a run needs beside orders. */
export interface TradingGateway extends Gateway {
  /** Own open orders of every market, including those of other runs and programs: what a cancel of all must name. Rejects with a `VenueError`. */
  openHashes(): Promise<readonly OrderHash[]>
  /** What the wallet lacks to trade these markets, which become the run's markets; one sentence each. Rejects with a `VenueError`. */
  preflight(markets: readonly Market[]): Promise<readonly string[]>
  /** A login for `remover`, separate from the one that trades; reused for most of its life. Absent: the venue has no logins. */
  watcherToken?(): Promise<string>
}
