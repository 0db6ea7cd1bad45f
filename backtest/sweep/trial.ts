import { reasonOf } from '../../src/model/reason-of.js'
import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import type { BacktestOptions } from '../backtest-options.js'
import { eventProfits } from '../report/event-profits.js'
import { marketProfits } from '../report/fill-profit.js'
import { type ProfitDigits, profitDigits } from '../report/profit-digits.js'
import type { AccountResult, BacktestResult, StrategyFailure } from '../result.js'
import { createBacktest } from '../run.js'

/** The result of one backtest of many, small enough to keep thousands. Amounts are decimal strings of collateral. */
export interface TrialResult {
  /** The same as if the backtest were run alone. */
  readonly hash: string
  readonly stateHash: string
  readonly events: number
  readonly orders: AccountResult['orders']
  /** Without failed ones. */
  readonly fills: number
  readonly profit: ProfitDigits
  readonly maxDrawdown: string
  /** Profit of each event with a known result, in collateral, in the order in which they were resolved. */
  readonly eventProfits: readonly number[]
  readonly warnings: readonly string[]
}

/** How a trial ended: with a result, or with an error of its strategy or the backtest. */
export type TrialOutcome =
  | { readonly kind: 'done'; readonly result: TrialResult }
  | { readonly kind: 'failed'; readonly message: string }

/** A parameter set without a result. */
export interface FailedTrial {
  /** From 1, in the order in which the space was walked. */
  readonly number: number
  readonly parameters: Readonly<Record<string, unknown>>
  /** Message of the error. */
  readonly message: string
}

/** Runs a backtest and keeps what a table needs from the headline account, which is the first. An error is an outcome too. */
export function runTrial(options: BacktestOptions, chunks: Iterable<Chunk>): TrialOutcome {
  try {
    const backtest = createBacktest(options)
    for (const chunk of chunks) backtest.add(chunk)
    const result = backtest.finish()
    const failure = result.accounts[0]?.failures[0]
    return failure === undefined
      ? { kind: 'done', result: trialResult(result, options) }
      : { kind: 'failed', message: failureText(failure) }
  } catch (error) {
    return { kind: 'failed', message: reasonOf(error) }
  }
}

/** A strategy that stops in some of its markets would be ranked by the others. */
const failureText = ({ message, where, markets }: StrategyFailure): string =>
  `${message} (${where === null ? '' : `${where}, `}market ${markets[0]!}${markets.length > 1 ? ` and ${markets.length - 1} more` : ''})`

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
    eventProfits: eventProfits(result, marketProfits(result, account), new Set(assignments.map(({ market }) => market))),
    warnings,
  }
}
