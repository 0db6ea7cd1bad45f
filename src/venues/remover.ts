import type { OrderHash, OrderId } from '../model/ids.js'
import type { Notice } from './notice.js'

/** An order that the venue lists as open. */
export interface ShownOrder {
  readonly hash: OrderHash
  /** null: not an order of this journal. */
  readonly id: OrderId | null
}

/** An order of this journal. */
export type OwnOrder = ShownOrder & { readonly id: OrderId }

/** Lists a wallet's open orders and removes them, and nothing else: it signs no order. */
export interface Remover {
  /** All pages of the venue's list. Rejects with a VenueError. */
  list(): Promise<readonly ShownOrder[]>
  /** Requests removal of these orders and returns those that the venue said it removed. Never rejects: the list is the evidence. */
  remove(wanted: readonly OwnOrder[]): Promise<readonly OrderHash[]>
  /** How long the venue accepts no calls, in ms. */
  waitMs(): number
  /** Whether the venue refused the login with the last request. */
  readonly isRefused: boolean
  /** Drops its connections. */
  close(): void
}

/** What the keeper's process passes to the venue, for the wallet of the trading process. */
export interface RemoverOptions {
  /** The journal's epoch, part of the order ids. */
  readonly epoch: number
  /** The latest token from `TradingGateway.watcherToken` of the trading process; null: none yet, or the venue has no logins. */
  readonly token: () => string | null
  readonly onNotice: Notice
}
