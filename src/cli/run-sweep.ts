import { writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { aboutWarnings } from '../../backtest/report/about-warnings.js'
import type { SharedRecording } from '../../backtest/sweep/shared-recording.js'
import type { Axis } from '../../backtest/sweep/space.js'
import { sweepHtml } from '../../backtest/sweep/sweep-html.js'
import { loadRecording } from '../recording/load-recording.js'
import { ExitCode } from './exit.js'
import { marketTerms } from './market-terms.js'
import { type SearchFlags, withSearch } from './open-search.js'
import { reportAbout } from './report-about.js'
import { reportTrials } from './report-trials.js'
import { runDecoders } from './run-decoders.js'
import { type Found, runTrials, type Search } from './run-trials.js'
import { searchWords } from './search-words.js'
import { shareRecording } from './share-recording.js'
import { sweepAxes } from './sweep-axes.js'
import { type SweepPoints, sweepPoints } from './sweep-points.js'
import { type SweepDocument, sweepDocument, sweepText } from './sweep-words.js'
import { type TrialProgress, trialProgress } from './trial-progress.js'

/**
 * Searches a strategy's parameters over a recording on every core, and leaves a table, a page and a report of each chosen trial in a folder.
 * Trials that stand in the folder's table are not run again; one that throws is named and leaves the others alone. Rejects with an `ExitError` of code 2 on a config or recording that cannot be used.
 */
export const runSweep = (file: string, flags: SearchFlags): Promise<ExitCode> =>
  withSearch(file, flags, async search => {
    const axes = sweepAxes(search.setup)
    const points = sweepPoints(search.setup, axes)
    const progress = trialProgress()
    progress.say('reading the recording …')
    const startedAt = performance.now()
    const loaded = await loadRecording(search.setup.recording, runDecoders)
    const recording = await shareRecording(loaded, marketTerms(search.setup.config, loaded))
    const follow = (trials: number) => progress.begin(search.setup.definition.name, trials)
    const found = await runTrials(search, { recording, quoted: null, points, follow })
    const seconds = (performance.now() - startedAt) / 1_000
    const document = await written({ search, axes, points, recording, found, seconds, folder: resolve(flags.out), progress })
    progress.clear()
    process.stdout.write(flags.json === true ? `${JSON.stringify(document)}\n` : `${sweepText(document)}\n`)
    return document.trials === 0 ? ExitCode.FAILED : ExitCode.DONE
  })

interface Finished {
  readonly search: Search
  readonly axes: readonly Axis[]
  readonly points: SweepPoints
  readonly recording: SharedRecording
  readonly found: Found
  readonly seconds: number
  readonly folder: string
  readonly progress: TrialProgress
}

async function written({
  search,
  axes,
  points,
  recording,
  found,
  seconds,
  folder,
  progress,
}: Finished): Promise<SweepDocument> {
  const { setup } = search
  const { sweep } = setup.config
  const command = ['oddsmith', ...process.argv.slice(2)].join(' ')
  const chosen = found.ranked.slice(0, sweep.reports)
  const onReport = (done: number): void => progress.say(`writing report ${done + 1} of ${chosen.length} …`)
  const reports = await reportTrials({ setup, recording, trials: chosen, folder, command, onReport })
  const document = sweepDocument({
    axes,
    found,
    points,
    seconds,
    threads: search.pool.threads,
    folder,
    reports,
    rankBy: sweep.rankBy,
    warnings: [...points.warnings, ...aboutWarnings(reportAbout(setup, recording, { seconds, command }))],
  })
  const page = sweepHtml({
    title: `${setup.definition.name} over ${basename(setup.recording)}`,
    command,
    axes,
    ranked: found.ranked,
    failed: found.failed,
    rankBy: sweep.rankBy,
    doubt: found.doubt,
    search: searchWords(points, sweep),
    refused: points.refused,
    reports: new Map([...reports].map(([key, name]) => [key, `${name}/report.html`])),
    config: JSON.stringify(setup.config, null, 2),
    hash: document.hash,
    warnings: document.warnings,
  })
  writeFileSync(join(folder, 'sweep.html'), page)
  writeFileSync(join(folder, 'sweep.json'), `${JSON.stringify(document, null, 2)}\n`)
  return document
}
