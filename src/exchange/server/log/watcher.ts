import type { BookSide, Price } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { Core } from '../../core/core.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { LogEntry } from './log-entry.js'
import type { Note } from './note.js'

/** A print of the recorded crowd among itself: what is left of it beside the orders that it filled. */
export interface CrowdTrade {
  readonly at: Timestamp
  readonly market: number
  /** The one that was hit. */
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share. */
  readonly size: number
}

/** Somebody who follows what happens on the floor. */
export interface Watcher {
  /** The core whose history it will see, before anything of that. */
  open?(core: Core): void
  /** An entry the core took, before its events. Also called for each old entry while the log is replayed. */
  enter?(entry: LogEntry): void
  /** A note, old or new, in its place among the entries. */
  hear?(note: Note): void
  /** A whole minute of the clock is over: everything is still as it was then. Only told where something is about to happen. */
  minute?(): void
  /** One event, as it happens; nothing may leave the process yet. */
  see?(event: CoreEvent): void
  /** A print of which nothing, or not all, was ours to match; never during replay. */
  trade?(trade: CrowdTrade): void
  /** All that was seen is on disk: what was made of it may leave. Once an event-loop turn at most, never during replay. */
  release?(): void
  /** What it knows only from the history; missing where it needs none of it after a start. */
  readonly memory?: Memory
}

/** State that a snapshot of the exchange holds, under a name of its own. */
export interface Memory {
  readonly name: string
  /** Plain data: numbers, texts, bigints, arrays, maps, sets and plain objects, none of them the core's. The snapshot copies it at once. */
  save(): unknown
  /** Takes back what `save` gave, before anything else happens. */
  load(saved: unknown): void
}
