import { join } from 'node:path'
import { writeReport } from '../../../backtest/report/write-report.js'
import { createBacktest } from '../../../backtest/run.js'
import type { RankedTrial } from '../../../backtest/sweep/rank.js'
import { openChunk, type SharedRecording } from '../../../backtest/sweep/shared-recording.js'
import { optimistic, pessimistic, probabilistic } from '../../exchange/core/fill-models.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { withParameters } from './load-search.js'
import { placesOf } from './place-markets.js'
import { reportAbout } from './report-about.js'
import { callNames, watched } from './slow-calls.js'
import { trialOptions } from './trial-task.js'

/** Options for writing whole reports. */
interface ReportedTrials {
  readonly setup: SearchSetup
  readonly recording: SharedRecording
  readonly trials: readonly RankedTrial[]
  readonly folder: string
  readonly command: string
  readonly onReport: (done: number) => void
}

/**
 * Runs chosen trials again with every fill model and writes a report of each into its own folder. Returns the folders by the trials' keys. Rejects if
 * a trial's result differs from that of the search, because then the search cannot be trusted.
 */
export async function reportTrials({
  setup,
  recording,
  trials,
  ...told
}: ReportedTrials): Promise<ReadonlyMap<string, string>> {
  const chunks = recording.chunks.map(openChunk)
  const folders = new Map<string, string>()
  for (const [at, trial] of trials.entries()) {
    told.onReport(at)
    const own = { ...withParameters(setup, trial.parameters), models: [pessimistic, probabilistic, optimistic] }
    const startedAt = performance.now()
    const names = callNames(setup, recording.markets, placesOf(setup, recording))
    const result = await watched({ ...names, parameters: trial.parameters }, asking => {
      const backtest = createBacktest({ ...trialOptions(own, { recording, quoted: null }), asking })
      for (const chunk of chunks) backtest.add(chunk)
      return backtest.finish()
    })
    const seconds = (performance.now() - startedAt) / 1_000
    expectSame(trial, result.accounts[0]?.stateHash)
    const name = `trial-${at + 1}-${trial.key.slice(0, 8)}`
    await writeReport(join(told.folder, name), result, reportAbout(own, recording, { seconds, command: told.command }))
    folders.set(trial.key, name)
  }
  return folders
}

function expectSame({ number, parameters, result }: RankedTrial, found: string | undefined): void {
  if (found === result.stateHash) return
  const why =
    'It may read a clock or random numbers, which lintStrategy of oddsmith/testing finds, or share a variable between its instances'
  throw new ExitError(
    ExitCode.FAILED,
    `trial ${number}, ${JSON.stringify(parameters)}, ended in state ${result.stateHash} in the search and in ${found ?? 'none'} alone, so the strategy decides by more than its input, and no result of this search can be trusted. ${why}`,
  )
}
