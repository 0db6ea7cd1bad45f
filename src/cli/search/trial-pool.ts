import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { TrialOutcome } from '../../../backtest/sweep/trial.js'
import { ExitCode, ExitError, reasonOf } from '../config/exit.js'
import type { TrialTask } from './trial-task.js'

/** Threads that run trials. */
export interface TrialPool {
  readonly threads: number
  /** Runs tasks, as many at a time as there are threads, and tells each outcome as it comes. A thread that cannot go on ends it. */
  run(tasks: readonly TrialTask[], done: (task: TrialTask, outcome: TrialOutcome) => void): Promise<void>
  close(): Promise<void>
}

/** A thread loads only JavaScript, so it always starts from the build. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/src/cli/search/trial-worker.js' : 'trial-worker.js',
  import.meta.url,
)

/** Starts a pool. Threads begin with their first trials. `signal` ends those that run, and the search rejects with its reason. */
export function createTrialPool(threads: number, signal?: AbortSignal): TrialPool {
  const pool = new Piscina<TrialTask, TrialOutcome>({
    filename: fileURLToPath(WORKER),
    name: 'runTask',
    minThreads: 0,
    maxThreads: threads,
    // A thread that waits is one whose code is compiled: it is kept for the next fold.
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  const outcomeOf = async (task: TrialTask): Promise<TrialOutcome> => {
    try {
      return await pool.run(task, signal === undefined ? {} : { signal })
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
  // An error loses its class on the way between threads.
  const told = `the trial ${JSON.stringify(parameters)} failed: ${reasonOf(error)}`
  return new ExitError(ExitCode.FAILED, `${told}\nWhat is finished is kept; the same command goes on from there.`, error)
}
