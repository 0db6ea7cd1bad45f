import type { TrialResult } from './trial.js'
import type { TrialRow } from './trial-table.js'

/** What makes one trial better than another. */
export const RANKINGS = ['profit', 'profitPerDrawdown'] as const
/** What trials are ranked by. */
export type Ranking = (typeof RANKINGS)[number]

/** A trial and which one it is. */
export interface NumberedTrial extends TrialRow {
  /** From 1, in the order in which the space was walked. */
  readonly number: number
}

/** A trial in its place. */
export interface RankedTrial extends NumberedTrial {
  /** Null: it had no fill and earned nothing, so it is neither better nor worse than another. */
  readonly score: number | null
}

/**
 * Best first; of equals the one that came first in the space, whichever was finished first. Trials without a fill stand behind all others: a
 * quote that nothing reaches loses nothing, and a rank for it would say that not to trade is a way to trade.
 */
export function rankTrials(trials: readonly NumberedTrial[], by: Ranking): readonly RankedTrial[] {
  return trials
    .map(trial => ({ ...trial, score: scoreOf(trial.result, by) }))
    .toSorted((a, b) => (b.score ?? LEAST) - (a.score ?? LEAST) || a.number - b.number)
}

/** Behind every score. */
const LEAST = -Number.MAX_VALUE

/** Whether anything came of a trial: a fill, or rewards of resting orders. */
export const isAlive = ({ fills, profit }: TrialResult): boolean => fills > 0 || Number(profit.total) !== 0

/** Below a drawdown of a cent a ratio would say more of the cent than of the trial. */
const DRAWDOWN_MIN = 0.01

/** How good a trial is; null: nothing came of it. */
export function scoreOf(result: TrialResult, by: Ranking): number | null {
  if (!isAlive(result)) return null
  const profit = Number(result.profit.total)
  return by === 'profit' ? profit : profit / Math.max(DRAWDOWN_MIN, Number(result.maxDrawdown))
}
