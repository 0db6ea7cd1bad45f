import type { Observable } from 'rxjs'
import type { Decoder, Frame } from '../model/frame.js'
import type { MarketIndex, OrderHash, OrderId } from '../model/ids.js'
import type { Cancel, TimedSubmit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Report, Snapshot } from '../model/report.js'

export type { Decoder, Frame }

/** A wallet's access to a venue. No method rejects: a failure is a report. */
export interface Gateway {
  /** Subscribes, holds what arrives, emits the snapshot, then what was held. */
  readonly reports: Observable<Report>
  /** Pure: the same command gives the same bytes. They are sent again, perhaps much later, if no answer came. */
  sign(submit: TimedSubmit): Signed
  /**
   * One attempt: accepted, rejected or unanswered. `mayStart` is called right before the first byte is written; false: nothing is sent, and the
   * report is `rejected` with the slug `not_sent`.
   */
  submit(order: Journaled<Signed>, mayStart?: () => boolean): Promise<Report>
  /** At most a hundred; several requests if the venue allows fewer in one. */
  cancel(orders: readonly Cancel['order'][]): Promise<readonly Report[]>
  /** Whether the venue has an order, and its state; `unanswered` if that stays unknown. */
  find(order: OrderId): Promise<Report>
  /** Rejects with a `VenueError` if any part could not be read. */
  snapshot(): Promise<Snapshot>
  /**
   * The same as a periodic check, with calls that nothing else needs; null: no calls to spare. Absent: accounts of this venue are read only after a
   * break of the link. Rejects with a `VenueError`.
   */
  look?(): Promise<AccountLook | null>
  /** The stream missed a report: it is replaced by a new one that starts with a snapshot, without a loss in between. */
  renew?(): void
  /**
   * Whether the slug of a rejection says that the order itself is wrong (its contract, signature or fields), so that no order of this program will be
   * accepted. Count a slug that is not known as such. Absent: no slug does.
   */
  isOrderWrong?(slug: string): boolean
  /** Own open orders of every market, and nothing else: the last evidence if a snapshot cannot be read. Rejects with a `VenueError`. */
  openHashes?(): Promise<readonly OrderHash[]>
}

/** An account that may have changed while it was read. */
export interface AccountLook {
  readonly snapshot: Snapshot
  /** Nothing changed in the meantime: orders, fills and money are of one moment. */
  readonly isStill: boolean
}

/** A place to trade: one folder of code, which receives its wires. */
export interface Venue {
  /**
   * The markets that a query asks for, in its order, with indexes from 0 on. Rejects with a `VenueError`, also if the venue does not have one of
   * the ids.
   */
  markets(query: MarketQuery): Promise<readonly Market[]>
  /** Current definitions of markets by id; the run's markets are not changed. Rejects with a `VenueError`. */
  definitions(ids: readonly string[]): Promise<readonly Market[]>
  /** Every open market with its trading statistics, to choose from. Their indexes are meaningless. Rejects with a `VenueError`. */
  survey(): Promise<readonly SurveyedMarket[]>
  /**
   * `changes`: markets that join and leave while it runs. The feed announces each by an event, before the first and after the last event of the
   * market.
   */
  feed(markets: readonly Market[], changes?: Observable<FeedChange>): Observable<Frame>
  /** Also used by a replay. */
  decoder(markets: readonly Market[]): Decoder
  /** Messages of a price that the venue publishes, such as BTC, on a link of its own; its end is an error. Absent: no prices. */
  prices?(feed: string): Observable<string>
  /** `known`: the journal's orders, to map hashes to ids. */
  gateway(signer: object, known: ReadonlyMap<OrderId, OrderHash>): Gateway
}

/** An open market and its trading statistics. */
export interface SurveyedMarket {
  readonly market: Market
  /** Of the last 24 hours; null: unknown. */
  readonly volumeUsd: number | null
  /** Best ask minus best bid; null: a side is empty, or unknown. */
  readonly spreadTicks: number | null
  /** Middle of best bid and best ask of YES, 0 to 1; null: a side is empty. Absent: unknown to this venue. */
  readonly middle?: number | null
}

/** Changes of the markets of a running feed. */
export type FeedChange =
  /** Markets with indexes that no market of the run uses. `stanza`: index of their strategy in the config; null: no strategy quotes them. */
  | { readonly kind: 'join'; readonly joins: readonly { readonly market: Market; readonly stanza: number | null }[] }
  | { readonly kind: 'leave'; readonly markets: readonly MarketIndex[] }
  /** Nothing is requested for them any more: their indexes may be reused. */
  | { readonly kind: 'forget'; readonly markets: readonly MarketIndex[] }
  /** A definition of a market that left. */
  | { readonly kind: 'tell'; readonly market: Market }

/** Which markets a run wants: by venue id, or every open market. */
export type MarketQuery = { readonly ids: readonly string[] } | { readonly open: true }
