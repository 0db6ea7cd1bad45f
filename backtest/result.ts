import type { QuotingSeconds } from '../src/engine/quoting-time.js'
import type { MarketEvent } from '../src/model/event.js'
import type { MarketId } from '../src/model/ids.js'
import type { Place } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import type { BookSide, Outcome, Price, Side, Size, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'

/** A fill in one account that the recording justifies. */
export interface SimulatedFill {
  /** The id of our order, as in `SimulatedOrder`. */
  readonly order: string
  /** When the venue matched it. */
  readonly at: Timestamp
  /** Market index in the run. */
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly isMaker: boolean
  readonly shares: Wei
  /** Before the fee. */
  readonly value: Wei
  readonly fee: { readonly in: 'shares' | 'cash'; readonly amount: Wei }
  /** The row of the recording that caused it; null: one of our own orders took what was displayed. */
  readonly evidence: MarketEvent | null
  /** No other order was displayed within one tick of it. */
  readonly isAlone: boolean
  /** Displayed at its level when the order joined it; absent if the driver does not track it. */
  readonly aheadAtJoin?: Size
  /** False: its settlement failed, and it was reverted. */
  readonly isSettled: boolean
  /**
   * Mid price of the recorded book 1 s, 5 s, 30 s, 5 min and 1 h after it, 0 to 1; null: a side was empty, or the recording ended before. Absent: not
   * measured.
   */
  readonly middlesAfter?: readonly (number | null)[]
}

/** One order that a desk sent, and what became of it. */
export interface SimulatedOrder {
  readonly id: string
  /** Market index in the run. */
  readonly market: number
  readonly outcome: Outcome
  readonly side: Side
  readonly style: Place['style']
  /** In terms of its own outcome. */
  readonly price: Price
  readonly size: Size
  /** When the desk decided on it. */
  readonly sentAt: Timestamp
  /** When it reached the venue; null: the recording ended before. */
  readonly arrivedAt: Timestamp | null
  /** At the venue; null: it has not ended. */
  readonly endedAt: Timestamp | null
  /**
   * `sent`: still on its way. `open`: it rested to the end. `refused`: never accepted. `removed`: by us. `ended`: by the venue, for the reason in
   * `why`.
   */
  readonly ended: 'sent' | 'open' | 'refused' | 'filled' | 'removed' | 'expired' | 'ended'
  /** The venue's reason for the end; null: it has not ended. */
  readonly why: string | null
  /** Shares of its fills, without failed settlements. */
  readonly filled: Wei
}

/** How often each rule refused an order, most frequent first. */
export interface RefusalCounts {
  /** Limits and rules of our own desk, before an order is sent. */
  readonly limits: Readonly<Record<string, number>>
  /** Rules of the venue, which refuse or end an order. */
  readonly venue: Readonly<Record<string, number>>
}

/** State of an account, at most once in a sampling interval. */
export interface AccountSample {
  readonly at: Timestamp
  /** Profit since the run began. */
  readonly equity: Wei
  /** The part of each strategy, in their order; the sum is `equity`. Empty for a single strategy. */
  readonly byStrategy: readonly Wei[]
  /** Net YES shares of each market. */
  readonly net: readonly number[]
}

/** A strategy's fair value of a YES share from a moment on, 0 to 1; null: no value from then on. */
export interface FairSample {
  readonly at: Timestamp
  readonly market: number
  readonly fair: number | null
}

/** A best quote of ours, and when it rested; null: it still does. */
export interface QuoteSpan {
  readonly market: number
  /** In YES terms. */
  readonly side: BookSide
  readonly price: Price
  readonly size: Size
  readonly from: Timestamp
  readonly to: Timestamp | null
}

/** Profit of an account, in parts that sum to `total` to the wei. */
export interface ProfitParts {
  readonly total: Wei
  /** Against the mid price of the recorded book before the rows of each fill's moment. */
  readonly spread: Wei
  /** Gain or loss of held shares. */
  readonly drift: Wei
  /** From the last mark to the payout. */
  readonly settlement: Wei
  /** Paid; negative. */
  readonly fees: Wei
  /** The low estimate. */
  readonly rewards: Wei
}

/** Rewards of an account's resting orders: bounds if everybody else earned as much or as little as possible. */
export interface RewardEstimate {
  readonly low: Wei
  readonly high: Wei
  readonly pointsLow: number
  readonly pointsHigh: number
}

/** A strategy threw in `decide`, or returned an invalid answer: it was not asked again in these markets. */
export interface StrategyFailure {
  readonly strategy: string
  readonly markets: readonly MarketId[]
  /** Of the first failure there. */
  readonly message: string
  /** `file:line` in the strategy's own code; null: the stack has none. */
  readonly where: string | null
}

/** One account of a backtest: one fill model over the recording. */
export interface AccountResult {
  readonly model: string
  readonly orders: Readonly<Record<'placed' | 'canceled' | 'filled' | 'refused', number>>
  readonly refusals: RefusalCounts
  /** For each market, by index; the sum is `refusals`. */
  readonly refusalsByMarket: readonly RefusalCounts[]
  /** Every sent order; empty unless the options ask for them. */
  readonly sent: readonly SimulatedOrder[]
  readonly fills: readonly SimulatedFill[]
  readonly profit: ProfitParts
  /** For each market, by index; the sum is `profit`, to the wei. */
  readonly byMarket: readonly ProfitParts[]
  readonly rewards: RewardEstimate
  /** Largest loss from a peak. */
  readonly maxDrawdown: Wei
  /** How long quotes were wanted since each market's first book, and how long there were none, by reason. */
  readonly quoting: QuotingSeconds
  readonly samples: readonly AccountSample[]
  readonly quotes: readonly QuoteSpan[]
  /** From the `fair` of the strategies' `terms()`, by time; empty unless the options ask for them. */
  readonly fairs: readonly FairSample[]
  /** Of the desk. */
  readonly stateHash: string
  /** Hash of the venue's side. */
  readonly venueHash: string
  /** Strategies that threw or gave an invalid answer. */
  readonly failures: readonly StrategyFailure[]
  /** Reasons to doubt the result, one sentence each. */
  readonly warnings: readonly string[]
}

/** The recorded book, at most once in a sampling interval, for the report's plot. */
export interface BookSample {
  readonly at: Timestamp
  readonly market: number
  readonly bid: Price | null
  readonly ask: Price | null
}

/** The markets of one strategy. */
export interface StrategyShare {
  /** Unique among the strategies of a result. */
  readonly name: string
  /** Indexes, including markets that joined later. */
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
  /** Independent events with a known result: with fewer than 30, no verdict is given. */
  readonly resolutions: number
  /** Hash of inputs, parameters and every account's end. */
  readonly hash: string
}
