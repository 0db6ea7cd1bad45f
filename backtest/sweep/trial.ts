import type { Chunk } from '../../src/recording/recording.js'
import type { BacktestOptions } from '../backtest-options.js'
import { exactDigits } from '../report/digits.js'
import { eventProfits } from '../report/event-profits.js'
import type { AccountResult, BacktestResult, ProfitParts } from '../result.js'
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
  readonly profit: Readonly<Record<keyof ProfitParts, string>>
  readonly maxDrawdown: string
  /** Profit of each event whose result is known, in collateral, in the order of the markets. */
  readonly eventProfits: readonly number[]
  readonly warnings: readonly string[]
}

/** Runs a backtest and keeps of it what a table needs: of the headline account, which is the first. */
export function runTrial(options: BacktestOptions, chunks: Iterable<Chunk>): TrialResult {
  const backtest = createBacktest(options)
  for (const chunk of chunks) backtest.add(chunk)
  return trialResult(backtest.finish(), options)
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
    profit: {
      total: exactDigits(profit.total),
      spread: exactDigits(profit.spread),
      drift: exactDigits(profit.drift),
      settlement: exactDigits(profit.settlement),
      fees: exactDigits(profit.fees),
      rewards: exactDigits(profit.rewards),
    },
    maxDrawdown: exactDigits(maxDrawdown),
    eventProfits: eventProfits({ result, account, quoted: new Set(assignments.map(({ market }) => market)) }),
    warnings,
  }
}
