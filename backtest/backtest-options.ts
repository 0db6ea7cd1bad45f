import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import type { FillModel, Latency } from '../src/model/fill-model.js'
import type { MarketId } from '../src/model/ids.js'
import type { Market } from '../src/model/market.js'
import type { Wei } from '../src/model/money.js'
import type { VenueTerms } from './account-parts.js'
import type { StrategyShare } from './result.js'
import type { RewardOptions } from './rewards.js'

/** What a backtest runs on, beside the rows of its recording. */
export interface BacktestOptions {
  /** In the order of their indexes, as they were when the recording began; each has an index of its own, those that join later too. */
  readonly markets: readonly Market[]
  /** Markets that a `joined` row brings in: before it no desk knows of them. Default: none. */
  readonly joining?: ReadonlySet<MarketId>
  readonly assignments: readonly Assignment[]
  /** What the report tells apart, in the order of the config. Default: the strategies of `assignments`, by their names. */
  readonly strategies?: readonly StrategyShare[]
  /** `ownInBook` must be false: a recorded book does not hold our orders. */
  readonly settings: DeskSettings
  /** One account each, all over one decode; the first is the headline. */
  readonly models: readonly FillModel[]
  readonly latency: Latency
  /** What each account begins with. */
  readonly fund: Wei
  /** Names inputs and parameters; part of the result's hash. */
  readonly fingerprint: string
  readonly terms?: VenueTerms
  /** Default: points by the recorded terms, worth nothing. */
  readonly rewards?: RewardOptions
  /** Desks are woken this often even when nothing comes; 0: never. Default 250, as live. */
  readonly timerMs?: number
  /** Whether the result lists every order. Default: no. */
  readonly keepsOrders?: boolean
  /** Whether the result has what each strategy holds its markets to be worth. Default: no. */
  readonly keepsFairs?: boolean
  /** Called now and then with the events so far. */
  readonly onProgress?: (events: number) => void
}
