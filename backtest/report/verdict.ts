import { plural } from '../../src/model/counted.js'
import { sumOf } from './fill-profit.js'
import { money } from './format.js'

/** With fewer independent resolved events, chance can explain anything. */
export const RESOLUTIONS_MIN = 30

/**
 * What the number of resolved events allows to conclude about their profits, as a sentence. Profits are in collateral and must not be selected by
 * profit.
 */
export function verdictOn(profits: readonly number[], resolutions: number): string {
  const events = `${resolutions} independent resolution ${plural(resolutions, 'event')}`
  if (resolutions < RESOLUTIONS_MIN) return `No verdict: ${events}, and no verdict is given below ${RESOLUTIONS_MIN}.`
  const mean = sumOf(profits) / profits.length
  const spread = sumOf(profits.map(profit => (profit - mean) ** 2)) / Math.max(1, profits.length - 1)
  const twoErrors = 2 * Math.sqrt(spread / profits.length)
  const each = `${money(mean)} an event, give or take ${money(twoErrors).replace('+', '')} (two standard errors)`
  if (Math.abs(mean) <= twoErrors) return `Over ${events}: ${each}. That is not distinguishable from nothing.`
  return `Over ${events}: ${each}. Fills ${mean > 0 ? 'earned' : 'lost'} more than chance explains, on this recording.`
}
