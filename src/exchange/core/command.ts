import type { LevelCause } from '../../model/event.js'
import type { FeeFunction } from '../../model/fees.js'
import type { TickTable } from '../../model/market.js'
import type { BookSide, Outcome, Price, Side, Size, Wei } from '../../model/money.js'
import type { Payout } from '../../model/payout.js'
import type { Timestamp } from '../../model/time.js'
import type { MarketKind, Spender } from './approvals.js'

/** A wallet, lower-case 0x address; or a name that begins with `crowd` for those who trade without keys. */
export type AccountId = string

export type SelfTradePrevention = 'cancel-maker' | 'cancel-taker' | 'cancel-both'
export type MarketStatus = 'REGISTERED' | 'PRICE_PROPOSED' | 'PRICE_DISPUTED' | 'PAUSED' | 'UNPAUSED' | 'RESOLVED' | 'REMOVED'
/**
 * OPEN trades. MATCHING_NOT_ENABLED takes LIMIT orders and lets them rest, but matches nothing. CANCEL_ONLY takes no orders; resting ones may be
 * removed. CLOSED has no orders.
 */
export type TradingStatus = 'OPEN' | 'MATCHING_NOT_ENABLED' | 'CANCEL_ONLY' | 'CLOSED'
/** Which resting orders of a market earn rewards, and how much. */
export interface RewardTerms {
  /** In dollars on each side of the middle, such as 0.06. */
  readonly spreadThreshold: number
  /** Shares that an order must still offer. */
  readonly shareThreshold: number
  /** The pool of the whole market; spans must not overlap. An empty list pays nothing. */
  readonly schedule: readonly RewardSpan[]
  /** The pool is multiplied while the boost lasts. `null`: no boost. */
  readonly boost?: { readonly from: Timestamp; readonly to: Timestamp; readonly multiplier: number } | null
}

/** A pool of `microPointsPerHour`, from one time to another. */
export interface RewardSpan {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly microPointsPerHour: number
}

/** The least order of a market, and its sizes and prices where they do not follow from its tick. */
export interface OrderRules {
  readonly minValue: Wei
  readonly minSize: Size
  /** Sizes are whole multiples of this step. */
  readonly sizeStep: Size
  /** Absent: the market's tick applies to all prices. */
  readonly ticks?: TickTable
}

/** What a market is to the core; its texts (title, question) belong to the server. */
export interface MarketSpec {
  readonly id: number
  /** Whole 1/10,000: 100 with two decimals, 10 with three. */
  readonly tick: Price
  readonly feeRateBps: number
  /** Absent: Predict.fun's, with `feeRateBps`. */
  readonly fees?: FeeFunction
  /** What orders must satisfy besides the tick. Absent: Predict.fun's rules. */
  readonly rules?: OrderRules
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  /** When the market closes by itself; with `null` an operator closes it. */
  readonly endsAt: Timestamp | null
  /**
   * The result that is proposed when the market closes, unless an operator proposes another: the synthetic crowd's hidden value. `null`: an
   * operator proposes.
   */
  readonly resolvesTo: Payout | null
  /** Markets of one group exclude each other: exactly one of them resolves to Yes. `null` or absent: the market belongs to no group. */
  readonly group?: string | null
  /** `null` or absent: the market's orders earn no points. */
  readonly rewards?: RewardTerms | null
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
  /** Most collateral that a buy may spend; `null`: `limit` times `shares` is the bound. */
  readonly budget: Wei | null
  readonly expiresAt: Timestamp
  readonly isPostOnly: boolean
  readonly isFillOrKill: boolean
  readonly selfTradePrevention: SelfTradePrevention
  /** Lets this MARKET order use what the account's resting orders hold: the newest of them are canceled until it has enough. Default: false. */
  readonly takesReserved?: boolean
}

/**
 * Everything that changes the exchange. Before each command the core performs all that is due before `at`. So the log of commands with their times
 * is the exchange: a replay restores every account, order and settlement.
 */
