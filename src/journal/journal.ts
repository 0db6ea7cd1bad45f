import { chmodSync } from 'node:fs'
import type { OrderId } from '../model/ids.js'
import type { Journaled, Signed } from '../model/order.js'
import type { Database } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { type Ahead, openAhead } from './ahead.js'
import { createAppend, createRecall, type TurnLines } from './append.js'
import { type Checkpoint, createCheckpoints, type Restored } from './checkpoints.js'
import { JournalError, journalError } from './journal-error.js'
import { lostJournal } from './lost-journal.js'
import { migrate } from './migrate.js'
import { MarketNumbers } from './numberings.js'
import { quickCheck } from './quick-check.js'
import { recover } from './recover.js'
import { createRowReader, type RowReader } from './rows.js'
import { JOURNAL_VERSION, TABLES } from './tables.js'
import { createTurns, type Turns } from './turns.js'

/** A wallet's journal: what was decided, sent and answered. Every method throws a `JournalError` if the file fails. */
export interface Journal {
  /** Drawn once, when the file was created: the upper part of every order id of this wallet. */
  readonly epoch: number
  /** Records the wallet that owns this journal, if none is recorded yet, and returns the owner: a lower-case address. */
  own(wallet: string): string
  /** Called first: the last checkpoint and the entries after it. */
  restore(): Restored
  /** Saves the desk's state; later entries use the market indexes of `checkpoint.markets`. */
  save(checkpoint: Checkpoint): void
  /** One transaction; the returned orders may be sent. */
  append(lines: TurnLines): readonly Journaled<Signed>[]
  /**
   * The same for a turn whose orders must not wait for a transaction: the returned orders may be sent, and `finish` writes the turn into the tables.
   * If the process is killed in between, the next start recovers the turn.
   */
  begin(lines: TurnLines): readonly Journaled<Signed>[]
  /** Call it once those orders have been sent; before, readers of the tables do not see them. */
  finish(): void
  /** The bytes an order was or would have been sent as, to send them again; null: not our order. */
  recall(id: OrderId): Journaled<Signed> | null
  readonly rows: RowReader
  /** Moves SQLite's log into the file, which can take milliseconds: call it when idle. */
  rest(): void
  /** Writes what is not in the tables yet, and closes the file. */
  close(): void
}

/** How a journal is opened. */
export interface JournalOptions {
  /** Epoch of the journal if the file is new; below 2^30. */
  readonly epoch: number
  readonly isReadOnly?: boolean
  /** Called with the result of a check for damage, made before anything else. Absent: no check. */
  readonly onChecked?: (words: string) => void
  /** Largest file size in pages of 4 KiB; absent: no limit. */
  readonly pagesMax?: number
}

/** How long a write waits for another process that reads or copies the file, in ms. This blocks the event loop. */
const BUSY_MS = 250

/**
 * Opens a wallet's journal, or creates it with `epoch`. A power cut may lose its last moments; a killed process loses nothing. `isReadOnly`: for
 * reading the journal of a running daemon.
 */
export function openJournal(file: string, options: JournalOptions): Journal {
  const [db, ahead] = attempt(`the journal ${file} could not be opened`, () => openBoth(file, options))
  let numbers = new MarketNumbers([])
  const isReadOnly = options.isReadOnly === true
  const turns = createTurns(isReadOnly ? refuseWrite : createAppend(db, () => numbers), ahead)
  const checkpoints = createCheckpoints(db)
  const recall = isReadOnly ? () => null : createRecall(db)
  const doing = `the journal ${file} could not be`
  const save = (checkpoint: Checkpoint): void => {
    turns.finish()
    checkpoints.save(checkpoint)
    numbers = new MarketNumbers(checkpoint.markets)
    turns.follow(checkpoint.at)
  }
  return {
    epoch: epochOf(db),
    own: wallet => attempt(`${doing} written`, () => ownerOf(db, wallet)),
    restore: () => attempt(`${doing} read`, () => checkpoints.restore()),
    save: checkpoint => attempt(`${doing} written`, () => save(checkpoint)),
    append: lines => attempt(`${doing} written`, () => turns.append(lines)),
    begin: lines => attempt(`${doing} written`, () => turns.begin(lines)),
    finish: () => attempt(`${doing} written`, () => turns.finish()),
    recall: id => attempt(`${doing} read`, () => recall(id)),
    rows: guardedRows(createRowReader(db), `${doing} read`),
    // A reader in another process may keep the log from shrinking; the next idle moment tries again.
    rest: () => void attempt(`${doing} tidied`, () => db.pragma('wal_checkpoint(PASSIVE)')),
    close: () => {
      finishQuietly(turns)
      ahead?.close()
      db.close()
    },
  }
}

