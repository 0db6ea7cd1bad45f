import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult } from '../result.js'

/** A mean divided by a deviation, with its sampling error. */
export interface Ratio {
  readonly value: number
  /** One standard error, for independent observations: √((1 + value² / 2) / n). */
  readonly error: number
}

/** How steady an account's gains were. Gains are in collateral, because an account risks what its limits allow, whatever its initial cash. */
export interface Ratios {
  /** Length of one period as text and in seconds, and the number of periods. */
  readonly period: string
  readonly periodSeconds: number
  readonly periods: number
  /** Mean gain of a period divided by the standard deviation of gains; null: fewer than two periods, or constant gains. */
  readonly sharpe: Ratio | null
  /** The same for a year of such periods; also null with fewer than `OBSERVATIONS_MIN` of them. */
  readonly sharpeOfYear: number | null
  /** Mean gain of a period divided by the root mean square of losses; null: no period lost. */
  readonly sortino: number | null
  readonly sortinoOfYear: number | null
  /** Profit without rewards divided by the largest drawdown; null: equity never fell. */
  readonly returnOverDrawdown: number | null
  /** The same with the profit of a year (Calmar); also null with fewer than `OBSERVATIONS_MIN` periods. */
  readonly calmar: number | null
  /** Over the profits of events with a known result. */
  readonly events: number
  readonly sharpeOfEvents: Ratio | null
}

/** With fewer observations, a ratio says nothing. */
export const OBSERVATIONS_MIN = 30
const YEAR_SECONDS = 31_557_600
/** The longest period that leaves enough observations is used. */
const PERIODS = [
  { period: '1 day', periodSeconds: 86_400 },
  { period: '4 h', periodSeconds: 14_400 },
  { period: '1 h', periodSeconds: 3_600 },
  { period: '15 min', periodSeconds: 900 },
  { period: '5 min', periodSeconds: 300 },
] as const
const SHORTEST = { period: '1 min', periodSeconds: 60 } as const

/** Sharpe and Sortino ratios of an account's equity by time, and of the profits of its events. */
export function ratiosOf(result: BacktestResult, account: AccountResult, eventProfits: readonly number[]): Ratios {
  const { period, periodSeconds } = periodOf(result)
  const gains = gainsOf(account, result, periodSeconds)
  const sharpe = sharpeOf(gains)
  const sortino = sortinoOf(gains)
  const isFew = gains.length < OBSERVATIONS_MIN
  const returnOverDrawdown = overDrawdown(account)
  const ofYear = Math.sqrt(YEAR_SECONDS / periodSeconds)
  return {
    period,
    periodSeconds,
    periods: gains.length,
    sharpe,
    sharpeOfYear: sharpe === null || isFew ? null : sharpe.value * ofYear,
    sortino,
    sortinoOfYear: sortino === null || isFew ? null : sortino * ofYear,
    returnOverDrawdown,
    calmar: returnOverDrawdown === null || isFew ? null : (returnOverDrawdown * YEAR_SECONDS * 1e6) / (result.to - result.from),
    events: eventProfits.length,
    sharpeOfEvents: sharpeOf(eventProfits),
  }
}

/** Drawdown has no rewards in it, so the profit has none either. */
const overDrawdown = ({ profit, maxDrawdown }: AccountResult): number | null =>
  maxDrawdown === 0n ? null : Wei.toNumber(Wei.sub(profit.total, profit.rewards)) / Wei.toNumber(maxDrawdown)

const periodOf = ({ from, to }: BacktestResult): Pick<Ratios, 'period' | 'periodSeconds'> =>
  PERIODS.find(({ periodSeconds }) => (to - from) / (periodSeconds * 1e6) >= OBSERVATIONS_MIN) ?? SHORTEST

/** Gain of equity in each whole period from the beginning. */
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

/** Mean divided by standard deviation; null if that is zero. */
export function sharpeOf(gains: readonly number[]): Ratio | null {
  if (gains.length < 2) return null
  const mean = meanOf(gains)
  const deviation = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1))
  if (deviation === 0) return null
  const value = mean / deviation
  return { value, error: Math.sqrt((1 + (value * value) / 2) / gains.length) }
}

/** Mean divided by the root mean square of the negative values; null if there are none. */
export function sortinoOf(gains: readonly number[]): number | null {
  const below = gains.reduce((sum, gain) => sum + Math.min(0, gain) ** 2, 0)
  return below === 0 ? null : meanOf(gains) / Math.sqrt(below / gains.length)
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