export type CoreCommand = { readonly at: Timestamp } & (
  | { readonly kind: 'fund'; readonly account: AccountId; readonly cash: Wei }
  /** What a contract may take of an account: all or nothing. Without `spender`, every contract. */
  | {
      readonly kind: 'approve'
      readonly account: AccountId
      readonly cash: boolean
      readonly shares: boolean
      readonly spender?: Spender
    }
  /** Deletes a trader without keys; its cash and points go to the account `crowd`. Refused while it has orders or shares. */
  | { readonly kind: 'retire'; readonly account: AccountId }
  | { readonly kind: 'market'; readonly market: MarketSpec }
  | { readonly kind: 'trading'; readonly market: number; readonly status: TradingStatus }
  /**
   * PAUSED stops trading and voids a proposal; UNPAUSED lets it trade as before. REMOVED is final: the market closes, and every share
   * pays half a dollar. The other three follow from `propose`, `dispute` and `resolve` and are refused here.
   */
  | { readonly kind: 'status'; readonly market: number; readonly status: MarketStatus }
  | { readonly kind: 'tick'; readonly market: number; readonly tick: Price }
  /** Sets or moves the end of a market; `null`: the market has no end. A past time ends it now; a market that has ended does not reopen. */
  | { readonly kind: 'end'; readonly market: number; readonly endsAt: Timestamp | null }
  /** Names a result. Undisputed it becomes the result after `resolveAfterUs`. Trading goes on until the market ends or is resolved. */
  | { readonly kind: 'propose'; readonly market: number; readonly yes: Payout }
  /** Stops a proposal from becoming the result; another proposal or a resolution has to follow. */
  | { readonly kind: 'dispute'; readonly market: number }
  /** Fixes the result and pays. Yes in a group makes the other markets of the group No at the same instant. */
  | { readonly kind: 'resolve'; readonly market: number; readonly yes: Payout }
  /** The part of every taker fee that an account is spared from now on, in bps: 1,000 is a tenth. */
  | { readonly kind: 'discount'; readonly account: AccountId; readonly bps: number }
  /** Sets the rewards of a market from now on. */
  | ({ readonly kind: 'rewards'; readonly market: number } & RewardTerms)
  /**
   * A fault of the chain: settlements submitted from now on take `delayUs` (`null`: the option's delay again), and the next `fails` of them fail.
   */
  | { readonly kind: 'settling'; readonly delayUs: number | null; readonly fails: number }
  /** Makes `shares` pairs of YES and NO out of as many dollars of an account. */
  | { readonly kind: 'split'; readonly account: AccountId; readonly market: number; readonly shares: Wei }
  /** Makes dollars out of pairs. */
  | { readonly kind: 'merge'; readonly account: AccountId; readonly market: number; readonly shares: Wei }
  /** Turns free shares of a decided market into cash by its payout; the shares of a loser vanish for nothing. */
  | { readonly kind: 'redeem'; readonly account: AccountId; readonly market: number; readonly yes: Wei; readonly no: Wei }
  /**
   * Turns `shares` of NO of each of these markets of a group into as many of YES of its other markets, and into dollars: `shares` for each of the markets
   * but the first. The option `convertFeeBps` is taken from both.
   */
  | {
      readonly kind: 'convert'
      readonly account: AccountId
      readonly group: string
      readonly markets: readonly number[]
      readonly shares: Wei
    }
  | { readonly kind: 'place'; readonly order: OrderSpec }
  | { readonly kind: 'remove'; readonly account: AccountId; readonly hashes: readonly string[] }
  | { readonly kind: 'nonce'; readonly account: AccountId; readonly of?: MarketKind }
  /** The recorded crowd: the anonymous size of a level is now `size`; our own orders are not in it. */
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
  /**
   * Empties the recorded crowd's book; the rows of a whole book follow. `isDark`: the book is unknown and stays empty until the next clear, which
   * restores the queue places and the sizes taken from before.
   */
  | { readonly kind: 'crowd-clear'; readonly market: number; readonly isDark?: boolean }
)

/** What the recorded crowd does. */
export type CrowdCommand = Extract<CoreCommand, { readonly kind: 'crowd-level' | 'crowd-print' | 'crowd-clear' }>

/** Why the core refused an order; the server gives each its slug and text. */
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
  /** Exactly one of a group resolves to Yes; the note says how the command would break that. */
  | 'group'
  /** A market or account in this state cannot do that; the note says which. */
  | 'status'
  /** A number of the command is out of its range. */
  | 'out-of-range'

/** The immediate answer to a command. */
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
