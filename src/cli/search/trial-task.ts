import type { SearchSetup } from './backtest-setup.js'
import { withParameters } from './load-search.js'
import { trialKey } from './trial-key.js'
import { type TrialData, trialOptions } from './trial-options.js'
import type { TrialTask } from './trial-worker.js'

/** What all trials of a search have in common. */
export interface TrialSource {
  readonly setup: SearchSetup
  readonly code: string
}

/** One trial, ready to travel to a thread. Throws where the strategy refuses its parameters. */
export function trialTask(source: TrialSource, data: Pick<TrialTask, 'recording' | 'parameters'> & TrialData): TrialTask {
  const { setup, code } = source
  const { file, text } = setup.source
  const { recording, quoted, parameters } = data
  const options = trialOptions(withParameters(setup, parameters), { recording, quoted })
  return { file, text, asked: setup.asked, recording, quoted, parameters, key: trialKey(code, options) }
}
