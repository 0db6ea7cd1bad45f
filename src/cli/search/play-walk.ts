import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { aboutWarnings } from '../../../backtest/report/about-warnings.js'
import { pool, type WalkedFold } from '../../../backtest/sweep/walk.js'
import { walkHtml } from '../../../backtest/sweep/walk-html.js'
import type { Chunk, Recording } from '../../recording/columns/recording.js'
import { marketTerms, type WithRules, withTerms } from './market-terms.js'
import type { PlaySearch } from './play-sweep.js'
import { recordingOfSetup } from './recording-of-setup.js'
import { reportAbout } from './report-about.js'
import type { Search } from './run-trials.js'
import { sweepAxes } from './sweep-axes.js'
import { sweepPoints } from './sweep-points.js'
import { type WalkDocument, walkDocument } from './walk-document.js'
import { foldsOf, type ReadRecording, walkFold } from './walk-folds.js'

/** A finished walk forward. */
export interface PlayedWalk {
  readonly document: WalkDocument
  readonly folds: readonly WalkedFold[]
}

/**
 * Chooses parameters on earlier events and tests them on later ones, fold by fold. Writes nothing to the terminal. Trials in the search's table are
 * not run again. Rejects with an `ExitError` of code 2 for a recording that cannot be used.
 */
export async function playWalk(search: Search, { folder, command, progress }: PlaySearch): Promise<PlayedWalk> {
  const { setup } = search
  const axes = sweepAxes(setup)
  const points = sweepPoints(setup, axes)
  progress.say('reading the recording …')
  const startedAt = performance.now()
  const loaded = await recordingOfSetup(setup)
  const recording = await read(loaded, marketTerms(setup.config, loaded))
  const folds = foldsOf(setup, recording)
  const walked: WalkedFold[] = []
  for (const [at, fold] of folds.entries()) {
    const follow = (trials: number) => progress.begin(`fold ${at + 1} of ${folds.length}`, trials)
    walked.push(await walkFold({ search, recording, fold, points, follow }))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const document = walkDocument({
    varied: axes.map(({ name }) => name),
    folds: walked,
    pooled: pool(walked),
    threads: search.pool.threads,
    seconds,
    folder,
    warnings: [...points.warnings, ...aboutWarnings(reportAbout(setup, recording, { seconds, command }))],
  })
  if (folder !== null) write(search, walked, document, { folder, command })
  return { document, folds: walked }
}

async function read(recording: Recording, terms: WithRules): Promise<ReadRecording> {
  const kept: Chunk[] = []
  for await (const chunk of recording.chunks()) kept.push(withTerms(chunk, terms))
  return { ...recording, chunks: kept }
}

interface Written {
  readonly folder: string
  readonly command: string
}

function write({ setup }: Search, folds: readonly WalkedFold[], document: WalkDocument, { folder, command }: Written): void {
  const { varied, pooled, hash, warnings } = document
  const title = `${setup.definition.name} over ${basename(setup.recording)}`
  const page = walkHtml({
    title,
    command,
    varied,
    folds,
    pooled,
    config: JSON.stringify(setup.config, null, 2),
    hash,
    warnings,
  })
  writeFileSync(join(folder, 'walk-forward.html'), page)
  writeFileSync(join(folder, 'walk-forward.json'), `${JSON.stringify(document, null, 2)}\n`)
}
