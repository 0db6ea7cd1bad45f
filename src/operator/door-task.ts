import type { AlertsTask } from './alerts/alerts-task.js'

/** What the thread of a door is started with. */
export interface DoorTask {
  /** 0: any that is free. */
  readonly port: number
  /** Where commands leave results: `runs/`, `backtests/` and the like. */
  readonly home: string
  /** The wallet's state folder, where `door.json` stands while the door is open. */
  readonly folder: string
  readonly journal: string
  readonly log: string
  readonly run: string
  /** Of this package. */
  readonly version: string
  /** Of the process that trades. */
  readonly pid: number
  /** Names of clients beside `cli` and `page`; each gets a token of its own. */
  readonly clients: readonly string[]
  readonly metrics: 'token' | 'public'
  /** null: the config wants none. */
  readonly alerts: AlertsTask | null
  /** Counts timer turns of the trading thread, says how the run stands, and counts turns of the door's thread, each in its place. */
  readonly beats: Int32Array
}

/** Places in `beats`. */
export const BEATS = 0
export const STANDING = 1
export const DOOR_BEATS = 2

/** Memory that both threads share. */
export const createBeats = (): Int32Array => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))

/** What stands in the place of `STANDING`. */
export const Standing = { STARTING: 0, READY: 1, HALTED: 2, STOPPING: 3 } as const
