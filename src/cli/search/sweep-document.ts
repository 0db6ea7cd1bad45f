import { money } from '../../../backtest/report/format.js'
import { deadRegions } from '../../../backtest/sweep/dead-regions.js'
import type { Doubt } from '../../../backtest/sweep/doubt.js'
import { hasEffect, type RankedTrial, type Ranking } from '../../../backtest/sweep/rank.js'
import type { Axis } from '../../../backtest/sweep/space.js'
import type { FailedTrial, TrialResult } from '../../../backtest/sweep/trial.js'
import type { Found } from './run-trials.js'
import type { SearchKind, SweepPoints } from './sweep-points.js'
import { hashOfTexts } from './trial-key.js'

/** A search in numbers, for programs: `sweep.json`, and what `sweep --json` prints. Amounts are decimal strings of collateral. */
export interface SweepDocument extends Omit<Doubt, 'resolutions' | 'tries'> {
  readonly search: SearchKind
  readonly axes: readonly Axis[]
  readonly rankBy: Ranking
  readonly trials: number
  /** How many of them had a fill. */
  readonly traded: number
  /** How many of them an earlier start had run. */
  readonly resumed: number
  /** Every trial of the same question in this folder. */
  readonly tries: number
  /** Combinations that the strategy's schema refuses. */
  readonly refused: number
  readonly threads: number
  readonly wallSeconds: number
  readonly resolutions: number
  /** Best first; behind them, without a rank, trials that had no fill. */
  readonly table: readonly (TrialWords & { readonly report: string | null })[]
  /** Parameter sets with which strategy or backtest threw: not ranked, in the order of the space. */
  readonly failed: readonly FailedTrial[]
  readonly warnings: readonly string[]
  /** Null: nothing was written. */
  readonly folder: string | null
  /** Over every trial's own hash, in the order of the space. */
  readonly hash: string
}

/** A trial as a document tells it. */
export interface TrialWords extends Omit<TrialResult, 'eventProfits'> {
  readonly number: number
  readonly key: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** From 1; null: it had no fill. */
  readonly rank: number | null
  readonly score: number | null
}

/** What a document is made of. */
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
  /** Of the recording and its fees. */
  readonly warnings: readonly string[]
}

/** Sums a search up. */
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

/** Over the trials' own hashes, in the order of the space: neither threads nor interruptions change it. */
const trialsHash = (ranked: readonly RankedTrial[]): string =>
  hashOfTexts(ranked.toSorted((a, b) => a.number - b.number).map(({ result }) => result.hash)).slice(0, 16)

function trialWords({ number, key, parameters, score, result }: RankedTrial, at: number): TrialWords {
  const { eventProfits: _, ...rest } = result
  return { number, key, parameters, rank: score === null ? null : at + 1, score, ...rest }
}

/** What a reader should know of the search as a whole, a sentence each. */
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
