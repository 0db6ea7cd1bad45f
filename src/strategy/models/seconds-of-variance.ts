import { secondsToCarry } from '../estimators/time-to-resolution.js'

/** How uncertain a price is while a position is held. */
export interface CarryInputs {
  /** Of YES, 0 to 1. */
  readonly probability: number
  /** In dollars per root second. */
  readonly volatilityPerRootSecond: number
  /** null: no known end. */
  readonly secondsLeft: number | null
  /** The longest time that a position is expected to be held. */
  readonly horizonSeconds: number
}

/**
 * For how many seconds a model may apply a volatility: the time left, at most the horizon, and at most what the variance of the payout allows: a fair
 * price ends at 0 or 1, so its remaining variance is p (1 - p) and no more.
 */
export function secondsOfVariance({ probability, volatilityPerRootSecond, secondsLeft, horizonSeconds }: CarryInputs): number {
  const seconds = secondsToCarry(secondsLeft, { horizonSeconds })
  const variance = volatilityPerRootSecond ** 2
  return variance === 0 ? seconds : Math.min(seconds, (probability * (1 - probability)) / variance)
}
