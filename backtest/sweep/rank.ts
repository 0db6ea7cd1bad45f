import type { TrialResult } from './trial.js'
import type { TrialRow } from './trial-table.js'

/** Criteria by which trials are ranked. */
export const RANKINGS = ['profit', 'profitPerDrawdown'] as const
/** What trials are ranked by. */
export type Ranking = (typeof RANKINGS)[number]

/** A trial and its number. */
export interface NumberedTrial extends TrialRow {
  /** From 1, in the order in which the space was walked. */
  readonly number: number
}

/** A ranked trial. */
export interface RankedTrial extends NumberedTrial {
  /** null: it had no fill and no profit, so it is neither better nor worse than another. */
  readonly score: number | null
}

/**
 * Best first; equal scores in the order of the space, whichever was finished first. Trials without a fill come last: a quote that nothing reaches
 * loses nothing, and ranking it would present not trading as a way to trade.
 */
export function rankTrials(trials: readonly NumberedTrial[], by: Ranking): readonly RankedTrial[] {
  return trials
    .map(trial => ({ ...trial, score: scoreOf(trial.result, by) }))
    .toSorted((a, b) => (b.score ?? LEAST) - (a.score ?? LEAST) || a.number - b.number)
}

/** Below every score. */
const LEAST = -Number.MAX_VALUE

/** Whether a trial had any effect: a fill, or rewards of resting orders. */
export const hasEffect = ({ fills, profit }: TrialResult): boolean => fills > 0 || Number(profit.total) !== 0

/** Below a drawdown of a cent, a ratio would say more about the cent than about the trial. */
const DRAWDOWN_MIN = 0.01

/** A trial's score; null: it had no effect. */
export function scoreOf(result: TrialResult, by: Ranking): number | null {
  if (!hasEffect(result)) return null
  const profit = Number(result.profit.total)
  return by === 'profit' ? profit : profit / Math.max(DRAWDOWN_MIN, Number(result.maxDrawdown))
}
