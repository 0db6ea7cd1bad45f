import type { CoreOrderStatus } from '../../src/exchange/core/core-event.js'
import type { Outcome } from '../../src/model/money.js'
import type { VenueMatch } from './venue-match.js'
import type { VenueOrder } from './venue-order.js'

/** Why an order ended, in the core's words. */
export type EndReason =
  | 'filled'
  | 'removed'
  | 'post-only'
  | 'self-trade'
  | 'no-match'
  | 'expired'
  | 'balance'
  | 'settlement-failed'
  | 'market-closed'

/** Called for what happens to an account at its venue, as it happens. */
export interface VenueListener {
  /** `lockedUntil` 0: it can be removed. */
  accepted(order: VenueOrder, lockedUntil: number): void
  ended(order: VenueOrder, status: Exclude<CoreOrderStatus, 'OPEN'>, why: EndReason): void
  matched(match: VenueMatch): void
  settled(match: VenueMatch): void
  failed(match: VenueMatch): void
  /** Shares of a resolved market became cash; both in wei. */
  paid(market: number, outcome: Outcome, shares: bigint, value: bigint): void
}
