import { money } from '../../../backtest/report/format.js'
import { deadRegions } from '../../../backtest/sweep/dead-regions.js'
import type { Doubt } from '../../../backtest/sweep/doubt.js'
import { hasEffect, type RankedTrial, type Ranking } from '../../../backtest/sweep/rank.js'
import type { Axis } from '../../../backtest/sweep/space.js'
import type { FailedTrial, TrialResult } from '../../../backtest/sweep/trial.js'
import type { Found } from './run-trials.js'
import type { SearchKind, SweepPoints } from './sweep-points.js'
import { hashOfTexts } from './trial-key.js'

/** A search for programs: `sweep.json`, and what `sweep --json` prints. Amounts are decimal strings of collateral. */
export interface SweepDocument extends Omit<Doubt, 'resolutions' | 'tries'> {
  readonly search: SearchKind
  readonly axes: readonly Axis[]
  readonly rankBy: Ranking
  readonly trials: number
  /** Number of trials with a fill. */
  readonly traded: number
  /** Number of trials that an earlier start had run. */
  readonly resumed: number
  /** Number of trials of the same question in this folder. */
  readonly tries: number
  /** Number of combinations that the strategy's schema refuses. */
  readonly refused: number
  readonly threads: number
  readonly wallSeconds: number
  readonly resolutions: number
  /** Best first; then trials without a fill, which have no rank. */
  readonly table: readonly (TrialWords & { readonly report: string | null })[]
  /** Parameter sets whose strategy or backtest threw, in the order of the space; they have no rank. */
  readonly failed: readonly FailedTrial[]
  readonly warnings: readonly string[]
  /** Null: nothing was written. */
  readonly folder: string | null
  /** Hash of every trial's hash, in the order of the space. */
  readonly hash: string
}

/** A trial in the document. */
export interface TrialWords extends Omit<TrialResult, 'eventProfits'> {
  readonly number: number
  readonly key: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** From 1; null: the trial had no fill. */
  readonly rank: number | null
  readonly score: number | null
}

/** The data for the document. */
interface SweepFindings {
  readonly axes: readonly Axis[]
  readonly found: Found
  readonly points: SweepPoints
  readonly seconds: number
  readonly threads: number
  readonly folder: string | null
  /** Folders of whole reports, by the trial's key. */
  readonly reports: ReadonlyMap<string, string>
  readonly rankBy: Ranking
  /** Warnings about the recording and its fees. */
  readonly warnings: readonly string[]
}

/** Summarizes a search. */
export function sweepDocument(findings: SweepFindings): SweepDocument {
  const { axes, found, points, seconds, threads, folder, reports, rankBy } = findings
  const { ranked, failed, doubt, known } = found
  return {
    search: points.kind,
    axes,
    rankBy,
    trials: ranked.length,
    traded: ranked.filter(({ result }) => hasEffect(result)).length,
    resumed: known,
    tries: doubt?.tries ?? 0,
    refused: points.refused,
    threads,
    wallSeconds: seconds,
    resolutions: doubt?.resolutions ?? 0,
    bestProfit: doubt?.bestProfit ?? 0,
    bestOfNoise: doubt?.bestOfNoise ?? 0,
    deflatedSharpe: doubt?.deflatedSharpe ?? null,
    verdict: doubt?.verdict ?? 'No trial came to a result.',
    table: ranked.map((trial, at) => ({ ...trialWords(trial, at), report: reports.get(trial.key) ?? null })),
    failed,
    warnings: [...findings.warnings, ...warningsOf(found, axes)],
    folder,
    hash: trialsHash(ranked),
  }
}

/** The hash of all trials' hashes in the order of the space, which does not depend on threads or interruptions. */
const trialsHash = (ranked: readonly RankedTrial[]): string =>
  hashOfTexts(ranked.toSorted((a, b) => a.number - b.number).map(({ result }) => result.hash)).slice(0, 16)

function trialWords({ number, key, parameters, score, result }: RankedTrial, at: number): TrialWords {
  const { eventProfits: _, ...rest } = result
  return { number, key, parameters, rank: score === null ? null : at + 1, score, ...rest }
}

/** Notes about the whole search, one sentence each. */
function warningsOf({ ranked, failed }: Found, axes: readonly Axis[]): readonly string[] {
  const idle = ranked.filter(({ result }) => !hasEffect(result)).length
  const [best] = ranked
  const lost = best === undefined || best.score === null ? 0 : -Number(best.result.profit.total)
  const names = axes.map(({ name }) => name)
  return [
    ...(failed.length === 0 ? [] : [`${failed.length} of ${ranked.length + failed.length} trials failed and are not ranked`]),
    ...(idle === 0 ? [] : [`${idle} of ${ranked.length} trials had no fill and have no rank`]),
    ...deadRegions(ranked, names),
    ...(idle > 0 && lost > 0
      ? [`the best trial lost ${money(lost).replace('+', '')}: the trials without a fill lost nothing`]
      : []),
    ...(best === undefined ? [] : best.result.warnings.map(text => `the best trial: ${text}`)),
  ]
}
