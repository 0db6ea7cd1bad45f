import { Wei } from '../../src/model/money.js'
import { exactDigits, weiOfDigits } from '../../src/protocol/exact-digits.js'
import { verdictOn } from '../report/verdict.js'
import type { Fold } from './folds.js'
import type { RankedTrial } from './rank.js'
import type { TrialResult } from './trial.js'

/** One fold, run. */
export interface WalkedFold {
  readonly fold: Fold
  /** How many parameter sets gave a result on the training events. */
  readonly trials: number
  /** How many of them were in the table before. */
  readonly known: number
  /** What those threw that gave none. */
  readonly failed: readonly string[]
  /** The best one on the training events, and its result there. */
  readonly chosen: RankedTrial
  /** The result of the chosen one on the test's events, which had no part in its choice. */
  readonly outOfSample: TrialResult
  /** The result of the config's own parameters on the same events. */
  readonly configured: TrialResult
}

/** All tests together. */
export interface Pooled {
  /** Decimal strings of collateral. */
  readonly inSample: string
  readonly outOfSample: string
  readonly configured: string
  readonly events: number
  /** Tested events with a known result. */
  readonly resolutions: number
  /** Out of sample. */
  readonly eventProfits: readonly number[]
  readonly verdict: string
}

/** Sums the folds. In-sample profit counts an event once for each fold it was trained on. */
export function pool(folds: readonly WalkedFold[]): Pooled {
  const eventProfits = folds.flatMap(({ outOfSample }) => outOfSample.eventProfits)
  return {
    inSample: totalOf(folds.map(({ chosen }) => chosen.result)),
    outOfSample: totalOf(folds.map(({ outOfSample }) => outOfSample)),
    configured: totalOf(folds.map(({ configured }) => configured)),
    events: folds.reduce((sum, { fold }) => sum + fold.test.length, 0),
    resolutions: eventProfits.length,
    eventProfits,
    verdict: verdictOn(eventProfits, eventProfits.length),
  }
}

/** Profit for each event, in collateral: makes a long training and a short test comparable. */
export const profitAnEvent = ({ profit }: TrialResult, events: number): number => Number(profit.total) / Math.max(1, events)

const totalOf = (results: readonly TrialResult[]): string =>
  exactDigits(Wei.of(results.reduce((sum, { profit }) => sum + weiOfDigits(profit.total), 0n)))
