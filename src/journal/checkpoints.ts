import type { JournalEntry } from '../model/journal-entry.js'
import type { Market } from '../model/market.js'
import { fromJson, toJson } from '../model/plain.js'
import type { Timestamp } from '../model/time.js'
import type { Database } from '../sqlite/database.js'
import { type EntryRow, entryOf, selectEntries } from './entry-text.js'
import { createNumberingWriter, MarketNumbers } from './numberings.js'

/** The desk's state, and which index each market of the run had: later entries name markets by index, and the next run may assign other ones. */
export interface Checkpoint {
  readonly at: Timestamp
  readonly markets: readonly Market[]
  /** The desk's state as plain data. */
  readonly state: unknown
}

/** What a start reads: the last checkpoint and all entries after it. */
export interface Restored {
  readonly checkpoint: Checkpoint | null
  readonly entries: readonly JournalEntry[]
}

/** Checkpoints kept: the last, and the one before for a person to inspect. */
const KEPT = 2

/** Deletes the bodies of orders that are over. */
const FORGET = 'DELETE FROM bodies WHERE until < (SELECT at FROM entries ORDER BY seq DESC LIMIT 1)'

interface CheckpointRow {
  readonly covers: number
  readonly at: Timestamp
  readonly markets: string
  readonly state: string
}

export interface Checkpoints {
  save(checkpoint: Checkpoint): void
  restore(): Restored
}

/** Creates the reader and writer of checkpoints. A checkpoint covers all entries that exist when it is saved. */
export function createCheckpoints(db: Database): Checkpoints {
  const insert = db.prepare('INSERT OR REPLACE INTO checkpoints SELECT coalesce(max(seq), 0), ?, ?, ? FROM entries')
  const prune = db.prepare(
    `DELETE FROM checkpoints WHERE covers NOT IN (SELECT covers FROM checkpoints ORDER BY covers DESC LIMIT ${KEPT})`,
  )
  const last = db.prepare<[], CheckpointRow>('SELECT * FROM checkpoints ORDER BY covers DESC LIMIT 1')
  const tail = db.prepare<[number], EntryRow>(`${selectEntries()} WHERE e.seq > ? ORDER BY e.seq`)
  // A file opened for reading may have version 1, which has neither numberings nor bodies.
  const number = db.readonly ? () => undefined : createNumberingWriter(db)
  const forget = db.readonly ? null : db.prepare(FORGET)

  const save = db.transaction(({ at, markets, state }: Checkpoint) => {
    insert.run(at, toJson(markets), toJson(state))
    prune.run()
    number(markets)
    forget?.run()
  })
  const restore = (): Restored => {
    const row = last.get()
    const checkpoint = row === undefined ? null : read(row)
    const numbers = new MarketNumbers(checkpoint?.markets ?? [])
    return { checkpoint, entries: tail.all(row?.covers ?? 0).map(entry => entryOf(entry, numbers)) }
  }
  return { save, restore }
}

/** The kept checkpoints, oldest first, each with the last entry it covers. */
export const readCheckpoints = (db: Database): readonly (Checkpoint & { readonly covers: number })[] =>
  db
    .prepare<[], CheckpointRow>('SELECT * FROM checkpoints ORDER BY covers')
    .all()
    .map(row => ({ covers: row.covers, ...read(row) }))

const read = (row: CheckpointRow): Checkpoint => ({
  at: row.at,
  markets: fromJson(row.markets) as Market[],
  state: fromJson(row.state),
})
