import type { LevelCause } from '../../model/event.js'
import type { BookSide, Outcome, Price, Side, Size, Wei } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'

/** A wallet, lower-case 0x address; or a name that begins with `crowd` for those who trade without keys. */
export type AccountId = string

export type SelfTradePrevention = 'cancel-maker' | 'cancel-taker' | 'cancel-both'
export type MarketStatus = 'REGISTERED' | 'PRICE_PROPOSED' | 'PRICE_DISPUTED' | 'PAUSED' | 'UNPAUSED' | 'RESOLVED' | 'REMOVED'
export type TradingStatus = 'OPEN' | 'MATCHING_NOT_ENABLED' | 'CANCEL_ONLY' | 'CLOSED'

/** What a market is to the core; its words (title, question) belong to the server. */
export interface MarketSpec {
  readonly id: number
  /** Whole 1/10,000: 100 with two decimals, 10 with three. */
  readonly tick: Price
  readonly feeRateBps: number
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  /** When it stops trading by itself; null: when an operator says so. */
  readonly endsAt: Timestamp | null
  /** What it resolves to some time after its end when nobody says otherwise: the synthetic crowd's hidden value. */
  readonly resolvesTo: 0 | 0.5 | 1 | null
}

/** An order that passed the server's checks of form, hash and signature. The core checks state, grid, value and balances. */
export interface OrderSpec {
  readonly hash: string
  readonly account: AccountId
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly strategy: 'LIMIT' | 'MARKET'
  /** Shares wanted or offered. */
  readonly shares: Wei
  /** Worst price of each leg in wei a share, on the order's own outcome; a LIMIT's is on the tick. */
  readonly limit: Wei
  /** Most collateral a buy may spend; null where `limit` times `shares` is the bound. */
  readonly budget: Wei | null
  readonly expiresAt: Timestamp
  readonly isPostOnly: boolean
  readonly isFillOrKill: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** What the account's resting orders hold counts as free for this MARKET order; they give way where it needs theirs. Default: it does not. */
  readonly takesReserved?: boolean
}

/**
 * Everything that changes the exchange. The core applies them in order, first letting all that is due before `at` happen; so the log of
 * commands with their times is the exchange, and replaying it gives every account, order and settlement back.
 */
export type CoreCommand = { readonly at: Timestamp } & (
  | { readonly kind: 'fund'; readonly account: AccountId; readonly cash: Wei }
  /** Allowances and approvals of one wallet towards one exchange contract: all or nothing here. */
  | { readonly kind: 'approve'; readonly account: AccountId; readonly cash: boolean; readonly shares: boolean }
  | { readonly kind: 'market'; readonly market: MarketSpec }
  | { readonly kind: 'trading'; readonly market: number; readonly status: TradingStatus }
  | { readonly kind: 'status'; readonly market: number; readonly status: MarketStatus }
  | { readonly kind: 'tick'; readonly market: number; readonly tick: Price }
  | { readonly kind: 'resolve'; readonly market: number; readonly yes: 0 | 0.5 | 1 }
  | { readonly kind: 'place'; readonly order: OrderSpec }
  | { readonly kind: 'remove'; readonly account: AccountId; readonly hashes: readonly string[] }
  | { readonly kind: 'nonce'; readonly account: AccountId }
  /** The recorded crowd: the anonymous size of a level is now `size`, without counting ours. */
  | {
      readonly kind: 'crowd-level'
      readonly market: number
      readonly side: BookSide
      readonly price: Price
      readonly size: Size
      readonly cause: LevelCause
    }
  /** The recorded crowd: a print hit `side` at `price`. */
  | {
      readonly kind: 'crowd-print'
      readonly market: number
      readonly side: BookSide
      readonly price: Price
      readonly size: Size
    }
  /** The recorded crowd's book starts anew. */
  | { readonly kind: 'crowd-clear'; readonly market: number }
)

/** What the recorded crowd does. */
export type CrowdCommand = Extract<CoreCommand, { readonly kind: 'crowd-level' | 'crowd-print' | 'crowd-clear' }>

/** Why the core refused an order; the server gives each its slug and words. */
export type RefusalReason =
  | 'unknown-market'
  | 'not-trading'
  | 'duplicate'
  | 'price-out-of-range'
  | 'off-tick'
  | 'invalid-decimal'
  | 'zero'
  | 'value-too-small'
  | 'expired'
  | 'cash-balance'
  | 'cash-allowance'
  | 'shares-balance'
  | 'shares-allowance'

/** What a command is answered at once. */
export type CoreAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'accepted'; readonly order: number; readonly lockedUntil: Timestamp | null }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly note?: string }
  | {
      readonly kind: 'removal'
      readonly removed: readonly string[]
      readonly noop: readonly string[]
      readonly rejected: readonly string[]
    }
