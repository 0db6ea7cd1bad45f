import type { BookSide, Price } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { LogEntry } from './log-entry.js'
import type { Note } from './note.js'

/** A trade within the recorded crowd: the part of a print that did not fill our orders. */
export interface CrowdTrade {
  readonly at: Timestamp
  readonly market: number
  /** The side that was hit. */
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share. */
  readonly size: number
}

/** Follows what happens on the exchange. Every hook is optional. */
export interface Watcher {
  /** Called once, before any history, with the core that will have it. */
  open?(core: Core): void
  /** An entry that the core accepted, before its events. Also called for each old entry while the log is replayed. */
  enter?(entry: LogEntry): void
  /** A note, old or new, in its place among the entries. */
  hear?(note: Note): void
  /** A minute of the clock has passed without further change. Called only before something happens. */
  minute?(): void
  /** One event, as it happens. Nothing about it may leave the process yet. */
  see?(event: CoreEvent): void
  /** A trade within the recorded crowd; never during a replay. */
  trade?(trade: CrowdTrade): void
  /**
   * Everything seen so far is on disk, so messages about it may leave the process. Called at most once in an event-loop turn, never during a
   * replay.
   */
  release?(): void
  /** State that cannot be rebuilt without the history; missing: the watcher has none. */
  readonly memory?: Memory
}

/** State that a snapshot of the exchange holds, under a name of its own. */
export interface Memory {
  readonly name: string
  /**
   * Returns plain data: numbers, texts, bigints, arrays, maps, sets and plain objects; none may be the core's own. The snapshot copies it at once.
   */
  save(): unknown
  /** Restores what `save` returned, before anything else happens. */
  load(saved: unknown): void
}
