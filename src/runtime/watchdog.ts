import { startThread } from '../threads/start-thread.js'

/** Observes the event loop of this process from a separate thread. */
export interface Watchdog {
  /** Where the engine writes the market that it is deciding, and -1 afterwards. */
  readonly deciding: Int32Array
  /** The event loop runs. */
  beat(): void
}

/** The thread's start data. `shared`: the market that is being decided, and how often the loop has turned. */
export interface WatchdogTask {
  readonly shared: Int32Array
  /** File descriptor of the pipe to the keeper. */
  readonly pipe: number
}

/** Indexes in `shared`. */
export const DECIDING = 0
export const TURNS = 1

/** Starts a watchdog that reports a `decide` that does not return to the keeper: the loop itself cannot. */
export function createWatchdog(pipe: number): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  shared[DECIDING] = -1
  const worker = startThread('runtime/watchdog-worker', { shared, pipe } satisfies WatchdogTask)
  worker.unref()
  // Without it, a hung strategy is still ended, but not named.
  worker.on('error', () => undefined)
  return { deciding: shared, beat: () => void Atomics.add(shared, TURNS, 1) }
}
