import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aboutWarnings } from '../../../backtest/report/about-warnings.js'
import type { SharedRecording } from '../../../backtest/sweep/shared-recording.js'
import type { Axis } from '../../../backtest/sweep/space.js'
import { sweepHtml } from '../../../backtest/sweep/sweep-html.js'
import { trialsTable } from '../../../backtest/sweep/trials-table.js'
import { writeTables } from '../../recording/columns/write-tables.js'
import { marketTerms, shareRecording } from './market-terms.js'
import { recordingOfSetup } from './recording-of-setup.js'
import { reportAbout } from './report-about.js'
import { reportTrials } from './report-trials.js'
import { type Found, runTrials, type Search } from './run-trials.js'
import { sweepAxes } from './sweep-axes.js'
import { type SweepDocument, sweepDocument } from './sweep-document.js'
import { type SweepPoints, searchText, sweepPoints } from './sweep-points.js'
import type { TrialProgress } from './trial-progress.js'

export interface PlaySearch {
  /** Folder for page, numbers and reports; null: nothing is written. */
  readonly folder: string | null
  /** Named in the page as its creator. */
  readonly command: string
  readonly progress: Pick<TrialProgress, 'say' | 'begin'>
}

/** A finished sweep. */
export interface PlayedSweep {
  readonly document: SweepDocument
  readonly found: Found
}

/**
 * Searches a strategy's parameters over a recording, on every core. Writes nothing to the terminal. Trials in the search's table are not run again. A
 * trial that throws is listed as failed, and the others continue. Rejects with an `ExitError` of code 2 if the recording lacks something that the
 * config names.
 */
export async function playSweep(search: Search, play: PlaySearch): Promise<PlayedSweep> {
  const axes = sweepAxes(search.setup)
  const points = sweepPoints(search.setup, axes)
  play.progress.say('reading the recording …')
  const startedAt = performance.now()
  const loaded = await recordingOfSetup(search.setup)
  const recording = await shareRecording(loaded, marketTerms(search.setup.config, loaded))
  const follow = (trials: number) => play.progress.begin(search.setup.definition.name, trials)
  const found = await runTrials(search, { recording, quoted: null, points, follow })
  const seconds = (performance.now() - startedAt) / 1_000
  return { found, document: await written({ search, axes, points, recording, found, seconds, ...play }) }
}

interface Finished extends PlaySearch {
  readonly search: Search
  readonly axes: readonly Axis[]
  readonly points: SweepPoints
  readonly recording: SharedRecording
  readonly found: Found
  readonly seconds: number
}

async function written({
  search,
  axes,
  points,
  recording,
  found,
  seconds,
  folder,
  command,
  progress,
}: Finished): Promise<SweepDocument> {
  const { setup } = search
  const { sweep } = setup.config
  const chosen = found.ranked.slice(0, folder === null ? 0 : sweep.reports)
  const onReport = (done: number): void => progress.say(`writing report ${done + 1} of ${chosen.length} …`)
  const reports = await reportTrials({ setup, recording, trials: chosen, folder: folder ?? '', command, onReport })
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
  if (folder === null) return document
  const page = sweepHtml({
    title: `${setup.definition.name} over ${basename(setup.recording)}`,
    command,
    axes,
    ranked: found.ranked,
    failed: found.failed,
    rankBy: sweep.rankBy,
    doubt: found.doubt,
    search: searchText(points, sweep),
    refused: points.refused,
    reports: new Map([...reports].map(([key, name]) => [key, `${name}/report.html`])),
    config: JSON.stringify(setup.config, null, 2),
    hash: document.hash,
    warnings: document.warnings,
  })
  const varied = axes.map(({ name }) => name)
  await writeTables(folder, [trialsTable({ ranked: found.ranked, failed: found.failed, varied })])
  writeFileSync(join(folder, 'sweep.html'), page)
  writeFileSync(join(folder, 'sweep.json'), `${JSON.stringify(document, null, 2)}\n`)
  return document
}
