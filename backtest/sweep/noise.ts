import { mean, probit, sampleStandardDeviation } from 'simple-statistics'
import { normal } from '../../src/strategy/models/normal.js'

/** The Euler–Mascheroni constant. */
const GAMMA = 0.577_215_664_901_532_9

/**
 * Expected maximum of several trials if every one is zero-mean noise, in standard deviations of that noise: the mean of the largest of that many
 * normal numbers, by the approximation of Bailey and López de Prado. Similar trials are effectively fewer, so this errs on the side of doubt. One
 * trial: 0.
 */
export function expectedMaximum(trials: number): number {
  if (trials <= 1) return 0
  return (1 - GAMMA) * exceededBy(1 / trials) + GAMMA * exceededBy(1 / (trials * Math.E))
}

/** `probit` is off by up to 0.4 %; each step about squares that error. */
const NEWTON_STEPS = 3

/** What a standard normal number exceeds with this probability. */
function exceededBy(probability: number): number {
  let value = probit(1 - probability)
  for (let step = 0; step < NEWTON_STEPS; step++) value += (normal.cdf(-value) - probability) / normal.density(value)
  return value
}

/** Sample standard deviation; 0 with fewer than two numbers. */
export const scatter = (values: readonly number[]): number => (values.length < 2 ? 0 : sampleStandardDeviation([...values]))

/** Mean over standard deviation of the events' profits; 0 if they are all equal. */
export function sharpePerEvent(profits: readonly number[]): number {
  const spread = scatter(profits)
  return spread === 0 ? 0 : mean([...profits]) / spread
}

/** Input for judging the best of many trials. */
interface BestOfMany {
  /** Profit of each event with the chosen parameters. */
  readonly profits: readonly number[]
  /** The Sharpe ratio per event of each trial. */
  readonly sharpes: readonly number[]
  /** Number of tries in all: at least as many as there are ratios. */
  readonly trials: number
}

/**
 * The deflated Sharpe ratio: the probability that the chosen trial's Sharpe ratio per event exceeds the maximum of as many noise trials, given the
 * number of events and the skewness and kurtosis of their profits. null if there are fewer than three events or all are equal.
 */
export function deflatedSharpe({ profits, sharpes, trials }: BestOfMany): number | null {
  if (profits.length < 3 || scatter(profits) === 0) return null
  return probabilisticSharpe({
    sharpe: sharpePerEvent(profits),
    hurdle: scatter(sharpes) * expectedMaximum(trials),
    events: profits.length,
    skewness: moment(profits, 3),
    kurtosis: moment(profits, 4),
  })
}

/** A Sharpe ratio and its sample. */
interface MeasuredSharpe {
  readonly sharpe: number
  /** The value to exceed. */
  readonly hurdle: number
  readonly events: number
  readonly skewness: number
  /** 3 for the normal distribution. */
  readonly kurtosis: number
}

/** The probability that the true Sharpe ratio exceeds the hurdle, by Bailey and López de Prado; null if the moments do not allow one. */
export function probabilisticSharpe({ sharpe, hurdle, events, skewness, kurtosis }: MeasuredSharpe): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2
  return variance > 0 ? normal.cdf(((sharpe - hurdle) * Math.sqrt(events - 1)) / Math.sqrt(variance)) : null
}

/** The mean power of the standardized distances from the mean: 3 skewness, 4 kurtosis. */
function moment(values: readonly number[], power: number): number {
  const middle = mean([...values])
  const variance = mean(values.map(value => (value - middle) ** 2))
  return mean(values.map(value => (value - middle) ** power)) / variance ** (power / 2)
}
