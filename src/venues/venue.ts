import type { Observable } from 'rxjs'
import type { Decoder, Frame } from '../model/frame.js'
import type { MarketIndex, OrderHash, OrderId } from '../model/ids.js'
import type { Cancel, TimedSubmit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Report, Snapshot } from '../model/report.js'

export type { Decoder, Frame }

/** The private door of a venue. No method rejects: failure is a report. */
export interface Gateway {
  /** Subscribe, hold, snapshot, then what was held. */
  readonly reports: Observable<Report>
  /** Pure: the same command gives the same bytes. They are sent again, perhaps much later, where no answer came. */
  sign(submit: TimedSubmit): Signed
  /**
   * One attempt: accepted, rejected or unanswered. `mayStart` is asked right before the first byte is written; false: nothing is sent, and
   * the report is `rejected` with the slug `not_sent`.
   */
  submit(order: Journaled<Signed>, mayStart?: () => boolean): Promise<Report>
  /** At most a hundred; more than one request where the venue's hold fewer. */
  cancel(orders: readonly Cancel['order'][]): Promise<readonly Report[]>
  find(order: OrderId): Promise<Report>
  /** All or nothing; rejects with a `VenueError` where a part could not be read. */
  snapshot(): Promise<Snapshot>
  /**
   * The same for certainty alone, from calls that nothing else needs; null: there are none to spare. Absent: this venue's accounts are looked at
   * after a break of the link only. Rejects with a `VenueError`.
   */
  look?(): Promise<AccountLook | null>
  /** The stream left out a word: another one takes its place, with a snapshot first, and nothing is lost meanwhile. */
  renew?(): void
  /** Own open orders of every market, and nothing else: the last evidence where a snapshot cannot be had. Rejects with a `VenueError`. */
  openHashes?(): Promise<readonly OrderHash[]>
}

/** An account as it was read while it may have moved. */
export interface AccountLook {
  readonly snapshot: Snapshot
  /** Nothing moved meanwhile: orders, fills and money are of one moment. */
  readonly isStill: boolean
}

/** A place to trade: one folder, which receives its wires. */
export interface Venue {
  markets(query: MarketQuery): Promise<readonly Market[]>
  /** Markets by their ids, as they are now; those that the run has stay what they are. Rejects with a `VenueError`. */
  definitions(ids: readonly string[]): Promise<readonly Market[]>
  /** Every market that is open, with what the venue says of its trade: for choosing. Their indexes mean nothing. Rejects with a `VenueError`. */
  survey(): Promise<readonly SurveyedMarket[]>
  /** `changes`: markets that join and leave while it runs. It tells of each by an event, before and behind all that it says of the market. */
  feed(markets: readonly Market[], changes?: Observable<FeedChange>): Observable<Frame>
  /** A replay is handed it too. */
  decoder(markets: readonly Market[]): Decoder
  /** Texts of a price that the venue publishes, such as BTC, on a link of its own, whose end is an error. Absent: it publishes none. */
  prices?(feed: string): Observable<string>
  /** `known`: the orders of the journal, so that hash and id are one. */
  gateway(signer: object, known: ReadonlyMap<OrderId, OrderHash>): Gateway
}

/** An open market, and how it trades. */
export interface SurveyedMarket {
  readonly market: Market
  /** Of the last 24 hours; null: the venue does not say. */
  readonly volumeUsd: number | null
  /** Best ask less best bid; null: a side is empty, or the venue does not say. */
  readonly spreadTicks: number | null
}

/** How the markets of a running feed change. */
export type FeedChange =
  /** Markets with indexes that no market of the run uses. `stanza`: the place in the config of the strategy that quotes them; null: no strategy does. */
  | { readonly kind: 'join'; readonly joins: readonly { readonly market: Market; readonly stanza: number | null }[] }
  | { readonly kind: 'leave'; readonly markets: readonly MarketIndex[] }
  /** Nothing is asked of them any more: their indexes may come again. */
  | { readonly kind: 'forget'; readonly markets: readonly MarketIndex[] }
  /** A definition of a market that left. */
  | { readonly kind: 'tell'; readonly market: Market }

/** Which markets a run wants: by the venue's ids, or every market that is open. */
export type MarketQuery = { readonly ids: readonly string[] } | { readonly open: true }
