import { Timestamp } from '../../src/model/time.js'
import type { AccountResult, BacktestResult } from '../result.js'
import type { CoverageGap, ReportAbout, ReportCoverage } from './about.js'
import { exactDigits } from './digits.js'
import { type ProfitDigits, profitDigits } from './profit-digits.js'

/** A backtest in numbers, for programs: `summary.json`, and what `backtest --json` prints. Amounts are decimal strings of collateral. */
export interface BacktestSummary {
  readonly events: number
  readonly wallSeconds: number
  /** Of the replay proper. */
  readonly eventsPerSecond: number
  /** Placed by the headline account, which is the first. */
  readonly orders: number
  /** By model, undone ones left out. */
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
  /** Independent resolution events: below 30 of them no verdict is given. */
  readonly resolutions: number
  readonly fees: { readonly schedule: string; readonly isOfRecordedVenue: boolean }
  /** The venue's rules that were gone by. */
  readonly profile: ReportAbout['profile']
  readonly latency: string
  readonly warnings: readonly string[]
}

interface AccountSummary {
  readonly orders: AccountResult['orders']
  readonly refusals: AccountResult['refusals']
  /** Between what everybody else may have earned at most and at least; `low` is the part in `pnl`. */
  readonly rewards: Readonly<Record<'low' | 'high', string> & Record<'pointsLow' | 'pointsHigh', number>>
  readonly maxDrawdown: string
  readonly stateHash: string
  readonly warnings: readonly string[]
}

/** Sums a backtest up. */
export function summarizeBacktest(result: BacktestResult, about: ReportAbout): BacktestSummary {
  const [headline] = result.accounts
  return {
    events: result.events,
    wallSeconds: about.wallSeconds,
    eventsPerSecond: about.wallSeconds > 0 ? Math.round(result.events / about.wallSeconds) : 0,
    orders: headline?.orders.placed ?? 0,
    fills: byModel(result, ({ fills }) => fills.filter(({ isSettled }) => isSettled).length),
    pnl: byModel(result, ({ profit }) => profitDigits(profit)),
    maxDrawdown: headline === undefined ? '0' : exactDigits(headline.maxDrawdown),
    coverage: coverageOf(about),
    hash: result.hash,
    headline: headline?.model ?? '',
    accounts: byModel(result, ({ orders, refusals, rewards, maxDrawdown, stateHash, warnings }) => ({
      orders,
      refusals,
      rewards: { ...rewards, low: exactDigits(rewards.low), high: exactDigits(rewards.high) },
      maxDrawdown: exactDigits(maxDrawdown),
      stateHash,
      warnings,
    })),
    markets: result.markets.map(({ id }) => id),
    resolutions: result.resolutions,
    fees: about.fees,
    profile: about.profile,
    latency: about.latency,
    warnings: about.warnings,
  }
}

const byModel = <T>({ accounts }: BacktestResult, of: (account: AccountResult) => T): Record<string, T> =>
  Object.fromEntries(accounts.map(account => [account.model, of(account)]))

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
