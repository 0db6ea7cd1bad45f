import { setImmediate } from 'node:timers/promises'
import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { ReportAbout } from '../../../backtest/report/about.js'
import type { BacktestResult } from '../../../backtest/result.js'
import { createBacktest } from '../../../backtest/run.js'
import type { Recording } from '../../recording/columns/recording.js'
import { loadRecording } from '../../recording/load-recording.js'
import { runDecoders } from '../config/run-decoders.js'
import type { BacktestSetup } from './backtest-setup.js'
import { LONG_RUN_EVENTS } from './compiler.js'
import { driverOptions } from './driver-options.js'
import { marketTerms, withTerms } from './market-terms.js'
import type { ModelThreadsOptions, ThreadedResult } from './model-threads.js'
import { placeMarkets } from './place-markets.js'
import { reportAbout } from './report-about.js'
import { threadsOf } from './threads-of.js'
import { TimedReplay } from './timed-replay.js'

export interface PlayOptions {
  /** How many threads replay the fill models. Default: one a model and core where the recording is long, else one. */
  readonly threads?: number | undefined
  /** Named in the report as what made it. Default: `oddsmith backtest` and the config's file. */
  readonly command?: string | undefined
  /** Called once, before the first row is replayed. */
  readonly onRecording?: (recording: Omit<Recording, 'chunks'>) => void
  /** Called now and then with the events so far. */
  readonly onProgress?: (events: number) => void
  /** Ends the backtest, which rejects with its reason. On one thread it is looked at between chunks and where progress is told. */
  readonly signal?: AbortSignal | undefined
}

/** A backtest that is over. */
export interface PlayedBacktest {
  readonly result: BacktestResult
  /** What its report says beside the result; `writeReport` takes both. */
  readonly about: ReportAbout
  readonly recording: Omit<Recording, 'chunks'>
}

/**
 * Runs a config, as `loadBacktest` loaded it, over its recording. Writes nothing, to no file and no terminal. Rejects with an `ExitError` of code 2 where
 * the recording has not what the config names, and with a `RecordingError` where it cannot be read.
 */
export async function playBacktest(setup: BacktestSetup, play: PlayOptions = {}): Promise<PlayedBacktest> {
  const recording = await loadRecording(setup.recording, runDecoders)
  play.onRecording?.(recording)
  const { onProgress = () => undefined, command = `oddsmith backtest ${setup.source.file}` } = play
  const { places, warnings } = await placeMarkets(setup, recording)
  const options = driverOptions(setup, recording, places)
  const threads = modelThreads(setup, recording, play.threads)
  const { result, seconds } =
    threads === 1
      ? await replayAll(setup, recording, {
          options: { ...options, keepsOrders: true, keepsFairs: true, onProgress },
          signal: play.signal,
        })
      : await onThreads({
          setup,
          recording,
          places,
          fingerprint: options.fingerprint,
          threads,
          onProgress,
          signal: play.signal,
        })
  const about = reportAbout(setup, recording, { seconds, command })
  return { result, recording, about: { ...about, warnings: [...warnings, ...about.warnings] } }
}

/** How many threads replay the fill models of a run. */
function modelThreads({ models, source }: BacktestSetup, { coverage }: Recording, asked: number | undefined): number {
  // An object of the calling code cannot travel to a thread.
  if (source.strategies !== undefined) return 1
  if (asked === undefined && coverage.events < LONG_RUN_EVENTS) return 1
  return Math.min(models.length, asked ?? threadsOf(undefined))
}

/** Loaded where it is used: a run on one thread starts without it. */
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
    // A timer that would abort fires between turns of the event loop only.
    if (signal !== undefined) await setImmediate()
    signal?.throwIfAborted()
    replay.add(withTerms(chunk, terms))
  }
  return { result: replay.finish(), seconds: replay.seconds }
}
