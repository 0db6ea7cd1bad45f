import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { SearchSetup } from './backtest-setup.js'
import { driverOptions } from './driver-options.js'
import { placesOf } from './place-markets.js'

/** What a trial runs over. */
export interface TrialData {
  readonly recording: Omit<Recording, 'chunks'>
  /** Indexes of the markets to quote; null: those of the config. */
  readonly quoted: readonly number[] | null
}

/** A backtest's options over some of the config's markets. */
export function trialOptions(setup: SearchSetup, { recording, quoted }: TrialData): BacktestOptions {
  const options = driverOptions(setup, recording, placesOf(setup, recording))
  if (quoted === null) return options
  const chosen = new Set(quoted)
  return { ...options, assignments: options.assignments.filter(({ market }) => chosen.has(market)) }
}
