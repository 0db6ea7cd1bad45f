import { quantile } from 'simple-statistics'
import type { Timestamp } from '../../src/model/time.js'
import { filledBy, type TimedFill } from './run-order.js'

/** One order: as it was filled, and as a model fills it. */
export interface Pair {
  readonly arrivedAt: Timestamp
  /** Millionths of a share. */
  readonly size: number
  readonly run: readonly TimedFill[]
  readonly model: readonly TimedFill[]
}

/** How close a fill model comes to what happened. */
export interface FillComparison {
  readonly model: string
  readonly orders: number
  /** Number of orders filled at all, by the run, the model or both. */
  readonly hits: { readonly both: number; readonly runOnly: number; readonly modelOnly: number; readonly neither: number }
  /** In shares. `error` sums over orders by how much each was filled too much or too little. */
  readonly shares: { readonly run: number; readonly model: number; readonly error: number }
  /** From the run's first fill of an order to the model's, over orders that both filled; null: there are none. */
  readonly fillTime: {
    readonly orders: number
    readonly medianMs: number | null
    readonly p90Ms: number | null
    /** The median with its sign: positive if the model fills later. */
    readonly biasMs: number | null
  }
  /**
   * Brier score: the mean over orders and times of the squared difference between the fraction that the model fills within a time and the fraction
   * that was filled. 0: always right, 1: always wrong. `ignorant`: the score of always predicting the average.
   */
  readonly brier: { readonly score: number; readonly ignorant: number; readonly byHorizon: readonly HorizonScore[] }
}

/** How good the predictions were that looked as far ahead as this. */
export interface HorizonScore {
  readonly horizon: string
  readonly score: number
  readonly ignorant: number
}

const HORIZONS: readonly (readonly [name: string, us: number])[] = [
  ['1 s', 1e6],
  ['5 s', 5e6],
  ['30 s', 30e6],
  ['5 min', 300e6],
  ['life', Number.POSITIVE_INFINITY],
]

/** Compares a model with what happened, order by order. */
export function compareFills(model: string, pairs: readonly Pair[]): FillComparison {
  const late = pairs.flatMap(({ run, model: simulated }) => {
    const [was, is] = [run[0]?.at, simulated[0]?.at]
    return was === undefined || is === undefined ? [] : [(is - was) / 1_000]
  })
  const count = (isInRun: boolean, isInModel: boolean): number =>
    pairs.filter(pair => pair.run.length > 0 === isInRun && pair.model.length > 0 === isInModel).length
  const byHorizon = HORIZONS.map(([horizon, us]) => scoreAt(pairs, horizon, us))
  return {
    model,
    orders: pairs.length,
    hits: { both: count(true, true), runOnly: count(true, false), modelOnly: count(false, true), neither: count(false, false) },
    shares: {
      run: sharesOf(pairs, ({ run }) => all(run)),
      model: sharesOf(pairs, pair => all(pair.model)),
      error: sharesOf(pairs, pair => Math.abs(all(pair.run) - all(pair.model))),
    },
    fillTime: {
      orders: late.length,
      medianMs: quantileOf(late.map(Math.abs), 0.5),
      p90Ms: quantileOf(late.map(Math.abs), 0.9),
      biasMs: quantileOf(late, 0.5),
    },
    brier: {
      score: mean(byHorizon.map(({ score }) => score)),
      ignorant: mean(byHorizon.map(({ ignorant }) => ignorant)),
      byHorizon,
    },
  }
}

function scoreAt(pairs: readonly Pair[], horizon: string, us: number): HorizonScore {
  const parts = pairs.map(({ arrivedAt, size, run, model }) => ({
    was: filledBy(run, arrivedAt + us) / size,
    said: filledBy(model, arrivedAt + us) / size,
  }))
  const base = mean(parts.map(({ was }) => was))
  return {
    horizon,
    score: mean(parts.map(({ was, said }) => (was - said) ** 2)),
    ignorant: mean(parts.map(({ was }) => (was - base) ** 2)),
  }
}

const all = (fills: readonly TimedFill[]): number => filledBy(fills, Number.POSITIVE_INFINITY)

const sharesOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  pairs.reduce((sum, pair) => sum + of(pair), 0) / 1_000_000

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const quantileOf = (values: readonly number[], part: number): number | null =>
  values.length === 0 ? null : quantile([...values], part)
