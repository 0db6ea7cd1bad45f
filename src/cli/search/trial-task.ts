import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { SharedRecording } from '../../../backtest/sweep/shared-recording.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { BacktestAsked, SearchSetup } from './backtest-setup.js'
import { driverOptions } from './driver-options.js'
import { withParameters } from './load-search.js'
import { placesOf } from './place-markets.js'
import { trialKey } from './trial-key.js'

/** A trial as it is sent to a thread: plain data and shared memory. */
export interface TrialTask {
  /** The config, which the thread loads again, because a strategy cannot be sent. */
  readonly file: string
  readonly text: string
  readonly asked: BacktestAsked
  readonly recording: SharedRecording
  /** Indexes of the markets to quote; null: those of the config. */
  readonly quoted: readonly number[] | null
  readonly parameters: Readonly<Record<string, unknown>>
  readonly key: string
}

/** A trial, and where its thread says which strategy it asks. */
export interface WatchedTask extends TrialTask {
  readonly asking: SharedArrayBuffer
}

/** What all trials of a search share. */
export interface TrialSource {
  readonly setup: SearchSetup
  readonly code: string
}

/** A trial that can be sent to a thread. Throws if the strategy refuses its parameters. */
export function trialTask(source: TrialSource, data: Pick<TrialTask, 'recording' | 'parameters'> & TrialData): TrialTask {
  const { setup, code } = source
  const { file, text } = setup.source
  const { recording, quoted, parameters } = data
  const options = trialOptions(withParameters(setup, parameters), { recording, quoted })
  return { file, text, asked: setup.asked, recording, quoted, parameters, key: trialKey(code, options) }
}

/** The data of a trial. */
export interface TrialData {
  readonly recording: Omit<Recording, 'chunks'>
  /** Indexes of the markets to quote; null: those of the config. */
  readonly quoted: readonly number[] | null
}

/** The options of a backtest over some of the config's markets. */
export function trialOptions(setup: SearchSetup, { recording, quoted }: TrialData): BacktestOptions {
  const options = driverOptions(setup, recording, placesOf(setup, recording))
  if (quoted === null) return options
  const chosen = new Set(quoted)
  return { ...options, assignments: options.assignments.filter(({ market }) => chosen.has(market)) }
}
