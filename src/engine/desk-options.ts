import type { z } from 'zod'
import type { CallBucketLimit, CallLimit } from '../model/call-limit.js'
import type { MarketIndex } from '../model/ids.js'
import type { Limits } from '../model/limits.js'
import type { RequoteOptions } from '../model/requote-options.js'
import type { StrategyDefinition } from '../strategy/strategy.js'

/** Levels of one side that a strategy may want. */
export const LEVELS_MAX = 50

/** How often the venue may be called, as it counts: in fixed windows and in buckets. */
export interface BudgetOptions {
  readonly windows: readonly CallLimit[]
  /** Buckets of tokens beside them. Absent: none. */
  readonly buckets?: readonly CallBucketLimit[] | undefined
  /** Share of each window that only cancels may use. */
  readonly cancelReservePercent: number
  /** Calls of each trading window that belong to the keeper, which removes everything where this process cannot. Absent: none. */
  readonly keeperCalls?: number
  /** Orders that one cancel request of the venue holds, 1 to 100: n cancels of a turn are n / cancelsPerCall calls, rounded up. Absent: 100. */
  readonly cancelsPerCall?: number | undefined
}

/** A strategy bound to a market with its parameters checked. */
export interface Assignment {
  readonly market: MarketIndex
  readonly definition: StrategyDefinition<z.ZodType>
  readonly parameters: unknown
  /** Whose limits hold beside those of the market: the place of its strategy in the config. Absent: no strategy's. */
  readonly stanza?: number
}

export interface DeskSettings {
  readonly requote: RequoteOptions
  readonly limits: Limits
  readonly budget: BudgetOptions
  /** How long a removed order may still settle. */
  readonly graceMs: number
  /** A market is decided at most this often; 0: on every batch that changed it. */
  readonly decideEveryMs: number
  /** Whether the books contain our own orders: true live, false over a recording. */
  readonly ownInBook: boolean
}
