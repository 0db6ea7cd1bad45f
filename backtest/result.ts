import type { MarketEvent } from '../src/model/event.js'
import type { Place } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import type { BookSide, Outcome, Price, Side, Size, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'

/** A fill that the recording justifies, in one account. */
export interface SimulatedFill {
  /** When the venue matched it. */
  readonly at: Timestamp
  /** By the market's index in the run. */
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly isMaker: boolean
  readonly shares: Wei
  /** Before the fee. */
  readonly value: Wei
  readonly fee: { readonly in: 'shares' | 'cash'; readonly amount: Wei }
  /** The row of the recording without which it would not have happened; null: one of our own orders took what was displayed. */
  readonly evidence: MarketEvent | null
  /** Nobody else was displayed within one tick of it. */
  readonly isAlone: boolean
  /** Displayed at its level when the order joined it; left out by a driver that does not follow it. */
  readonly aheadAtJoin?: Size
  /** False: its settlement failed, and it was undone. */
  readonly isSettled: boolean
}

/** One order that a desk sent, and what became of it. */
export interface SimulatedOrder {
  readonly id: string
  /** By the market's index in the run. */
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly style: Place['style']
  /** Of its own outcome. */
  readonly price: Price
  readonly size: Size
  /** When the desk decided on it. */
  readonly sentAt: Timestamp
  /** When it reached the venue; null: it was on its way when the recording ended. */
  readonly arrivedAt: Timestamp | null
  /** At the venue; null: it has not ended. */
  readonly endedAt: Timestamp | null
  /** `sent`: still on its way. `open`: it rested to the end. `refused`: it never stood. `removed`: by us. `ended`: by the venue, `why` says for what. */
  readonly ended: 'sent' | 'open' | 'refused' | 'filled' | 'removed' | 'expired' | 'ended'
  /** The venue's word for the end; null: it has not ended. */
  readonly why: string | null
  /** Shares of its fills, without those whose settlement failed. */
  readonly filled: Wei
}

/** How often each rule refused an order, most often first. */
export interface RefusalCounts {
  /** Limits and rules of our own desk, before an order is sent. */
  readonly limits: Readonly<Record<string, number>>
  /** Rules of the venue, which refuses an order or ends it. */
  readonly venue: Readonly<Record<string, number>>
}

/** How an account stood, at most once a sampled interval. */
export interface AccountSample {
  readonly at: Timestamp
  /** Gained since the run began. */
  readonly equity: Wei
  /** The part of each strategy, in their order; together they are `equity`. Empty where there is one strategy. */
  readonly byStrategy: readonly Wei[]
  /** Net YES shares of each market, in shares. */
  readonly net: readonly number[]
}

/** What a strategy held a YES share to be worth from a moment on, 0 to 1; null: from then on it has no value. */
export interface FairSample {
  readonly at: Timestamp
  readonly market: number
  readonly fair: number | null
}

/** A best quote of ours, from when until when it rested; null: it still did. */
export interface QuoteSpan {
  readonly market: number
  /** In YES terms. */
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
  readonly from: Timestamp
  readonly to: Timestamp | null
}

/** What an account earned, in parts that add up to `total` to the wei. */
export interface ProfitParts {
  readonly total: Wei
  /** Against the middle of the recorded book at each fill. */
  readonly spread: Wei
  /** What held shares gained or lost while they were held. */
  readonly drift: Wei
  /** From the last mark to the payout. */
  readonly settlement: Wei
  /** Paid; negative. */
  readonly fees: Wei
  /** The low estimate. */
  readonly rewards: Wei
}

/** What an account's resting orders earned, between what everybody else may have earned at most and at least. */
export interface RewardEstimate {
  readonly low: Wei
  readonly high: Wei
  readonly pointsLow: number
  readonly pointsHigh: number
}

/** One account of a backtest: one fill model over the same recording. */
export interface AccountResult {
  readonly model: string
  readonly orders: Readonly<Record<'placed' | 'canceled' | 'filled' | 'refused', number>>
  readonly refusals: RefusalCounts
  /** Of each market by its index; together they are `refusals`. */
  readonly refusalsByMarket: readonly RefusalCounts[]
  /** Every order that left; empty unless the options ask for them. */
  readonly sent: readonly SimulatedOrder[]
  readonly fills: readonly SimulatedFill[]
  readonly profit: ProfitParts
  /** Of each market by its index; together they are `profit`, to the wei. */
  readonly byMarket: readonly ProfitParts[]
  readonly rewards: RewardEstimate
  /** Largest loss from a peak. */
  readonly maxDrawdown: Wei
  readonly samples: readonly AccountSample[]
  readonly quotes: readonly QuoteSpan[]
  /** By the `fair` of the strategies' own `terms()`, in the order of their times; empty unless the options ask for it. */
  readonly fairs: readonly FairSample[]
  /** Of the desk. */
  readonly stateHash: string
  /** Of the venue's side of it. */
  readonly venueHash: string
  /** What a reader should know before he believes it, a sentence each. */
  readonly warnings: readonly string[]
}

/** The recorded book, at most once a sampled interval, for the report's picture. */
export interface BookSample {
  readonly at: Timestamp
  readonly market: number
  readonly bid: Price | null
  readonly ask: Price | null
}

/** The markets of one strategy. */
export interface StrategyShare {
  /** Of its own among the strategies of a result. */
  readonly name: string
  /** Indexes; those that joined later too. */
  readonly markets: readonly number[]
}

/** A finished backtest. */
export interface BacktestResult {
  readonly strategies: readonly StrategyShare[]
  readonly markets: readonly Market[]
  readonly events: number
  readonly batches: number
  readonly from: Timestamp
  readonly to: Timestamp
  /** The pessimistic one first. */
  readonly accounts: readonly AccountResult[]
  readonly books: readonly BookSample[]
  /** Markets whose result is known, by independent event: no verdict is given below 30 of them. */
  readonly resolutions: number
  /** Over inputs, parameters and every account's end. */
  readonly hash: string
}
