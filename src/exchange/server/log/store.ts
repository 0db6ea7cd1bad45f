import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Snapshot } from './snapshot.js'

/** One line of the command log. */
export interface LogRow {
  /** Whole microseconds since the epoch. */
  readonly at: number
  readonly json: string
}

/** What an exchange keeps on disk: a log of commands, snapshots that stand for its beginning, and a few words about itself. */
export interface Store {
  /** false: it dies with the process, so nobody will ever start from it. */
  readonly isKept: boolean
  /** A word kept under `key`; null where there is none. */
  read(key: string): string | null
  write(key: string, value: string): void
  /** All rows or none. Throws where the disk refuses; then nothing of them is kept. */
  append(rows: readonly LogRow[]): void
  /** The number of the newest command; 0: there was none. */
  newest(): number
  /** The number of the oldest command that the log still has; null: it has none. */
  oldest(): number | null
  /** The log behind a command, in order; 0: all that it still has. */
  rows(after: number): IterableIterator<LogRow>
  /** What the log holds up to and including `until`, the oldest first and so many at most. Answers how many rows went. */
  forget(until: number, most: number): number
  /** The commands at which snapshots were taken, newest first. */
  snapshots(): readonly number[]
  /** A snapshot as it was written, or what is left of it; null: there is none. */
  snapshot(seq: number): Snapshot | null
  /** Keeps a snapshot and the one before it. All or nothing; throws where the disk refuses, and the store is as it was. */
  keep(snapshot: Snapshot): void
  /** A snapshot that cannot be read is of no use. */
  drop(seq: number): void
  close(): void
}

/** The format of the database. An older one, a log alone, is made into this; a newer one is refused rather than misread. */
const FORMAT = 2
const OLDEST_FORMAT = 1

export interface StoreLimits {
  /** The database grows no further than this. Default: as far as the disk goes. */
  readonly bytesMax?: number
}

/**
 * Opens `exchange.db` in `data` (made where missing), or a database that dies with the process for ':memory:'. Throws where it is locked
 * or newer.
 */
export const openStore = (data: string, limits: StoreLimits = {}): Store => {
  const database = new Database(fileOf(data), { timeout: 2_000 })
  prepare(database, limits)
  const words = wordsOf(database)
  const log = logOf(database)
  return { isKept: data !== ':memory:', ...words, ...log, ...snapshotsOf(database), close: () => void database.close() }
}

const fileOf = (data: string): string => {
  if (data === ':memory:') return data
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return join(data, 'exchange.db')
}

const prepare = (database: Database.Database, { bytesMax }: StoreLimits): void => {
  // With the write-ahead log a killed process loses nothing: what was committed is the kernel's. Only a power cut can lose the last moments.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  // One exchange, one folder: a second process fails here instead of interleaving two histories.
  database.pragma('locking_mode = EXCLUSIVE')
  const found = Number(database.pragma('user_version', { simple: true }))
  if (found !== 0 && (found < OLDEST_FORMAT || found > FORMAT)) {
    database.close()
    throw new Error(`the exchange's data has format ${found}, expected ${FORMAT}`)
  }
  database.exec(`
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS commands (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS snapshots (seq INTEGER PRIMARY KEY, checksum TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS snapshot_parts (seq INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (seq, part));
    PRAGMA user_version = ${FORMAT};
  `)
  if (bytesMax === undefined) return
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  database.pragma(`max_page_count = ${Math.ceil(bytesMax / pageSize)}`)
}

const wordsOf = (database: Database.Database): Pick<Store, 'read' | 'write'> => {
  const read = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
  const write = database.prepare<[string, string]>(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return { read: key => read.get(key)?.value ?? null, write: (key, value) => void write.run(key, value) }
}

const logOf = (database: Database.Database): Pick<Store, 'append' | 'newest' | 'oldest' | 'rows' | 'forget'> => {
  const insert = database.prepare<[number, number, string]>('INSERT INTO commands (seq, at, json) VALUES (?, ?, ?)')
  const rows = database.prepare<[number], LogRow>('SELECT at, json FROM commands WHERE seq > ? ORDER BY seq')
  const least = database.prepare<[], { seq: number | null }>('SELECT min(seq) AS seq FROM commands')
  const remove = database.prepare<[number]>('DELETE FROM commands WHERE seq <= ?')
  // Counted here and not by the table: a number is never used again, not even where the log is empty behind a snapshot.
  let newest = database
    .prepare<[], { seq: number }>(
      'SELECT max(coalesce((SELECT max(seq) FROM commands), 0), coalesce((SELECT max(seq) FROM snapshots), 0)) AS seq',
    )
    .get()!.seq
  const append = database.transaction((added: readonly LogRow[]) => {
    for (const [index, row] of added.entries()) insert.run(newest + 1 + index, row.at, row.json)
  })
  const oldest = (): number | null => least.get()?.seq ?? null
  return {
    append: added => {
      append(added)
      newest += added.length
    },
    newest: () => newest,
    oldest,
    rows: after => rows.iterate(after),
    forget: (until, most) => {
      const first = oldest()
      return first === null || first > until ? 0 : remove.run(Math.min(until, first + most - 1)).changes
    },
  }
}

/** Two: where the newest cannot be read, the one before it and the log behind that are the exchange. */
const SNAPSHOTS_KEPT = 2

const snapshotsOf = (database: Database.Database): Pick<Store, 'snapshots' | 'snapshot' | 'keep' | 'drop'> => {
  const heads = database.prepare<[], { seq: number }>('SELECT seq FROM snapshots ORDER BY seq DESC')
  const head = database.prepare<[number], { checksum: string }>('SELECT checksum FROM snapshots WHERE seq = ?')
  const parts = database.prepare<[number], { bytes: Buffer }>('SELECT bytes FROM snapshot_parts WHERE seq = ? ORDER BY part')
  const addHead = database.prepare<[number, string]>('INSERT INTO snapshots (seq, checksum) VALUES (?, ?)')
  const addPart = database.prepare<[number, number, Uint8Array]>(
    'INSERT INTO snapshot_parts (seq, part, bytes) VALUES (?, ?, ?)',
  )
  const removeHead = database.prepare<[number]>('DELETE FROM snapshots WHERE seq = ?')
  const removeParts = database.prepare<[number]>('DELETE FROM snapshot_parts WHERE seq = ?')
  const snapshots = (): number[] => heads.all().map(({ seq }) => seq)
  const remove = (seq: number): void => {
    removeHead.run(seq)
    removeParts.run(seq)
  }
  const keep = database.transaction((snapshot: Snapshot) => {
    // What goes makes room for what comes: the file does not grow with the number of snapshots.
    remove(snapshot.seq)
    for (const seq of snapshots().slice(SNAPSHOTS_KEPT - 1)) remove(seq)
    addHead.run(snapshot.seq, snapshot.checksum)
    for (const [part, bytes] of snapshot.parts.entries()) addPart.run(snapshot.seq, part, bytes)
  })
  return {
    snapshots,
    snapshot: seq => {
      const checksum = head.get(seq)?.checksum
      return checksum === undefined ? null : { seq, checksum, parts: parts.all(seq).map(({ bytes }) => bytes) }
    },
    keep: snapshot => keep(snapshot),
    drop: database.transaction(remove),
  }
}
