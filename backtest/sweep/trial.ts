import type { Chunk } from '../../src/recording/columns/recording.js'
import type { BacktestOptions } from '../backtest-options.js'
import { exactDigits } from '../report/digits.js'
import { eventProfits } from '../report/event-profits.js'
import { type ProfitDigits, profitDigits } from '../report/profit-digits.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { createBacktest } from '../run.js'

/** What one backtest of many came to, small enough to keep thousands of them. Amounts are decimal strings of collateral. */
export interface TrialResult {
  /** That of the same backtest run alone. */
  readonly hash: string
  readonly stateHash: string
  readonly events: number
  readonly orders: AccountResult['orders']
  /** Undone ones left out. */
  readonly fills: number
  readonly profit: ProfitDigits
  readonly maxDrawdown: string
  /** Profit of each event whose result is known, in collateral, in the order in which they were decided. */
  readonly eventProfits: readonly number[]
  readonly warnings: readonly string[]
}

/** How a trial ended: with a result, or with what its strategy, or the backtest, threw. */
export type TrialOutcome =
  | { readonly kind: 'done'; readonly result: TrialResult }
  | { readonly kind: 'failed'; readonly message: string }

/** A parameter set that came to no result. */
export interface FailedTrial {
  /** From 1, in the order in which the space was walked. */
  readonly number: number
  readonly parameters: Readonly<Record<string, unknown>>
  /** What was thrown. */
  readonly message: string
}

/** Runs a backtest and keeps of it what a table needs: of the headline account, which is the first. What is thrown is an outcome too. */
export function runTrial(options: BacktestOptions, chunks: Iterable<Chunk>): TrialOutcome {
  try {
    const backtest = createBacktest(options)
    for (const chunk of chunks) backtest.add(chunk)
    return { kind: 'done', result: trialResult(backtest.finish(), options) }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function trialResult(result: BacktestResult, { assignments }: BacktestOptions): TrialResult {
  const [account] = result.accounts
  if (account === undefined) throw new Error('expected an account in a trial, found none')
  const { profit, fills, stateHash, orders, maxDrawdown, warnings } = account
  return {
    hash: result.hash,
    stateHash,
    events: result.events,
    orders,
    fills: fills.filter(({ isSettled }) => isSettled).length,
    profit: profitDigits(profit),
    maxDrawdown: exactDigits(maxDrawdown),
    eventProfits: eventProfits({ result, account, quoted: new Set(assignments.map(({ market }) => market)) }),
    warnings,
  }
}
