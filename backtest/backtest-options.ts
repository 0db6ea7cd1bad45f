import type { Asking } from '../src/engine/asking.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import type { FillModel, Latency } from '../src/model/fill-model.js'
import type { MarketId } from '../src/model/ids.js'
import type { Market } from '../src/model/market.js'
import type { Wei } from '../src/model/money.js'
import type { VenueTiming } from './account-parts.js'
import type { StrategyShare } from './result.js'
import type { RewardOptions } from './rewards.js'

/** The inputs of a backtest, beside the rows of its recording. */
export interface BacktestOptions {
  /** By index, as they were when the recording began; each has a unique index, including those that join later. */
  readonly markets: readonly Market[]
  /** Markets that join by a `joined` row: before it, no desk knows them. Default: none. */
  readonly joining?: ReadonlySet<MarketId>
  readonly assignments: readonly Assignment[]
  /** The strategies that the report lists separately, in the order of the config. Default: the strategies of `assignments`, by name. */
  readonly strategies?: readonly StrategyShare[]
  /** `ownInBook` must be false: a recorded book does not contain our orders. */
  readonly settings: DeskSettings
  /** One account for each, all over one decoded recording; the first is the headline. */
  readonly models: readonly FillModel[]
  readonly latency: Latency
  /** The cash that each account begins with. */
  readonly fund: Wei
  /** Identifies inputs and parameters; part of the result's hash. */
  readonly fingerprint: string
  readonly terms?: VenueTiming
  /** Default: points by the recorded terms, without value. */
  readonly rewards?: RewardOptions
  /** How often desks are woken without events, in ms; 0: never. Default 250, as live. */
  readonly timerMs?: number
  /** Whether the result lists every order. Default: no. */
  readonly keepsOrders?: boolean
  /** Whether the result has the fair values of each strategy. Default: no. */
  readonly keepsFairs?: boolean
  /** Says which strategy is being asked, for a watching thread. Absent: no thread watches. */
  readonly asking?: Asking | undefined
  /** Called from time to time with the number of events so far. */
  readonly onProgress?: (events: number) => void
}

/** The markets of each strategy: as the options give them, or else by the strategies' own names. */
export function strategyShares({
  strategies,
  assignments,
}: Pick<BacktestOptions, 'strategies' | 'assignments'>): readonly StrategyShare[] {
  if (strategies !== undefined) return strategies
  const names = new Set(assignments.map(({ definition }) => definition.name))
  return [...names].map(name => ({
    name,
    markets: assignments.filter(({ definition }) => definition.name === name).map(({ market }) => market),
  }))
}
