import { setImmediate } from 'node:timers/promises'
import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { ReportAbout } from '../../../backtest/report/about.js'
import type { BacktestResult } from '../../../backtest/result.js'
import { createBacktest } from '../../../backtest/run.js'
import type { Recording } from '../../recording/columns/recording.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { BacktestSetup } from './backtest-setup.js'
import { LONG_RUN_EVENTS, WARM_RUN_EVENTS } from './compiler.js'
import { driverOptions } from './driver-options.js'
import { marketTerms, withTerms } from './market-terms.js'
import type { ModelThreadsOptions, ThreadedResult } from './model-threads.js'
import { placeMarkets } from './place-markets.js'
import { recordingOfSetup } from './recording-of-setup.js'
import { reportAbout } from './report-about.js'
import { callNames, watched } from './slow-calls.js'
import { threadsOf } from './threads-of.js'
import { TimedReplay } from './timed-replay.js'

export interface PlayOptions {
  /** Number of threads that replay the fill models. Default: one for a short recording, otherwise by models and cores. */
  readonly threads?: number | undefined
  /** Named in the report as its creator. Default: `oddsmith backtest` and the config's file. */
  readonly command?: string | undefined
  /** Called once, before the first row is replayed. */
  readonly onRecording?: (recording: Omit<Recording, 'chunks'>) => void
  /** Called from time to time with the number of events so far. */
  readonly onProgress?: (events: number) => void
  /** Aborts the backtest, which rejects with the signal's reason. On one thread, it is checked between chunks and when progress is reported. */
  readonly signal?: AbortSignal | undefined
}

/** A finished backtest. */
export interface PlayedBacktest {
  readonly result: BacktestResult
  /** Everything in its report besides the result, for `writeReport`. */
  readonly about: ReportAbout
  readonly recording: Omit<Recording, 'chunks'>
}

/**
 * Runs a config that `loadBacktest` loaded over its recording. Writes no file and nothing to the terminal. Rejects with an `ExitError` of code 2 if
 * the recording lacks something that the config names, and with a `RecordingError` if it cannot be read.
 */
export async function playBacktest(setup: BacktestSetup, play: PlayOptions = {}): Promise<PlayedBacktest> {
  const recording = await recordingOfSetup(setup)
  play.onRecording?.(recording)
  const { onProgress = () => undefined, command = `oddsmith backtest ${setup.source.file}` } = play
  const { places, warnings } = await placeMarkets(setup, recording)
  const options = driverOptions(setup, recording, places)
  const threads = modelThreads(setup, recording, play.threads)
  const { result, seconds } =
    threads === 1
      ? await watched(callNames(setup, recording.markets, places), asking =>
          replayAll(setup, recording, {
            options: { ...options, asking, keepsOrders: true, keepsFairs: true, onProgress },
            signal: play.signal,
          }),
        )
      : await onThreads({
          setup,
          recording,
          places,
          fingerprint: options.fingerprint,
          threads,
          onProgress,
          signal: play.signal,
        })
  if (result.events === 0)
    throw new ExitError(ExitCode.USAGE, `${setup.recording}: expected market data, found none; it is no recording of a market`)
  const about = reportAbout(setup, recording, { seconds, command })
  return { result, recording, about: { ...about, warnings: [...warnings, ...about.warnings] } }
}

/** The number of threads that replay a run's fill models. */
function modelThreads({ models, source }: BacktestSetup, { coverage }: Recording, asked: number | undefined): number {
  // A strategy that is an object cannot be sent to a thread.
  if (source.strategies !== undefined) return 1
  return Math.min(models.length, asked ?? usualThreads(coverage))
}

/**
 * The number of threads for this many events, unless `--threads` says another. Each thread compiles the code for itself, on another core. While that
 * takes most of the time, a thread needs two cores: on a machine with two, a million events take 5 s on one thread and 6.5 s on two.
 */
export function usualThreads({ events }: Pick<Recording['coverage'], 'events'>): number {
  if (events < LONG_RUN_EVENTS) return 1
  const cores = threadsOf(undefined)
  return events < WARM_RUN_EVENTS ? Math.max(1, Math.floor(cores / 2)) : cores
}

/** Loaded only when used: a run on one thread starts faster without it. */
async function onThreads(options: ModelThreadsOptions): Promise<ThreadedResult> {
  const { replayOnThreads } = await import('./model-threads.js')
  return replayOnThreads(options)
}

async function replayAll(
  { terms: chosen }: BacktestSetup,
  recording: Recording,
  { options, signal }: { readonly options: BacktestOptions; readonly signal: AbortSignal | undefined },
): Promise<ThreadedResult> {
  const onProgress = (events: number): void => {
    options.onProgress?.(events)
    signal?.throwIfAborted()
  }
  const replay = new TimedReplay(createBacktest({ ...options, onProgress }))
  const terms = marketTerms(chosen, recording)
  for await (const chunk of recording.chunks()) {
    // The timer of an abort signal fires only between turns of the event loop.
    if (signal !== undefined) await setImmediate()
    signal?.throwIfAborted()
    replay.add(withTerms(chunk, terms))
  }
  return { result: replay.finish(), seconds: replay.seconds }
}
