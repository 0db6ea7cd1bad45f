import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** One line of the command log. */
export interface LogRow {
  /** Whole microseconds since the epoch. */
  readonly at: number
  readonly json: string
}

/** What an exchange keeps on disk: an append-only log of commands, and a few words about itself. */
export interface Store {
  /** A word kept under `key`; null where there is none. */
  read(key: string): string | null
  write(key: string, value: string): void
  /** All rows or none. Throws where the disk refuses; then nothing of them is kept. */
  append(rows: readonly LogRow[]): void
  /** The log from its beginning. */
  rows(): IterableIterator<LogRow>
  close(): void
}

/** The format of the database; another number is refused rather than misread. */
const FORMAT = 1

/**
 * Opens `exchange.db` in `data` (made where missing), or a database that dies with the process for ':memory:'. Throws where it is locked
 * or newer.
 */
export const openStore = (data: string): Store => {
  const database = new Database(fileOf(data), { timeout: 2_000 })
  prepare(database)
  const statements = {
    read: database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?'),
    write: database.prepare<[string, string]>(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    ),
    append: database.prepare<[number, string]>('INSERT INTO commands (at, json) VALUES (?, ?)'),
    rows: database.prepare<[], LogRow>('SELECT at, json FROM commands ORDER BY seq'),
  }
  const appendAll = database.transaction((rows: readonly LogRow[]) => {
    for (const row of rows) statements.append.run(row.at, row.json)
  })
  return {
    read: key => statements.read.get(key)?.value ?? null,
    write: (key, value) => void statements.write.run(key, value),
    append: rows => appendAll(rows),
    rows: () => statements.rows.iterate(),
    close: () => void database.close(),
  }
}

const fileOf = (data: string): string => {
  if (data === ':memory:') return data
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return join(data, 'exchange.db')
}

const prepare = (database: Database.Database): void => {
  // With the write-ahead log a killed process loses nothing: what was committed is the kernel's. Only a power cut can lose the last moments.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  // One exchange, one folder: a second process fails here instead of interleaving two histories.
  database.pragma('locking_mode = EXCLUSIVE')
  const found = Number(database.pragma('user_version', { simple: true }))
  if (found !== 0 && found !== FORMAT) {
    database.close()
    throw new Error(`the exchange's data has format ${found}, expected ${FORMAT}`)
  }
  database.exec(`
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS commands (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL);
    PRAGMA user_version = ${FORMAT};
  `)
}
