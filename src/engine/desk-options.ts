import type { z } from 'zod'
import type { CallBucketLimit, CallLimit } from '../model/call-limit.js'
import type { MarketIndex } from '../model/ids.js'
import type { Limits } from '../model/limits.js'
import type { RequoteOptions } from '../model/requote-options.js'
import type { StrategyDefinition } from '../strategy/strategy.js'

/** Most levels on one side that a strategy may want. */
export const LEVELS_MAX = 50

/** The venue's rate limits: fixed windows and token buckets. */
export interface BudgetOptions {
  readonly windows: readonly CallLimit[]
  /** Token buckets beside them. Absent: none. */
  readonly buckets?: readonly CallBucketLimit[] | undefined
  /** Share of each window that only cancels may use. */
  readonly cancelReservePercent: number
  /** Calls of each trading window reserved for the keeper, which removes everything if this process cannot. Absent: none. */
  readonly keeperCalls?: number
  /** Orders in one cancel request of the venue, 1 to 100: n cancels of a turn are n / cancelsPerCall calls, rounded up. Absent: 100. */
  readonly cancelsPerCall?: number | undefined
}

/** A strategy assigned to a market, with checked parameters. */
export interface Assignment {
  readonly market: MarketIndex
  readonly definition: StrategyDefinition<z.ZodType>
  readonly parameters: unknown
  /** Index of its strategy in the config, whose limits hold beside the market's. Absent: no strategy's. */
  readonly stanza?: number
}

/** How a desk quotes, and what limits it. `deskSettings` fills in what is left out. */
export interface DeskSettings {
  readonly requote: RequoteOptions
  readonly limits: Limits
  readonly budget: BudgetOptions
  /** How long a removed order may still settle. */
  readonly graceMs: number
  /** Least time between two decisions of a market; 0: every batch that changed it. */
  readonly decideEveryMs: number
  /** Whether the books contain our own orders: true live, false over a recording. */
  readonly ownInBook: boolean
}
