import type { Variant } from './play-backtest.js'

/** Options of a replaying process. */
export interface ReplayOrder {
  /** A built tree, whose modules are loaded from its `dist`. */
  readonly root: string
  /** A recording, or a folder of raw files, which the tree imports itself because its format may differ; null: the sample. */
  readonly source: string | null
  /** Where raw files are imported to. */
  readonly folder: string
  readonly what: {
    /** `floor`: the two books of version 0.1.0, for which `root` must be such a tree. */
    readonly variant: Variant | 'floor'
    readonly market: 'all in one run' | 'one at a time' | 'the busiest'
  }
}

/** Its first message: it has read the recording. */
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

/** The message after the passes. */
export interface Played {
  /** CPU nanoseconds of its main thread for one pass. */
  readonly ns: number
  /** Orders and fills of each account in the last pass. */
  readonly words: string
  /** Orders that the accounts of the last pass placed. */
  readonly orders: number
}
