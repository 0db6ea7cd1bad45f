import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { MarketId, OrderId } from '../model/ids.js'
import type { Journaled, Signed } from '../model/order.js'
import { createAppend, createRecall, type TurnLines } from './append.js'
import { type Checkpoint, createCheckpoints, type Restored } from './checkpoints.js'
import { JournalError, journalError } from './journal-error.js'
import { createRowReader, type RowReader } from './rows.js'
import { JOURNAL_VERSION, TABLES } from './tables.js'

/** A wallet's memory: what was decided, what was sent, what was answered. Every method throws a `JournalError` where the file fails. */
export interface Journal {
  /** Drawn once, when the file was made: the upper part of every order id of this wallet. */
  readonly epoch: number
  /** Read before anything else: the last checkpoint and the entries after it. */
  restore(): Restored
  /** Saves where the desk stands; from here on, entries speak of markets as `checkpoint.markets` numbers them. */
  save(checkpoint: Checkpoint): void
  /** One transaction; what it returns may be sent. */
  append(lines: TurnLines): readonly Journaled<Signed>[]
  /** The bytes an order was sent as, or was to be sent as, for sending them again; null: it is not ours. */
  recall(id: OrderId): Journaled<Signed> | null
  readonly rows: RowReader
  /** Moves the log into the file, which can stall for milliseconds: for an idle moment. */
  rest(): void
  close(): void
}

export interface JournalOptions {
  readonly epoch: number
  readonly isReadOnly?: boolean
  /** The file may grow to this many pages of 4 KiB; absent: as the disk allows. */
  readonly pagesMax?: number
}

/** How long a write waits for somebody who reads or copies the file, in ms. The event loop waits too. */
const BUSY_MS = 250

/**
 * Opens a wallet's journal, or makes it with `epoch`. A power cut may lose its last moments, a killed process loses nothing.
 * `isReadOnly` is for looking at the journal of a running daemon.
 */
export function openJournal(file: string, options: JournalOptions): Journal {
  const db = attempt(`the journal ${file} could not be opened`, () => open(file, options))
  let markets: readonly MarketId[] = []
  const append = createAppend(db, index => markets[index])
  const checkpoints = createCheckpoints(db)
  const doing = `the journal ${file} could not be`
  const save = (checkpoint: Checkpoint): void => {
    checkpoints.save(checkpoint)
    markets = checkpoint.markets.map(({ id }) => id)
  }
  return {
    epoch: epochOf(db),
    restore: () => attempt(`${doing} read`, () => checkpoints.restore()),
    save: checkpoint => attempt(`${doing} written`, () => save(checkpoint)),
    append: lines => attempt(`${doing} written`, () => append(lines)),
    recall: createRecall(db),
    rows: createRowReader(db),
    // A reader in another process may hold the log back; the next idle moment tries again.
    rest: () => void attempt(`${doing} tidied`, () => db.pragma('wal_checkpoint(PASSIVE)')),
    close: () => db.close(),
  }
}

function open(file: string, options: JournalOptions): Database.Database {
  const db = new Database(file, { timeout: BUSY_MS, readonly: options.isReadOnly ?? false })
  try {
    if (options.isReadOnly !== true) prepare(db, file, options)
    const version = read(db, 'version')
    if (version !== String(JOURNAL_VERSION)) {
      throw new JournalError(`it has version ${version}, this program reads version ${JOURNAL_VERSION}`)
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepare(db: Database.Database, file: string, options: JournalOptions): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  // A checkpoint in the middle of a turn would hold a cancel back.
  db.pragma('wal_autocheckpoint = 0')
  if (options.pagesMax !== undefined) db.pragma(`max_page_count = ${options.pagesMax}`)
  if (file !== ':memory:') chmodSync(file, 0o600)
  db.transaction(() => {
    db.exec(TABLES)
    const insert = db.prepare('INSERT OR IGNORE INTO meta VALUES (?, ?)')
    insert.run('version', String(JOURNAL_VERSION))
    insert.run('epoch', String(options.epoch))
  })()
}

const read = (db: Database.Database, key: string): string | undefined =>
  db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value

const epochOf = (db: Database.Database): number => Number(read(db, 'epoch'))

function attempt<T>(doing: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw journalError(doing, error)
  }
}
