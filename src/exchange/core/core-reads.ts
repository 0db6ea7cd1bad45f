import type { Price, Wei } from '../../model/money.js'
import type { Payout } from '../../model/payout.js'
import type { Timestamp } from '../../model/time.js'
import type { ApprovalBits, MarketKind } from './approvals.js'
import type { AccountId, MarketSpec, MarketStatus, TradingStatus } from './command.js'
import type { Lane } from './matching.js'

/** Shares of one market. `reserved*` is the part that resting and unsettled sells hold. */
export interface MarketHolding {
  readonly yes: Wei
  readonly no: Wei
  readonly reservedYes: Wei
  readonly reservedNo: Wei
}

/** A wallet's balances on the chain, and how much of them its orders hold. */
export interface CoreAccount extends ApprovalBits {
  readonly id: AccountId
  /** Settled collateral. */
  readonly cash: Wei
  /** The part of `cash` that resting and unsettled buys hold. */
  readonly reservedCash: Wei
  /** What each exchange contract requires in the account's orders. */
  readonly nonces: Readonly<Record<MarketKind, number>>
  /** The part of a taker fee that the account is spared: 1,000 is a tenth. */
  readonly feeDiscountBps: number
  /** Millionths of a point that the account's resting orders have earned. */
  readonly microPoints: number
  /** By market id; a market in which the account never held shares is missing. */
  readonly holdings: ReadonlyMap<number, MarketHolding>
}

/** Both lanes of a market's orders as numbers; asks stand at 1 - price. Empty once the market is resolved. */
export interface RestingOrders {
  /** The best price of a lane, in 1/10,000; 0: none rests. */
  best(lane: Lane): number
  /** In millionths of a share. */
  sizeAt(lane: Lane, price: number): number
}

/** A market as it is now. */
export interface CoreMarket {
  /** With the present end and rewards. */
  readonly spec: MarketSpec
  readonly tick: Price
  readonly trading: TradingStatus
  readonly status: MarketStatus
  /** The proposed result; it stays here while disputed and once it is the result. `null`: none was proposed. */
  readonly proposed: Payout | null
  /** When the proposal becomes the result by itself; `null`: only a command resolves. */
  readonly resolvesAt: Timestamp | null
  /** What one YES share paid; `null` until the market is resolved or removed. */
  readonly result: Payout | null
  readonly resolvedAt: Timestamp | null
  /** Collateral behind the pairs that exist; after resolution the dust that rounding left. */
  readonly locked: Wei
  /** Counts changes of the book and of its pending settlements, from 1. */
  readonly version: number
  readonly changedAt: Timestamp
  /** Orders in the book, without the recorded crowd. */
  readonly restingOrders: number
}
