import { Asking } from '../engine/asking.js'
import { startThread } from '../threads/start-thread.js'

/** Observes the event loop of this process from a separate thread. */
export interface Watchdog {
  /** Where the desk says which strategy it is asking. */
  readonly asking: Asking
  /** The event loop runs. */
  beat(): void
}

/** The thread's start data. `turns`: how often the loop has turned. */
export interface WatchdogTask {
  readonly asking: SharedArrayBuffer
  readonly turns: Int32Array
  /** File descriptor of the pipe to the keeper. */
  readonly pipe: number
}

/** Starts a watchdog that reports strategies that keep the event loop from turning to the keeper: the loop itself cannot. */
export function createWatchdog(pipe: number): Watchdog {
  const asking = new Asking()
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = startThread('runtime/watchdog-worker', { asking: asking.memory, turns, pipe } satisfies WatchdogTask)
  worker.unref()
  // Without it, a hung strategy is still ended, but not named.
  worker.on('error', () => undefined)
  return { asking, beat: () => void Atomics.add(turns, 0, 1) }
}
