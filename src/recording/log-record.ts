import type { Control } from '../model/batch.js'
import type { Frame } from '../model/frame.js'
import type { Command } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'

/** The first line of a run's input log: all that the first turn starts from. */
export interface LogHeader {
  readonly kind: 'header'
  readonly version: 1
  readonly startedAt: Timestamp
  /** Version of this package, and of the Node that ran it. */
  readonly oddsmith: string
  readonly nodeMajor: number
  /** Whose frames these are. */
  readonly venue: string
  /** Where the code of that venue is found: as config named it, and where files and packages were looked for. Absent: it is built in. */
  readonly venuePlace?: { readonly name: string; readonly folder: string }
  readonly markets: readonly Market[]
  /** The desk's settings, as the engine defines them. */
  readonly settings: unknown
  readonly assignments: readonly LoggedAssignment[]
  /** The strategies of the run's config in its order, where markets may join: what a `joined` event means by its stanza. Absent: none may. */
  readonly stanzas?: readonly Omit<LoggedAssignment, 'market'>[]
  /** What told references beside the venue, where something did: by the name in a frame's source, `feed:<name>`. */
  readonly feeds?: readonly LoggedFeed[]
  /** The desk's state before its first turn, as the engine defines it. */
  readonly state: unknown
  /**
   * The number of a later part, which goes on from the one before: what stands above is then how things were when the part began. Absent: the log
   * begins here.
   */
  readonly part?: number
}

/** The last line of a part of a log: it goes on in the part of this number. */
export interface LogMore {
  readonly kind: 'more'
  readonly part: number
}

/** A strategy at a market. */
interface LoggedAssignment {
  readonly market: number
  /** As config named it: a built-in one, a file or a package. */
  readonly strategy: string
  /** Where files and packages were looked for; null for a built-in one. */
  readonly folder: string | null
  readonly parameters: unknown
  /** Whose limits hold for it: the place of its strategy in the config. Absent: no strategy's. */
  readonly stanza?: number
}

/** A reference feed. */
export interface LoggedFeed {
  readonly name: string
  /** As config named it: a built-in one, a file or a package. */
  readonly source: string
  /** Where files and packages were looked for; null for a built-in one. */
  readonly folder: string | null
  /** As the feed's schema gave it. */
  readonly config: unknown
}

/** Everything that came through the door, in its order. */
export type LoggedInput =
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'control'; readonly control: Control }
  | { readonly kind: 'timer'; readonly at: Timestamp }

/** What stands above was one batch; this is what its turn commanded. */
export interface LogMark {
  readonly kind: 'mark'
  readonly now: Timestamp
  /** Of the wall clock, in microseconds; absent: 0. */
  readonly wallOffset?: number
  readonly timer: boolean
  readonly commands: readonly Command[]
}

/** The run ended in good order. */
interface LogEnd {
  readonly kind: 'end'
  readonly at: Timestamp
  readonly stateHash: string
}

/** One line of an input log. */
export type LogRecord = LogHeader | LoggedInput | LogMark | LogEnd
