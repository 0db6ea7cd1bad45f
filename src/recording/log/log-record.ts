import type { Control } from '../../model/batch.js'
import type { Frame } from '../../model/frame.js'
import type { Command } from '../../model/intent.js'
import type { Market } from '../../model/market.js'
import type { Report } from '../../model/report.js'
import type { Timestamp } from '../../model/time.js'

/** The first line of a run's input log: everything that the first turn starts from. */
export interface LogHeader {
  readonly kind: 'header'
  readonly version: 1
  readonly startedAt: Timestamp
  /** Versions of this package and of Node. */
  readonly oddsmith: string
  readonly nodeMajor: number
  /** The venue whose frames the log holds. */
  readonly venue: string
  /** Where the venue's code is: its name in the config, and the folder from which files and packages are resolved. Absent: built in. */
  readonly venuePlace?: { readonly name: string; readonly folder: string }
  readonly markets: readonly Market[]
  /** The desk's settings, as the engine defines them. */
  readonly settings: unknown
  readonly assignments: readonly LoggedAssignment[]
  /**
   * The run's configured strategies in order, if markets may join: the `stanza` of a `joined` event is an index into it. Absent: no market can join.
   */
  readonly stanzas?: readonly Omit<LoggedAssignment, 'market'>[]
  /** Reference feeds beside the venue, by the name in a frame's source, `feed:<name>`. Absent: none. */
  readonly feeds?: readonly LoggedFeed[]
  /** The desk's state before its first turn, as the engine defines it. */
  readonly state: unknown
  /** Number of a later part; the fields above then describe the state at the beginning of this part. Absent: the first part. */
  readonly part?: number
}

/** The last line of a part: the log continues in the part of this number. */
export interface LogMore {
  readonly kind: 'more'
  readonly part: number
}

/** A strategy assigned to a market. */
export interface LoggedAssignment {
  readonly market: number
  /** Its name in the config: built in, a file or a package. */
  readonly strategy: string
  /** Folder from which files and packages are resolved; null for a built-in strategy. */
  readonly folder: string | null
  readonly parameters: unknown
  /** Index of its strategy in the config, whose limits hold for it. Absent: no strategy's limits hold. */
  readonly stanza?: number
}

/** A reference feed. */
export interface LoggedFeed {
  readonly name: string
  /** Its name in the config: built in, a file or a package. */
  readonly source: string
  /** Folder from which files and packages are resolved; null for a built-in feed. */
  readonly folder: string | null
  /** Config as parsed by the feed's schema. */
  readonly config: unknown
}

/** Every input of the run, in order. */
export type LoggedInput =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'control'; readonly control: Control }
  | { readonly kind: 'timer'; readonly at: Timestamp }

/** Ends a batch; the commands of its turn. */
export interface LogMark {
  readonly kind: 'mark'
  readonly now: Timestamp
  /** Wall clock offset in microseconds; absent: 0. */
  readonly wallOffset?: number
  readonly timer: boolean
  readonly commands: readonly Command[]
}

/** The run ended normally. */
interface LogEnd {
  readonly kind: 'end'
  readonly at: Timestamp
  readonly stateHash: string
}

/** One line of an input log. */
export type LogRecord = LogHeader | LoggedInput | LogMark | LogEnd
