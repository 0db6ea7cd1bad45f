import { Timestamp } from '../../src/model/time.js'
import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { AccountResult, BacktestResult } from '../result.js'
import type { CoverageGap, ReportAbout, ReportCoverage } from './about.js'
import { type AccountFigures, accountFigures } from './account-figures.js'
import type { DayProfit } from './days.js'
import type { ExposureSummary } from './exposures.js'
import { type FairScores, fairScores } from './fair-scores.js'
import type { MarkoutPoint } from './markouts.js'
import { byMarket } from './middles.js'
import { type ProfitDigits, profitDigits } from './profit-digits.js'
import type { Ratios } from './ratios.js'
import { ownersOf, type ProfitShare, profitShare, strategyProfits } from './strategy-profits.js'
import type { TradeStatistics } from './trade-statistics.js'

/** A backtest in numbers, for programs: `summary.json`, and the output of `backtest --json`. Amounts are decimal strings of collateral. */
export interface BacktestSummary {
  readonly events: number
  readonly wallSeconds: number
  /** For the replay only. */
  readonly eventsPerSecond: number
  /** Placed by the headline account, which is the first. */
  readonly orders: number
  /** By model, without failed ones. */
  readonly fills: Readonly<Record<string, number>>
  readonly pnl: Readonly<Record<string, ProfitDigits>>
  /** Of the headline account; the others are in `accounts`. */
  readonly maxDrawdown: string
  readonly coverage: {
    readonly from: string
    readonly to: string
    readonly gaps: readonly { market: string | null; from: string; to: string; why: string }[]
    readonly dropped: number
    readonly duplicates: number
    readonly repaired: number
    readonly printsPaired: number | null
    readonly clocks: ReportCoverage['clocks']
  }
  readonly hash: string
  readonly headline: string
  readonly accounts: Readonly<Record<string, AccountSummary>>
  readonly markets: readonly string[]
  /** In the order of the config, with the ids of their markets. */
  readonly strategies: readonly { readonly name: string; readonly markets: readonly string[] }[]
  /** How close fair values came to results, in the headline account; empty if no result is known. */
  readonly fairValue: readonly FairScores[]
  /** Independent events that were resolved: with fewer than 30, no verdict is given. */
  readonly resolutions: number
  readonly fees: { readonly schedule: string; readonly isOfRecordedVenue: boolean }
  /** The venue rules that were used. */
  readonly profile: ReportAbout['profile']
  readonly latency: string
  readonly warnings: readonly string[]
}

/** What one fill model's account came to. */
export interface AccountSummary {
  readonly orders: AccountResult['orders']
  readonly refusals: AccountResult['refusals']
  /** The bounds if everybody else earned as much or as little as possible; `low` is the part in `pnl`. */
  readonly rewards: Readonly<Record<'low' | 'high', string> & Record<'pointsLow' | 'pointsHigh', number>>
  readonly maxDrawdown: string
  /** Seconds in which quotes were wanted, and in which there were none, by reason. */
  readonly quoting: AccountResult['quoting']
  /** By name; their sum is `pnl`. */
  readonly strategies: Readonly<Record<string, ShareSummary>>
  /** By id. */
  readonly markets: Readonly<Record<string, MarketSummary>>
  readonly markouts: readonly MarkoutPoint[]
  /** Win rate, profit factor, holding time, fill ratio and the like. */
  readonly trades: TradeStatistics
  /** By UTC day. */
  readonly days: readonly DaySummary[]
  readonly ratios: Ratios
  /** Conclusions that the numbers of observations do not allow. */
  readonly ratioWarnings: readonly string[]
  readonly exposure: ExposureSummary
  readonly stateHash: string
  readonly warnings: readonly string[]
}

/** What one UTC day came to. */
export interface DaySummary extends Omit<DayProfit, 'profit'> {
  readonly profit: string
}

/** What one strategy's part of an account came to. */
export interface ShareSummary {
  readonly fills: number
  readonly shares: number
  /** In collateral. */
  readonly volume: number
  readonly pnl: ProfitDigits
  readonly refusals: AccountResult['refusals']
}

