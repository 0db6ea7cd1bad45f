import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { eventProfits } from './event-profits.js'

/** A ratio of a mean to its scatter, with what chance may have done to it. */
export interface Ratio {
  readonly value: number
  /** One standard error, for observations that do not depend on each other: √((1 + value² / 2) / n). */
  readonly error: number
}

/** How even an account's gains were. Gains are in collateral, since an account risks what its limits say, whatever it began with. */
export interface Ratios {
  /** Length of one period in words and in seconds, and how many there were. */
  readonly period: string
  readonly periodSeconds: number
  readonly periods: number
  /** Mean gain of a period over the standard deviation of gains; null: fewer than two periods, or gains that do not scatter. */
  readonly sharpe: Ratio | null
  /** The same for a year of such periods; null too where there are fewer than `OBSERVATIONS_MIN` of them. */
  readonly sharpeOfYear: number | null
  /** Mean gain of a period over the root mean square of losses alone; null: no period lost. */
  readonly sortino: number | null
  readonly sortinoOfYear: number | null
  /** Of what each event earned whose result is known. */
  readonly events: number
  readonly sharpeOfEvents: Ratio | null
}

/** Fewer observations than this say nothing about a ratio. */
export const OBSERVATIONS_MIN = 30
const YEAR_SECONDS = 31_557_600
/** The longest that leaves enough of them is taken. */
const PERIODS = [
  { period: '1 day', periodSeconds: 86_400 },
  { period: '4 h', periodSeconds: 14_400 },
  { period: '1 h', periodSeconds: 3_600 },
  { period: '15 min', periodSeconds: 900 },
  { period: '5 min', periodSeconds: 300 },
] as const
const SHORTEST = { period: '1 min', periodSeconds: 60 } as const

/** Sharpe and Sortino of an account's equity by the clock, and of its events. */
export function ratiosOf(result: BacktestResult, account: AccountResult): Ratios {
  const { period, periodSeconds } = periodOf(result)
  const gains = gainsOf(account, result, periodSeconds)
  const byEvent = eventProfits({ result, account })
  const sharpe = sharpeOf(gains)
  const sortino = sortinoOf(gains)
  const isFew = gains.length < OBSERVATIONS_MIN
  const ofYear = Math.sqrt(YEAR_SECONDS / periodSeconds)
  return {
    period,
    periodSeconds,
    periods: gains.length,
    sharpe,
    sharpeOfYear: sharpe === null || isFew ? null : sharpe.value * ofYear,
    sortino,
    sortinoOfYear: sortino === null || isFew ? null : sortino * ofYear,
    events: byEvent.length,
    sharpeOfEvents: sharpeOf(byEvent),
  }
}

const periodOf = ({ from, to }: BacktestResult): Pick<Ratios, 'period' | 'periodSeconds'> =>
  PERIODS.find(({ periodSeconds }) => (to - from) / (periodSeconds * 1e6) >= OBSERVATIONS_MIN) ?? SHORTEST

/** What equity gained in each whole period from the beginning on. */
function gainsOf({ samples }: AccountResult, { from, to }: BacktestResult, periodSeconds: number): readonly number[] {
  const length = periodSeconds * 1e6
  const count = Math.floor((to - from) / length)
  const gains: number[] = []
  let next = 0
  let equity = 0
  let before = 0
  for (let period = 1; period <= count; period++) {
    for (let sample = samples[next]; sample !== undefined && sample.at <= from + period * length; sample = samples[++next])
      equity = Wei.toNumber(sample.equity)
    gains.push(equity - before)
    before = equity
  }
  return gains
}

/** Mean over standard deviation; null where that is nothing. */
export function sharpeOf(gains: readonly number[]): Ratio | null {
  if (gains.length < 2) return null
  const mean = meanOf(gains)
  const deviation = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1))
  if (deviation === 0) return null
  const value = mean / deviation
  return { value, error: Math.sqrt((1 + (value * value) / 2) / gains.length) }
}

/** Mean over the root mean square of what fell below nothing; null where nothing did. */
export function sortinoOf(gains: readonly number[]): number | null {
  const below = gains.reduce((sum, gain) => sum + Math.min(0, gain) ** 2, 0)
  return below === 0 ? null : meanOf(gains) / Math.sqrt(below / gains.length)
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
