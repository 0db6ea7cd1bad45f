import { createHash } from 'node:crypto'
import { duration } from '../../../backtest/report/format.js'
import { cutChunks } from '../../../backtest/sweep/cut-chunks.js'
import { type EventSpan, eventSpans, type Fold, splitFolds } from '../../../backtest/sweep/folds.js'
import { type SharedRecording, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import type { TrialRow } from '../../../backtest/sweep/trial-table.js'
import type { WalkedFold } from '../../../backtest/sweep/walk.js'
import { counted } from '../../model/counted.js'
import type { Timestamp } from '../../model/time.js'
import type { Chunk, Recording } from '../../recording/columns/recording.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { type Follow, type Found, runTrials, type Search, type Trials } from './run-trials.js'
import type { PointBatches } from './sweep-points.js'
import { trialOptions } from './trial-task.js'

/** A loaded recording with fees applied. */
export interface ReadRecording extends Omit<Recording, 'chunks'> {
  readonly chunks: readonly Chunk[]
}

/** Splits the quoted markets into folds. Throws an `ExitError` of code 2 if their events do not end one after another. */
export function foldsOf(setup: SearchSetup, recording: ReadRecording): readonly Fold[] {
  const { folds, trainBlocks, embargoSeconds } = setup.config.walkForward
  const quoted = new Set(trialOptions(setup, { recording, quoted: null }).assignments.map(({ market }) => market))
  const spans = eventSpans(recording.markets, recording.chunks)
    .map(span => ({ ...span, markets: span.markets.filter(market => quoted.has(market)) }))
    .filter(({ markets }) => markets.length > 0)
  const split = splitFolds(spans, { folds, trainBlocks, embargoUs: embargoSeconds * 1e6 })
  if (split.length > 0) return split
  const why = `${setup.recording}: ${whyNone(spans)}`
  const needed = 'expected events that end one after another, and later ones that continue after the earlier ones ended'
  throw new ExitError(ExitCode.USAGE, `${why}; ${needed}. config/rounds.yaml names such a recording`)
}

function whyNone(spans: readonly EventSpan[]): string {
  const ends = spans.map(({ to }) => to)
  const apart = duration((Math.max(...ends) - Math.min(...ends)) / 1e6)
  return spans.length < 2
    ? `the recording has ${counted(spans.length, 'event')}, which cannot be split`
    : `the ${spans.length} events of the recording end within ${apart}, and nothing is left to test`
}

interface FoldRun {
  readonly search: Search
  readonly recording: ReadRecording
  readonly fold: Fold
  readonly points: Trials['points']
  readonly follow: Follow
}

/** Chooses parameters on the training events and tests them on the others. */
export async function walkFold({ search, recording, fold, points, follow }: FoldRun): Promise<WalkedFold> {
  const trained = await runTrials(search, { ...side(recording, { events: fold.train, from: null }), points, follow })
  const [chosen] = trained.ranked
  if (chosen === undefined) throw nothingCame('every trial on the training events', trained)
  const asConfigured = search.setup.config.parameters
  const tested = side(recording, { events: fold.test, from: fold.testFrom })
  const outOfSample = await one(search, tested, chosen.parameters)
  return {
    fold,
    trials: trained.ranked.length,
    known: trained.known,
    failed: trained.failed.map(({ message }) => message),
    chosen,
    outOfSample,
    configured: await one(search, tested, asConfigured),
  }
}

async function one(
  search: Search,
  data: ReturnType<typeof side>,
  parameters: TrialRow['parameters'],
): Promise<WalkedFold['outOfSample']> {
  const points = { count: 1, blind: 1, begin: () => only(parameters) }
  const found = await runTrials(search, { ...data, points, follow: () => () => undefined })
  const [trial] = found.ranked
  if (trial === undefined) throw nothingCame(`the test of ${JSON.stringify(parameters)}`, found)
  return trial.result
}

function* only(parameters: TrialRow['parameters']): PointBatches {
  yield [parameters]
}

/** A fold needs events on both sides. */
const nothingCame = (what: string, { failed }: Found): ExitError =>
  new ExitError(ExitCode.FAILED, `${what} failed: ${failed[0]?.message ?? 'the trial gave no reason'}`)

interface Side {
  readonly events: readonly EventSpan[]
  readonly from: Timestamp | null
}

/** The part of the recording that one side of a fold sees, with its own fingerprint. */
function side(
  recording: ReadRecording,
  { events, from }: Side,
): { readonly recording: SharedRecording; readonly quoted: readonly number[] } {
  const quoted = events.flatMap(({ markets }) => markets).toSorted((a, b) => a - b)
  const chunks = Array.from(cutChunks(recording.chunks, { markets: new Set(quoted), from }), shareChunk)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([recording.fingerprint, quoted, from]))
    .digest('hex')
  return { recording: { ...recording, chunks, fingerprint }, quoted }
}
