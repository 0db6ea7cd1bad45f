import { openChunk } from '../../../backtest/sweep/shared-recording.js'
import { runTrial, type TrialOutcome } from '../../../backtest/sweep/trial.js'
import { Asking } from '../../engine/asking.js'
import type { Chunk } from '../../recording/columns/recording.js'
import { parseSource } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { printAside } from '../screen/print-aside.js'
import type { SearchSetup } from './backtest-setup.js'
import { codeHash } from './code-hash.js'
import { loadSearch, withParameters } from './load-search.js'
import { trialKey } from './trial-key.js'
import { type TrialTask, trialOptions, type WatchedTask } from './trial-task.js'

/** What a thread keeps: the config with its strategy, and the recording of its last trial. */
let kept: { readonly setup: SearchSetup; readonly code: string } | null = null
let opened: { readonly fingerprint: string; readonly chunks: readonly Chunk[] } | null = null

/** Runs a trial in a thread of the pool. Rejects if the strategy or the code has changed since the search began. */
export async function runTask(task: WatchedTask): Promise<TrialOutcome> {
  const { file, recording, quoted, parameters, key } = task
  kept ??= await prepare(task)
  const { setup, code } = kept
  const options = trialOptions(withParameters(setup, parameters), { recording, quoted })
  if (trialKey(code, options) !== key)
    throw new ExitError(ExitCode.FAILED, `the strategy of ${file} or the program changed while it ran; start again`)
  if (opened?.fingerprint !== recording.fingerprint)
    opened = { fingerprint: recording.fingerprint, chunks: recording.chunks.map(openChunk) }
  return runTrial({ ...options, asking: new Asking(task.asking) }, opened.chunks)
}

async function prepare({ file, text, asked }: TrialTask): Promise<NonNullable<typeof kept>> {
  printAside()
  const setup = await loadSearch(parseSource(file, text), asked)
  return { setup, code: codeHash(setup.config.strategy, setup.folder) }
}
