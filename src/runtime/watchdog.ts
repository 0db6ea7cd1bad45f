import { Asking } from '../engine/asking.js'
import { startThread } from '../threads/start-thread.js'

/** Observes the event loop of this process from a separate thread. */
export interface Watchdog {
  /** Where the desk says which strategy it is asking. */
  readonly asking: Asking
  /** The event loop runs. */
  beat(): void
}

/** What a watchdog needs to know. */
export interface WatchdogOptions {
  /** File descriptor of the pipe to the keeper. */
  readonly pipe: number
  /** Without a keeper, a loop that has not turned for this long will not end this process: the watchdog does. */
  readonly unattendedMaxMs: number
  /** The run's log, which says why. */
  readonly logFile: string
}

/** The thread's start data. */
export interface WatchdogTask extends WatchdogOptions {
  readonly asking: SharedArrayBuffer
  /** At `LOOP_BEATS`: how often the loop has beaten; at `LOOP_TURNS`: how often it has turned, also before the first beat and after the last. */
  readonly turns: Int32Array
  /** Process id of the keeper. */
  readonly keeper: number
}

export const LOOP_BEATS = 0
export const LOOP_TURNS = 1
const TURN_EVERY_MS = 100

/**
 * Starts a watchdog, which does what a hung event loop cannot: it reports strategies that keep the loop from turning to the keeper, and ends this
 * process if the keeper is gone.
 */
export function createWatchdog(options: WatchdogOptions): Watchdog {
  const asking = new Asking()
  const turns = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const task: WatchdogTask = { ...options, asking: asking.memory, turns, keeper: process.ppid }
  const worker = startThread('runtime/watchdog-worker', task)
  worker.unref()
  // Without it, a hung strategy is still ended, but not named.
  worker.on('error', () => undefined)
  setInterval(() => Atomics.add(turns, LOOP_TURNS, 1), TURN_EVERY_MS).unref()
  return { asking, beat: () => void Atomics.add(turns, LOOP_BEATS, 1) }
}
