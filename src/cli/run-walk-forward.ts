import { writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { aboutWarnings } from '../../backtest/report/about-warnings.js'
import { pool, type WalkedFold } from '../../backtest/sweep/walk.js'
import { walkHtml } from '../../backtest/sweep/walk-html.js'
import { loadRecording } from '../recording/load-recording.js'
import type { Chunk, Recording } from '../recording/recording.js'
import { ExitCode } from './exit.js'
import { type MarketTerms, marketTerms, withTerms } from './market-terms.js'
import { type SearchFlags, withSearch } from './open-search.js'
import { reportAbout } from './report-about.js'
import { runDecoders } from './run-decoders.js'
import type { Search } from './run-trials.js'
import { sweepAxes } from './sweep-axes.js'
import { sweepPoints } from './sweep-points.js'
import { trialProgress } from './trial-progress.js'
import { foldsOf, type ReadRecording, walkFold } from './walk-folds.js'
import { type WalkDocument, walkDocument, walkText } from './walk-words.js'

/** As it was typed. */
const COMMAND = ['oddsmith', ...process.argv.slice(2)].join(' ')

/**
 * Chooses parameters on earlier events and tests them on later ones, fold by fold, and leaves a table and a page in a folder. Trials that
 * stand in the folder's table are not run again. Rejects with an `ExitError` of code 2 on a config or recording that cannot be used.
 */
export const runWalkForward = (file: string, flags: SearchFlags): Promise<ExitCode> =>
  withSearch(file, flags, async search => {
    const { setup } = search
    const axes = sweepAxes(setup)
    const points = sweepPoints(setup, axes)
    const progress = trialProgress()
    progress.say('reading the recording …')
    const startedAt = performance.now()
    const loaded = await loadRecording(setup.recording, runDecoders)
    const recording = await read(loaded, marketTerms(setup.config, loaded))
    const folds = foldsOf(setup, recording)
    const walked: WalkedFold[] = []
    for (const [at, fold] of folds.entries()) {
      const follow = (trials: number) => progress.begin(`fold ${at + 1} of ${folds.length}`, trials)
      walked.push(await walkFold({ search, recording, fold, points, follow }))
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const varied = axes.map(({ name }) => name)
    const findings = {
      varied,
      folds: walked,
      pooled: pool(walked),
      threads: search.pool.threads,
      seconds,
      folder: resolve(flags.out),
      warnings: [...points.warnings, ...aboutWarnings(reportAbout(setup, recording, { seconds, command: COMMAND }))],
    }
    const document = walkDocument(findings)
    write(search, walked, document)
    progress.clear()
    process.stdout.write(flags.json === true ? `${JSON.stringify(document)}\n` : `${walkText(document)}\n`)
    return ExitCode.DONE
  })

async function read(recording: Recording, terms: MarketTerms): Promise<ReadRecording> {
  const kept: Chunk[] = []
  for await (const chunk of recording.chunks()) kept.push(withTerms(chunk, terms))
  return { ...recording, chunks: kept }
}

function write({ setup }: Search, folds: readonly WalkedFold[], document: WalkDocument): void {
  const { varied, pooled, hash, warnings, folder } = document
  const title = `${setup.definition.name} over ${basename(setup.recording)}`
  const page = walkHtml({
    title,
    command: COMMAND,
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
