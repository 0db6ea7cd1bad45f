import { plural } from '../../src/model/counted.js'
import { countText } from './format.js'
import { OBSERVATIONS_MIN, type Ratios } from './ratios.js'

/** Conclusions that the number of observations behind an account's ratios does not allow, one sentence each. */
export function ratioWarnings({ periods, period, sharpe, events }: Ratios): readonly string[] {
  return [
    ...(periods < OBSERVATIONS_MIN
      ? [
          `Sharpe and Sortino are of ${countText(periods)} ${plural(periods, 'period')} of ${period}: below ${OBSERVATIONS_MIN} they say nothing.`,
        ]
      : sharpe !== null && Math.abs(sharpe.value) <= 2 * sharpe.error
        ? [`The Sharpe ratio is not distinguishable from nothing: it lies within two standard errors.`]
        : []),
    ...(events < OBSERVATIONS_MIN
      ? [
          `${countText(events)} ${events === 1 ? 'event has' : 'events have'} a known result: below ${OBSERVATIONS_MIN} chance explains any ratio of them.`,
        ]
      : []),
  ]
}