/** What one market came to. */
export interface MarketSummary extends ShareSummary {
  /** null: no strategy. */
  readonly strategy: string | null
  /** YES shares held at the end, or at the payout. */
  readonly net: number
}

/** Summarizes a backtest. */
export function summarizeBacktest(
  result: BacktestResult,
  about: ReportAbout,
  figures: readonly AccountFigures[] = accountFigures(result),
): BacktestSummary {
  const [headline] = result.accounts
  return {
    events: result.events,
    wallSeconds: about.wallSeconds,
    eventsPerSecond: about.wallSeconds > 0 ? Math.round(result.events / about.wallSeconds) : 0,
    orders: headline?.orders.placed ?? 0,
    fills: byModel(figures, ({ fills }) => fills.fills),
    pnl: byModel(figures, ({ account }) => profitDigits(account.profit)),
    maxDrawdown: headline === undefined ? '0' : exactDigits(headline.maxDrawdown),
    coverage: coverageOf(about),
    hash: result.hash,
    headline: headline?.model ?? '',
    accounts: byModel(figures, each => accountSummary(result, each)),
    markets: result.markets.map(({ id }) => id),
    strategies: strategiesOf(result),
    fairValue: fairScores(result),
    resolutions: result.resolutions,
    fees: about.fees,
    profile: about.profile,
    latency: about.latency,
    warnings: about.warnings,
  }
}

function accountSummary(result: BacktestResult, figures: AccountFigures): AccountSummary {
  const { account, markouts, trades, days, ratios, ratioWarnings, exposure } = figures
  const { orders, refusals, rewards, maxDrawdown, quoting, stateHash, warnings } = account
  return {
    orders,
    refusals,
    rewards: { ...rewards, low: exactDigits(rewards.low), high: exactDigits(rewards.high) },
    quoting,
    maxDrawdown: exactDigits(maxDrawdown),
    strategies: Object.fromEntries(strategyProfits(result, account).map(share => [share.name, shareSummary(share)])),
    markets: marketsOf(result, figures),
    markouts,
    trades,
    days: days.map(day => ({ ...day, profit: exactDigits(day.profit) })),
    ratios,
    ratioWarnings,
    exposure,
    stateHash,
    warnings,
  }
}

const shareSummary = ({ fills, shares, volume, profit, refusals }: ProfitShare): ShareSummary => ({
  fills,
  shares,
  volume,
  pnl: profitDigits(profit),
  refusals,
})

function marketsOf(
  result: BacktestResult,
  { account, marketProfits }: AccountFigures,
): Readonly<Record<string, MarketSummary>> {
  const owners = ownersOf(result)
  const fills = byMarket(account.fills)
  return Object.fromEntries(
    result.markets.map(({ id }, market) => [
      id,
      {
        strategy: owners[market] ?? null,
        ...shareSummary(profitShare(account, new Set([market]), fills.get(market) ?? [])),
        net: marketProfits[market]?.net ?? 0,
      },
    ]),
  )
}

const strategiesOf = ({ strategies, markets }: BacktestResult): BacktestSummary['strategies'] =>
  strategies.map(({ name, markets: own }) => ({ name, markets: own.flatMap(index => markets[index]?.id ?? []) }))

const byModel = <T>(figures: readonly AccountFigures[], of: (each: AccountFigures) => T): Record<string, T> =>
  Object.fromEntries(figures.map(each => [each.account.model, of(each)]))

function coverageOf({ coverage }: ReportAbout): BacktestSummary['coverage'] {
  const { dropped, duplicates, repaired, printsPaired, clocks } = coverage
  const inWords = ({ market, from, to, why }: CoverageGap) => ({
    market,
    from: Timestamp.iso(from),
    to: Timestamp.iso(to),
    why,
  })
  return {
    from: Timestamp.iso(coverage.from),
    to: Timestamp.iso(coverage.to),
    gaps: coverage.gaps.map(inWords),
    dropped,
    duplicates,
    repaired,
    printsPaired,
    clocks,
  }
}
