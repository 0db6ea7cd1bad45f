import type { AlertsTask } from './alerts/alerts-task.js'

/** The start options of a door's thread. */
export interface DoorTask {
  /** 0: any free port. */
  readonly port: number
  /** The folder with the results of commands: `runs/`, `backtests/` and the like. */
  readonly home: string
  /** The wallet's state folder, which contains `door.json` while the door is open. */
  readonly folder: string
  readonly journal: string
  readonly log: string
  readonly run: string
  /** The version of this package. */
  readonly version: string
  /** The id of the trading process. */
  readonly pid: number
  /** Names of clients beside `cli` and `page`; each gets its own token. */
  readonly clients: readonly string[]
  readonly metrics: 'token' | 'public'
  /** null: the config has no alerts. */
  readonly alerts: AlertsTask | null
  /** Shared counters: timer turns of the trading thread, the state of the run, and turns of the door's thread, at the indexes below. */
  readonly beats: Int32Array
}

/** Indexes in `beats`. */
export const BEATS = 0
export const STANDING = 1
export const DOOR_BEATS = 2

/** Memory that both threads share. */
export const createBeats = (): Int32Array => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))

/** Values at the index `STANDING`. */
export const Standing = { STARTING: 0, READY: 1, HALTED: 2, STOPPING: 3 } as const
