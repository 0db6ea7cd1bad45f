import type { AccountResult, BacktestResult } from '../result.js'
import { type DayProfit, dayProfits } from './days.js'
import { eventProfits } from './event-profits.js'
import { type Exposure, type ExposureSummary, exposures, summarizeExposures } from './exposures.js'
import { type AloneProfit, aloneProfit, type MarketProfit, marketProfits } from './fill-profit.js'
import { type FillStatistics, fillStatistics } from './fill-statistics.js'
import { type MarkoutPoint, markouts } from './markouts.js'
import { ratioWarnings } from './ratio-warnings.js'
import { type Ratios, ratiosOf } from './ratios.js'
import { type TradeStatistics, tradeStatistics } from './trade-statistics.js'

/** What is computed from an account's lists for its summary and its page, so that each list is walked once. */
export interface AccountFigures {
  readonly account: AccountResult
  readonly fills: FillStatistics
  readonly trades: TradeStatistics
  /** One for each UTC day of the run. */
  readonly days: readonly DayProfit[]
  /** Fills without another order within one tick. */
  readonly alone: AloneProfit
  readonly markouts: readonly MarkoutPoint[]
  /** In the order of the config. */
  readonly marketProfits: readonly MarketProfit[]
  /** Of each event with a known result, in collateral, in the order in which they were resolved. */
  readonly eventProfits: readonly number[]
  readonly ratios: Ratios
  /** Conclusions that the numbers of observations do not allow. */
  readonly ratioWarnings: readonly string[]
  /** One for each sample of the account. */
  readonly exposures: readonly Exposure[]
  readonly exposure: ExposureSummary
}

/** The figures of each account of a result, in its order. */
export const accountFigures = (result: BacktestResult): readonly AccountFigures[] =>
  result.accounts.map(account => figuresOf(result, account))

function figuresOf(result: BacktestResult, account: AccountResult): AccountFigures {
  const byMarket = marketProfits(result, account)
  const byEvent = eventProfits(result, byMarket)
  const ratios = ratiosOf(result, account, byEvent)
  const atRisk = exposures(result, account)
  const exposure = summarizeExposures(atRisk)
  return {
    account,
    fills: fillStatistics(account),
    trades: tradeStatistics(result, account, exposure.mean),
    days: dayProfits(result, account),
    alone: aloneProfit(result, account),
    markouts: markouts(result, account.fills),
    marketProfits: byMarket,
    eventProfits: byEvent,
    ratios,
    ratioWarnings: ratioWarnings(ratios),
    exposures: atRisk,
    exposure,
  }
}
