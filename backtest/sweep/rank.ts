import type { TrialRow } from './trial-table.js'

/** What makes one trial better than another. */
export const RANKINGS = ['profit', 'profitPerDrawdown'] as const
export type Ranking = (typeof RANKINGS)[number]

/** A trial and which one it is. */
export interface NumberedTrial extends TrialRow {
  /** From 1, in the order in which the space was walked. */
  readonly number: number
}

/** A trial in its place. */
export interface RankedTrial extends NumberedTrial {
  readonly score: number
}

/** Best first; of equals the one that came first in the space, whichever was finished first. */
export function rankTrials(trials: readonly NumberedTrial[], by: Ranking): readonly RankedTrial[] {
  return trials
    .map(trial => ({ ...trial, score: scoreOf(trial, by) }))
    .toSorted((a, b) => b.score - a.score || a.number - b.number)
}

/** Below a drawdown of a cent a ratio would say more of the cent than of the trial. */
const DRAWDOWN_MIN = 0.01

function scoreOf({ result }: TrialRow, by: Ranking): number {
  const profit = Number(result.profit.total)
  return by === 'profit' ? profit : profit / Math.max(DRAWDOWN_MIN, Number(result.maxDrawdown))
}
