import { countText } from '../../../backtest/report/format.js'
import type { BacktestConfig } from '../config/backtest-schema.js'
import type { SweepPoints } from './sweep-points.js'

/** How a space was searched, in a few words for people. */
export function searchText({ kind, blind }: SweepPoints, { seed, batch }: BacktestConfig['sweep']): string {
  if (kind === 'grid') return 'the whole grid'
  if (kind === 'random') return `points drawn by seed ${seed}`
  return `a sequential search: the first ${countText(blind)} drawn by seed ${seed}, then ${countText(batch)} at a time where the ones before were good`
}
