import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { joinResults } from '../../../backtest/join-results.js'
import type { BacktestResult } from '../../../backtest/result.js'
import { type SharedChunk, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import { reasonOf } from '../../model/reason-of.js'
import type { Recording } from '../../recording/columns/recording.js'
import { startThread } from '../../threads/start-thread.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { BacktestSetup } from './backtest-setup.js'
import { marketTerms, withTerms } from './market-terms.js'
import type { ModelOrder, ModelTask, ModelWord } from './model-worker.js'
import type { Places } from './place-markets.js'
import { callNames, type WatchedCalls, watchCalls } from './slow-calls.js'

export interface ModelThreadsOptions {
  /** Each thread loads the config again. */
  readonly setup: BacktestSetup
  readonly recording: Recording
  readonly places: Places
  /** The hash of a run with all fill models; part of the result's hash. */
  readonly fingerprint: string
  /** At most one thread for each fill model. */
  readonly threads: number
  /** Called with the progress of the slowest thread. */
  readonly onProgress: (events: number) => void
  /** Checked while this waits for threads. */
  readonly signal?: AbortSignal | undefined
}

/** The result of a replay, and how long its slowest thread replayed. */
export interface ThreadedResult {
  readonly result: BacktestResult
  readonly seconds: number
}

/** Number of chunks that may wait for a thread: the next one, while it replays. */
const CHUNKS_AHEAD = 2

/**
 * Replays a recording on threads. Each has some of the fill models and its own books, over the same shared rows. The result, including its hash, is
 * that of a single thread. Rejects with an `ExitError` if a thread fails.
 */
export async function replayOnThreads(options: ModelThreadsOptions): Promise<ThreadedResult> {
  const { setup, recording, fingerprint } = options
  const names = callNames(setup, recording.markets, options.places)
  const threads: readonly ModelThread[] = tasksOf(options).map(task => {
    const calls = watchCalls(names)
    return new ModelThread({ ...task, asking: calls.asking.memory }, calls, () => options.onProgress(least(threads)))
  })
  const terms = marketTerms(setup.terms, recording)
  try {
    for await (const chunk of recording.chunks()) {
      options.signal?.throwIfAborted()
      const shared = shareChunk(withTerms(chunk, terms))
      for (const thread of threads) await thread.add(shared)
    }
    const parts = await untilAborted(Promise.all(threads.map(thread => thread.finish())), options.signal)
    const results = parts.map(part => part.result)
    return { result: joinResults(results, fingerprint), seconds: Math.max(...parts.map(({ seconds }) => seconds)) }
  } finally {
    await Promise.all(threads.map(thread => thread.close()))
  }
}

/** Waits for the work. Rejects with the signal’s reason if it aborts first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  const over = new AbortController()
  const aborted = once(signal, 'abort', { signal: over.signal }).then(() => signal.throwIfAborted())
  // The race reports this rejection; without a handler it would also count as unhandled.
  aborted.catch(() => undefined)
  try {
    await Promise.race([work, aborted])
    return await work
  } finally {
    over.abort()
  }
}

const least = (threads: readonly ModelThread[]): number => Math.min(...threads.map(({ events }) => events))

/** Splits the models into consecutive groups of about equal size, so that their order stays that of the config. */
function tasksOf({ setup, recording, places, threads }: ModelThreadsOptions): readonly Omit<ModelTask, 'asking'>[] {
  // A function cannot be sent to a thread.
  const rows = { ...recording, chunks: null }
  const { file, text } = setup.source
  const names = setup.models.map(({ name }) => name)
  const count = Math.max(1, Math.min(threads, names.length))
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map(place => Math.round((place * names.length) / count))
    return { file, text, asked: { ...setup.asked, models: names.slice(from, to).join(',') }, recording: rows, places }
  })
}

/** A thread, and its last message. */
class ModelThread {
  /** Number of events it has replayed. */
  events = 0
  readonly #worker: Worker
  readonly #models: string
  readonly #calls: WatchedCalls
  readonly #onProgress: () => void
  #waiting = 0
  #end: ThreadedResult | ExitError | null = null
  #wake: () => void = () => undefined

  constructor(task: ModelTask, calls: WatchedCalls, onProgress: () => void) {
    this.#calls = calls
    this.#models = task.asked.models ?? ''
    this.#onProgress = onProgress
    this.#worker = startThread('cli/search/model-worker', task)
    this.#worker.on('message', (word: ModelWord) => this.#hear(word))
    this.#worker.on('error', error => this.#stop(reasonOf(error)))
    this.#worker.on('exit', code => this.#stop(`its thread ended with code ${code}`))
  }

  /** Resolves once the thread accepts another chunk. */
  async add(chunk: SharedChunk): Promise<void> {
    this.#tell({ chunk })
    this.#waiting += 1
    await this.#until(() => this.#waiting < CHUNKS_AHEAD)
  }

  async finish(): Promise<ThreadedResult> {
    this.#tell({ chunk: null })
    await this.#until(() => this.#end !== null)
    if (this.#end === null || this.#end instanceof ExitError) throw this.#end ?? new Error('a thread said nothing')
    return this.#end
  }

  async close(): Promise<void> {
    this.#calls.end()
    await this.#worker.terminate()
  }

  #tell(order: ModelOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    this.#worker.postMessage(order)
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#end instanceof ExitError) throw this.#end
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  #hear(word: ModelWord): void {
    if (word.kind === 'result') this.#end = word
    else {
      this.#waiting -= 1
      this.events = word.events
      this.#onProgress()
    }
    this.#wake()
  }

  /** An error loses its class between threads, so its message is kept. */
  #stop(why: string): void {
    this.#end ??= new ExitError(ExitCode.FAILED, `the replay of ${this.#models} failed: ${why}`)
    this.#wake()
  }
}
