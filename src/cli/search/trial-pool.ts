import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { TrialOutcome } from '../../../backtest/sweep/trial.js'
import { reasonOf } from '../../model/reason-of.js'
import { ExitCode, ExitError } from '../config/exit.js'
import type { SearchSetup } from './backtest-setup.js'
import { callNames, watched } from './slow-calls.js'
import type { TrialTask, WatchedTask } from './trial-task.js'

/** Threads that run trials. */
export interface TrialPool {
  readonly threads: number
  /** Runs tasks, one on each thread at a time, and reports each outcome when it ends. A failed thread ends the run. */
  run(tasks: readonly TrialTask[], done: (task: TrialTask, outcome: TrialOutcome) => void): Promise<void>
  close(): Promise<void>
}

/** A thread loads only JavaScript, so it always starts from the build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/src/cli/search/trial-worker.js' : 'trial-worker.js',
  import.meta.url,
)

interface TrialPoolOptions extends Pick<SearchSetup, 'stanzas'> {
  readonly signal?: AbortSignal | undefined
}

/** Creates a pool; its threads start with their first trials. When `signal` aborts, running trials end and the search rejects with its reason. */
export function createTrialPool(threads: number, { stanzas, signal }: TrialPoolOptions): TrialPool {
  const pool = new Piscina<WatchedTask, TrialOutcome>({
    filename: fileURLToPath(WORKER),
    name: 'runTask',
    minThreads: 0,
    maxThreads: threads,
    // Idle threads have compiled their code, so they are kept for the next fold.
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  const outcomeOf = async (task: TrialTask): Promise<TrialOutcome> => {
    const { recording, parameters } = task
    // A search has one strategy.
    const names = { ...callNames({ stanzas }, recording.markets, []), parameters }
    try {
      return await watched(names, asking =>
        pool.run({ ...task, asking: asking.memory }, signal === undefined ? {} : { signal }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw failure(task, error)
    }
  }
  return {
    threads,
    run: async (tasks, done) => {
      const queue = tasks.values()
      let isOver = false
      const worker = async (): Promise<void> => {
        for (const task of queue) {
          if (isOver) return
          try {
            done(task, await outcomeOf(task))
          } catch (error) {
            isOver = true
            throw error
          }
        }
      }
      await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, worker))
    },
    close: () => pool.destroy(),
  }
}

function failure({ parameters }: TrialTask, error: unknown): ExitError {
  // An error loses its class between threads.
  const told = `the trial ${JSON.stringify(parameters)} failed: ${reasonOf(error)}`
  return new ExitError(ExitCode.FAILED, `${told}\nFinished trials are kept; the same command continues from there.`, error)
}
