import type { Variant } from './play-backtest.js'

/** What a replaying process is started for. */
export interface ReplayOrder {
  /** A built tree, whose modules are loaded from its `dist`. */
  readonly root: string
  /** A recording, or a folder of raw files, which the tree imports itself, as its format may be another; null: the sample. */
  readonly source: string | null
  /** Where raw files are imported to. */
  readonly folder: string
  readonly what: {
    /** `floor`: the two books of version 0.1.0, for which `root` must be such a tree. */
    readonly variant: Variant | 'floor'
    readonly market: 'all in one run' | 'one at a time' | 'the busiest'
  }
}

/** What it says first: it has read the recording. */
export interface Opened {
  /** The recording's folder, which another process of the same tree can read without an import. */
  readonly recording: string
  readonly events: number
  readonly markets: number
}

/** Plays whole passes, at least one, for some milliseconds; 0: one pass. */
export interface PlayRequest {
  readonly ms: number
}

/** What a process says after the passes. */
export interface Played {
  /** Nanoseconds that its main thread was on a core for one pass. */
  readonly ns: number
  /** How many orders and fills the last pass had, an account after the other. */
  readonly words: string
  /** Orders that the accounts of the last pass placed. */
  readonly orders: number
}
