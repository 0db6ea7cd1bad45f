import type { OrderHash, OrderId } from '../model/ids.js'
import type { Notice } from './notice.js'

/** An order that the venue shows as open. */
export interface ShownOrder {
  readonly hash: OrderHash
  /** null: not an order of this journal. */
  readonly id: OrderId | null
}

/** One that is of this journal. */
export type OwnOrder = ShownOrder & { readonly id: OrderId }

/** Looks at a wallet's open orders and removes them, and can do nothing else: it signs no order. */
export interface Remover {
  /** All pages of the venue's list. Rejects with a VenueError. */
  list(): Promise<readonly ShownOrder[]>
  /** Asks for these to leave the book, and tells which the venue said it removed. Never rejects: the list is the evidence. */
  remove(wanted: readonly OwnOrder[]): Promise<readonly OrderHash[]>
  /** How long the venue takes no calls, in ms. */
  waitMs(): number
  /** Whether the venue refused the login with the last request. */
  readonly isRefused: boolean
  close(): void
}

/** What the keeper's process hands to the venue, for the wallet of the process that trades. */
export interface RemoverOptions {
  /** The journal's: order ids are made of it. */
  readonly epoch: number
  /** What the trading process last got from `TradingGateway.watcherToken`; null: nothing yet, or the venue has no logins. */
  readonly token: () => string | null
  readonly onNotice: Notice
}