const refuseWrite = (): never => {
  throw new JournalError('it was opened for reading only')
}

/** If the last turn cannot be written into the tables, it stays in the ahead file for the next start. */
function finishQuietly(turns: Turns): void {
  try {
    turns.finish()
  } catch {
    // The caller was told when the write was due.
  }
}

/** The tables and the ahead file; null for the latter if the journal is read-only or in memory. */
function openBoth(file: string, options: JournalOptions): readonly [Database, Ahead | null] {
  const lost = file === ':memory:' ? null : lostJournal(file)
  if (lost !== null) throw new JournalError(lost)
  const db = open(file, options)
  if (file === ':memory:' || options.isReadOnly === true) return [db, null]
  try {
    const ahead = openAhead(`${file}-ahead`)
    recover(db, ahead)
    return [db, ahead]
  } catch (error) {
    db.close()
    throw error
  }
}

function open(file: string, options: JournalOptions): Database {
  const db = openDatabase(file, { timeout: BUSY_MS, readonly: options.isReadOnly ?? false })
  try {
    const isReadOnly = options.isReadOnly === true
    if (isReadOnly) expectReadable(db)
    else prepare(db, file, options)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepare(db: Database, file: string, options: JournalOptions): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  // Otherwise SQLite could checkpoint in the middle of a turn and delay a cancel.
  db.pragma('wal_autocheckpoint = 0')
  if (options.pagesMax !== undefined) db.pragma(`max_page_count = ${options.pagesMax}`)
  if (file !== ':memory:') chmodSync(file, 0o600)
  const { onChecked } = options
  if (onChecked !== undefined) onChecked(quickCheck(db, file))
  db.transaction(() => {
    if (!isEmpty(db)) expectReadable(db)
    if (isMade(db) && read(db, 'version') === '1') return migrate(db)
    db.exec(TABLES)
    const insert = db.prepare('INSERT OR IGNORE INTO meta VALUES (?, ?)')
    insert.run('version', String(JOURNAL_VERSION))
    insert.run('epoch', String(options.epoch))
  })()
}

const isMade = (db: Database): boolean => db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`).get() !== undefined

const isEmpty = (db: Database): boolean => db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined

/** Version 1 can be read as it is; opening for writing migrates it. */
function expectReadable(db: Database): void {
  const version = isMade(db) ? read(db, 'version') : undefined
  if (version === undefined) throw new JournalError('it is not a journal; put a backup in its place')
  if (version !== '1' && version !== String(JOURNAL_VERSION))
    throw new JournalError(
      `it has version ${version}, this program reads up to version ${JOURNAL_VERSION}; a newer oddsmith wrote it, use that one`,
    )
}

function guardedRows(rows: RowReader, doing: string): RowReader {
  return {
    orders: limit => attempt(doing, () => rows.orders(limit)),
    fills: limit => attempt(doing, () => rows.fills(limit)),
    refusals: limit => attempt(doing, () => rows.refusals(limit)),
    finishedFills: since => attempt(doing, () => rows.finishedFills(since)),
    known: since => attempt(doing, () => rows.known(since)),
    hashOf: order => attempt(doing, () => rows.hashOf(order)),
  }
}

const read = (db: Database, key: string): string | undefined =>
  db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?').get(key)?.value

const epochOf = (db: Database): number => Number(read(db, 'epoch'))

function ownerOf(db: Database, wallet: string): string {
  db.prepare('INSERT OR IGNORE INTO meta VALUES (?, ?)').run('wallet', wallet)
  return read(db, 'wallet') ?? wallet
}

function attempt<T>(doing: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    // Without the name of the file, an operator of several wallets would not know whose it is.
    throw error instanceof JournalError
      ? new JournalError(`${doing}: ${error.message}`, error.code, error)
      : journalError(doing, error)
  }
}
