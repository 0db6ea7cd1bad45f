import type { TrialResult } from '../../../backtest/sweep/trial.js'
import { type Pooled, type WalkedFold } from '../../../backtest/sweep/walk.js'
import { counted } from '../../model/counted.js'
import { Timestamp } from '../../model/time.js'
import { hashOfTexts } from './trial-key.js'

/** A walk forward for programs: `walk-forward.json`, and what `walk-forward --json` prints. */
export interface WalkDocument {
  /** The varied parameters. */
  readonly varied: readonly string[]
  readonly folds: readonly FoldWords[]
  readonly pooled: Pooled
  /** Number of trials on training events that an earlier start had run. */
  readonly resumed: number
  readonly threads: number
  readonly wallSeconds: number
  readonly warnings: readonly string[]
  /** Null: nothing was written. */
  readonly folder: string | null
  /** Hash of the hashes of every chosen and tested trial. */
  readonly hash: string
}

/** A fold in the document. */
export interface FoldWords {
  readonly trainEvents: readonly string[]
  readonly testEvents: readonly string[]
  readonly testFrom: string
  readonly trials: number
  readonly parameters: Readonly<Record<string, unknown>>
  readonly inSample: TrialResult
  readonly outOfSample: TrialResult
  /** The config's own parameters on the tested events, for comparison. */
  readonly configured: TrialResult
}

/** The data for the document. */
interface WalkFindings {
  readonly varied: readonly string[]
  readonly folds: readonly WalkedFold[]
  readonly pooled: Pooled
  readonly threads: number
  readonly seconds: number
  readonly folder: string | null
  /** Warnings about the recording and its fees. */
  readonly warnings: readonly string[]
}

/** Summarizes a walk forward. */
export function walkDocument({ varied, folds, pooled, threads, seconds, folder, warnings }: WalkFindings): WalkDocument {
  return {
    varied,
    folds: folds.map(({ fold, trials, chosen, outOfSample, configured }) => ({
      trainEvents: fold.train.map(({ event }) => event),
      testEvents: fold.test.map(({ event }) => event),
      testFrom: Timestamp.iso(fold.testFrom),
      trials,
      parameters: chosen.parameters,
      inSample: chosen.result,
      outOfSample,
      configured,
    })),
    pooled,
    resumed: folds.reduce((sum, { known }) => sum + known, 0),
    threads,
    wallSeconds: seconds,
    warnings: [...warnings, ...warningsOf(folds, pooled)],
    folder,
    hash: hashOfTexts(
      folds.flatMap(({ chosen, outOfSample, configured }) => [chosen.result.hash, outOfSample.hash, configured.hash]),
    ).slice(0, 16),
  }
}

function warningsOf(folds: readonly WalkedFold[], { events, resolutions }: Pooled): readonly string[] {
  const idle = folds.filter(({ outOfSample }) => outOfSample.fills === 0).length
  const failed = folds.flatMap(fold => fold.failed)
  return [
    ...(failed[0] === undefined
      ? []
      : [`${counted(failed.length, 'trial')} on training events failed and could not be chosen, the first with: ${failed[0]}`]),
    ...(resolutions === events
      ? []
      : [
          `the results of ${events - resolutions} of ${events} tested events are not known: they count in the profit, by their last prices, and not in the verdict`,
        ]),
    ...(idle === 0 ? [] : [`in ${idle} of ${folds.length} folds the chosen parameters had no fill out of sample`]),
  ]
}
