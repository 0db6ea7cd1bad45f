import type { Clock, Timestamp } from '../../../model/time.js'
import type { CoreAnswer, CrowdCommand } from '../../core/command.js'
import type { Core } from '../../core/core.js'
import type { CoreOrder } from '../../core/core-event.js'
import type { CoreState } from '../../core/save-world.js'
import type { Timers } from '../timers.js'
import type { CopierOptions } from './copier.js'
import type { Deferred } from './deferred.js'
import type { LogEntry } from './log-entry.js'
import type { Note } from './note.js'
import type { PostedOrder } from './posted-line.js'
import type { CoreReads } from './readable-core.js'
import type { KeeperOptions } from './snapshot-keeper.js'
import type { Watcher } from './watcher.js'

/** The one writer of an exchange: gives each change its time and place, applies it to the core, and writes it to the log. */
export interface Sequencer {
  readonly core: CoreReads
  /** Changes that wait for the end of the turn. They run before any other change, and before any read that comes after them. */
  readonly deferred: Deferred
  /** The exchange's clock; it never runs backwards, even over a restart. */
  now(): Timestamp
  /**
   * Applies an entry at once. All entries of one event-loop turn share one commit. An answer may leave the process only once `written` has
   * resolved. Throws where the sequencer is closed.
   */
  take(entry: LogEntry): CoreAnswer
  /**
   * Applies an entry and resolves when it is on disk. Rejects where the disk refuses; the sequencer is then closed for good, because memory and
   * disk no longer agree.
   */
  apply(entry: LogEntry): Promise<CoreAnswer>
  /** Writes a note and resolves when it is on disk. Rejects as `apply` does. */
  note(note: Note): Promise<void>
  /** An order as its maker signed and sent it; `null`: it was never sent, like the crowd's orders. */
  posted(order: CoreOrder): PostedOrder | null
  /** Applies rows of the recorded crowd, in order. Only rows that an order met go into the log. Throws where the sequencer is closed. */
  play(rows: readonly CrowdCommand[]): void
  /**
   * Resolves when everything so far is on disk; `null`: it is already. Reads wait for it before they answer, so that no client sees what a crash
   * could undo.
   */
  written(): Promise<void> | null
  /** The whole state of the exchange, for a snapshot. */
  copy(): Uint8Array
  /** Commits what is uncommitted, takes a last snapshot, stops the timer and closes the store. */
  close(): void
}

/** What a sequencer is opened with. */
export interface SequencerOptions extends Pick<KeeperOptions, 'store' | 'snapshotEvery' | 'keepsLog' | 'log'> {
  /** Creates the core: an empty one, or one restored from a state. Always under the same rules. */
  readonly openCore: (state: CoreState | undefined) => Core
  readonly clock: Clock
  /** Default: the computer's. */
  readonly timers?: Timers | undefined
  /** What a thread needs to make the same exchange from the store; missing: the rules differ from the store's. */
  readonly thread?: CopierOptions['thread'] | undefined
  /** Watchers see the whole history, replayed and new. */
  readonly watchers: readonly Watcher[]
  /** Called when the disk refused a write: nothing more is accepted until a restart. */
  readonly onFatal: (error: Error) => void
}

/** Thrown once nothing more is accepted, because the exchange closes or its disk refused. */
export class SequencerClosed extends Error {}
