import { aboutWarnings } from '../../backtest/report/about-warnings.js'
import { type BacktestSummary, summarizeBacktest } from '../../backtest/report/summary.js'
import { writeReport } from '../../backtest/report/write-report.js'
import type { BacktestResult } from '../../backtest/result.js'
import { ExitCode, ExitError } from '../cli/config/exit.js'
import { loadBacktest } from '../cli/search/load-backtest.js'
import { playBacktest } from '../cli/search/play-backtest.js'
import type { Recording } from '../recording/columns/recording.js'
import { askedOf, asRequest, type CodedRequest, configSource, type RunOptions, threadsAsked } from './research-config.js'
import { withResearchErrors } from './research-error.js'

/** A fill model. */
export type ModelName = 'pessimistic' | 'probabilistic' | 'optimistic'

/** A backtest to run. */
export interface BacktestRequest extends CodedRequest, RunOptions {
  /** Replaces the config's. */
  readonly models?: 'all' | readonly ModelName[] | undefined
  /** Called from time to time with the number of events so far and in total. */
  readonly onProgress?: ((progress: { readonly events: number; readonly of: number }) => void) | undefined
}

/** A finished backtest. */
export interface FinishedBacktest {
  /** What `backtest --json` prints. */
  readonly summary: BacktestSummary
  /**
   * Complete: every account with its orders, fills, quotes and equity. Money in wei, prices in 1/10,000, sizes in millionths of a share, times in
   * microseconds.
   */
  readonly result: BacktestResult
  readonly recording: Omit<Recording, 'chunks'>
  /** Reasons to doubt the result, one sentence each. */
  readonly warnings: readonly string[]
  /** Writes the report and its tables into a folder, as `backtest --out` does. */
  readonly write: (folder: string) => Promise<void>
}

/**
 * Runs strategies over a recording, as `oddsmith backtest` does: both give the same hash. A strategy may be a name, or the object that its file would
 * export; with an object, everything runs on one thread. Writes nothing. Rejects with a `ResearchError` if the config or the recording cannot be
 * used.
 */
export const backtest = (asked: BacktestRequest | CodedRequest['config']): Promise<FinishedBacktest> =>
  withResearchErrors(async () => {
    const request: BacktestRequest = asRequest<BacktestRequest>(asked)
    const { signal, onProgress, models } = request
    signal?.throwIfAborted()
    const source = configSource(request)
    const threads = threadsAsked(request.threads)
    if (source.strategies !== undefined && (threads ?? 1) > 1) throw new ExitError(ExitCode.USAGE, ONE_THREAD)
    const setup = await loadBacktest(source, {
      ...askedOf(request),
      ...(models !== undefined && { models: typeof models === 'string' ? models : models.join(',') }),
    })
    let of = 0
    const { result, about, recording } = await playBacktest(setup, {
      signal,
      threads,
      onRecording: ({ coverage }) => {
        of = coverage.events
      },
      ...(onProgress !== undefined && { onProgress: events => onProgress({ events, of }) }),
    })
    return {
      summary: summarizeBacktest(result, about),
      result,
      recording,
      warnings: aboutWarnings(about),
      write: async folder => {
        await writeReport(folder, result, about)
      },
    }
  })

const ONE_THREAD =
  'threads: a strategy that is an object cannot travel to other threads; name its file or package, or leave threads out'
