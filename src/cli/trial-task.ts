import type { BacktestSetup } from './backtest-setup.js'
import { trialKey } from './trial-key.js'
import { type TrialData, trialOptions } from './trial-options.js'
import type { TrialTask } from './trial-worker.js'

/** What all trials of a search have in common. */
export interface TrialSource {
  readonly file: string
  /** Named by a person in place of the config's. */
  readonly recordingPath: string | undefined
  readonly setup: BacktestSetup
  readonly code: string
}

/** One trial, ready to travel to a thread. Throws where the strategy refuses its parameters. */
export function trialTask(source: TrialSource, data: Pick<TrialTask, 'recording' | 'parameters'> & TrialData): TrialTask {
  const { file, recordingPath, setup, code } = source
  const { recording, quoted, parameters } = data
  const parsed = setup.definition.parameters.parse(parameters)
  const options = trialOptions({ ...setup, parameters: parsed }, { recording, quoted })
  return { file, recordingPath, recording, quoted, parameters, key: trialKey(code, options) }
}
