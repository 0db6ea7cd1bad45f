import { Worker } from 'node:worker_threads'

/** Looks from a thread of its own at what the loop of this process is doing. */
export interface Watchdog {
  /** Where the engine notes the market that it is asking, and -1 behind it. */
  readonly deciding: Int32Array
  /** The loop turns. */
  beat(): void
}

/** What the thread is started with. `shared`: the market that is being decided, and how often the loop has turned. */
export interface WatchdogTask {
  readonly shared: Int32Array
  /** The descriptor of the pipe to the keeper. */
  readonly pipe: number
}

/** Places in `shared`. */
export const DECIDING = 0
export const BEATS = 1

/** Starts a watchdog that tells the keeper by itself of a `decide` that does not come back: the loop cannot. */
export function createWatchdog(pipe: number): Watchdog {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  shared[DECIDING] = -1
  const worker = new Worker(workerUrl(), { workerData: { shared, pipe } satisfies WatchdogTask })
  worker.unref()
  // Without it a hung strategy is ended all the same, and not named.
  worker.on('error', () => undefined)
  return { deciding: shared, beat: () => void Atomics.add(shared, BEATS, 1) }
}

const workerUrl = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../../dist/src/runtime/watchdog-worker.js' : './watchdog-worker.js',
    import.meta.url,
  )
