import type { Outcome, Side, Wei } from '../../model/money.js'
import type { Payout } from '../../model/payout.js'
import type { Timestamp } from '../../model/time.js'
import type { AccountId, MarketStatus, OrderSpec, TradingStatus } from './command.js'

/** OPEN, or one of the four ends. A match changes `matched` at once, `settled` and the status only when it is settled. */
export type CoreOrderStatus = 'OPEN' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'INVALIDATED'

/** An order as the core keeps it. Written by the core only. */
export interface CoreOrder {
  /** Ids count 1, 2, 3 … in the order of acceptance; 0 stands for the anonymous sizes of the recorded crowd. */
  readonly id: number
  readonly spec: OrderSpec
  readonly acceptedAt: Timestamp
  readonly status: CoreOrderStatus
  /** Shares in matches that did not fail. */
  readonly matched: Wei
  /** Shares in settled matches. */
  readonly settled: Wei
  readonly valueSettled: Wei
  readonly isResting: boolean
}

/** One order's part of a match. `shares` before fee. */
export interface Leg {
  readonly order: CoreOrder
  readonly isMaker: boolean
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  /**
   * `rounded`: what rounding up added to the amount; negative where a part of the fee was left out because of earlier rounding. Absent: fees are
   * not rounded up.
   */
  readonly fee: { readonly in: 'shares' | 'cash'; readonly amount: Wei; readonly rounded?: Wei }
}

/** One taker against one or more makers, settled or failed as a whole. A print of the recorded crowd has no taker order. */
export interface Match {
  /** Matches count 1, 2, 3 …; a match and its settlement have the same number. */
  readonly id: number
  readonly market: number
  readonly at: Timestamp
  readonly taker: Leg | null
  readonly makers: readonly Leg[]
  /** `submitted`: the match's transaction is on its way. */
  readonly state: 'matched' | 'submitted' | 'settled' | 'failed'
  readonly endedAt: Timestamp | null
}

/** What happened, in order; `at` is when it was due, not when the core was advanced. */
export type CoreEvent = { readonly at: Timestamp } & (
  | { readonly kind: 'accepted'; readonly order: CoreOrder }
  | {
      readonly kind: 'ended'
      readonly order: CoreOrder
      readonly status: Exclude<CoreOrderStatus, 'OPEN'>
      /** In one word: filled, removed, post-only, self-trade, no-match, expired, nonce, balance, settlement-failed, market-closed. */
      readonly why: string
    }
  | { readonly kind: 'matched' | 'submitted' | 'settled' | 'failed'; readonly match: Match }
  | { readonly kind: 'book'; readonly market: number }
  | { readonly kind: 'trading'; readonly market: number; readonly status: TradingStatus }
  /** `yes`: what is proposed, disputed or paid; `null` in every other status. */
  | { readonly kind: 'status'; readonly market: number; readonly status: MarketStatus; readonly yes: Payout | null }
  /** Shares of a resolved market became collateral; one event for each account and outcome that held any. */
  | {
      readonly kind: 'paid'
      readonly account: AccountId
      readonly market: number
      readonly outcome: Outcome
      readonly shares: Wei
      readonly value: Wei
    }
  /** `shares` of NO of each of the `given` markets of a group became `kept` of YES of each of the `others`, and cash. */
  | {
      readonly kind: 'converted'
      readonly account: AccountId
      readonly given: readonly number[]
      readonly others: readonly number[]
      readonly shares: Wei
      readonly kept: Wei
    }
)
