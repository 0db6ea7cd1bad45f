import { errorFunction, mean, probit, sampleStandardDeviation } from 'simple-statistics'

/** Euler and Mascheroni's constant. */
const GAMMA = 0.577_215_664_901_532_9

/**
 * What the best of some trials is expected to reach where every one of them is noise around nothing, in standard deviations of that noise:
 * the mean of the largest of that many normal numbers, by the approximation of Bailey and López de Prado. Trials that resemble each other
 * are fewer trials than they seem, so this errs on the side of doubt. One trial: 0.
 */
export function expectedMaximum(trials: number): number {
  if (trials <= 1) return 0
  return (1 - GAMMA) * probit(1 - 1 / trials) + GAMMA * probit(1 - 1 / (trials * Math.E))
}

/** How wide numbers scatter; fewer than two: not at all. */
export const scatter = (values: readonly number[]): number => (values.length < 2 ? 0 : sampleStandardDeviation([...values]))

/** Mean over scatter of what events earned; 0 where they all earned the same. */
export function sharpeOf(profits: readonly number[]): number {
  const spread = scatter(profits)
  return spread === 0 ? 0 : mean([...profits]) / spread
}

/** What is needed to doubt the best of many trials. */
interface BestOfMany {
  /** What each event earned with the chosen parameters. */
  readonly profits: readonly number[]
  /** The Sharpe ratio an event of each trial. */
  readonly sharpes: readonly number[]
  /** How often it was tried in all: at least as many as there are ratios. */
  readonly trials: number
}

/**
 * The deflated Sharpe ratio: the probability that the chosen trial's Sharpe ratio an event is above what the best of as many trials of noise
 * reaches, given how many events there are and how skewed and heavy-tailed their profits are. Null where events are fewer than three or
 * all alike.
 */
export function deflatedSharpe({ profits, sharpes, trials }: BestOfMany): number | null {
  if (profits.length < 3 || scatter(profits) === 0) return null
  return probabilisticSharpe({
    sharpe: sharpeOf(profits),
    hurdle: scatter(sharpes) * expectedMaximum(trials),
    events: profits.length,
    skewness: moment(profits, 3),
    kurtosis: moment(profits, 4),
  })
}

/** A Sharpe ratio and what it was measured on. */
interface MeasuredSharpe {
  readonly sharpe: number
  /** What it is to be above. */
  readonly hurdle: number
  readonly events: number
  readonly skewness: number
  /** 3: as the normal distribution has it. */
  readonly kurtosis: number
}

/** The probability that the true Sharpe ratio is above the hurdle, by Bailey and López de Prado; null where the moments allow none. */
export function probabilisticSharpe({ sharpe, hurdle, events, skewness, kurtosis }: MeasuredSharpe): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2
  return variance > 0 ? below(((sharpe - hurdle) * Math.sqrt(events - 1)) / Math.sqrt(variance)) : null
}

/** The mean power of the distances from the mean, each in standard deviations: 3 skewness, 4 kurtosis. */
function moment(values: readonly number[], power: number): number {
  const middle = mean([...values])
  const variance = mean(values.map(value => (value - middle) ** 2))
  return mean(values.map(value => (value - middle) ** power)) / variance ** (power / 2)
}

/** The share of a normal distribution that lies below this many standard deviations. */
const below = (deviations: number): number => (1 + errorFunction(deviations / Math.SQRT2)) / 2
