import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../sqlite/database.js'
import { openDatabase } from '../../../sqlite/open-database.js'
import { dataError, StartError } from '../start-error.js'
import type { ExchangeSnapshot } from './snapshot.js'

/** One line of the command log. */
export interface LogRow {
  /** Whole microseconds since the epoch. */
  readonly at: number
  readonly json: string
}

/** All lines that were written at once, with the number and time of the last one. */
export interface WrittenRow extends LogRow {
  readonly seq: number
}

/** An order's signed form as a line, by the number of the order. */
interface PostedRow {
  readonly id: number
  readonly line: string
}

/** What an exchange keeps on disk: a log of commands, snapshots that replace the beginning of the log, and a few values about itself. */
export interface Store {
  /** `false`: the store is in memory and ends with the process. */
  readonly isKept: boolean
  /** The value kept under `key`; `null`: there is none. */
  read(key: string): string | null
  write(key: string, value: string): void
  /** Appends all rows or none. Throws when the disk refuses. */
  append(rows: readonly LogRow[]): void
  /** Keeps signed forms of orders, ordered by number: all or none. Throws when the disk refuses. */
  keepPosted(rows: readonly PostedRow[]): void
  /** The line of an order's signed form; `null`: there is none. */
  posted(id: number): string | null
  /** The number of the newest order whose signed form is kept; 0: there is none. */
  newestPosted(): number
  /** The number of the newest command; 0: there was none. */
  newest(): number
  /** The number of the oldest command that the log still has; `null`: it has none. */
  oldest(): number | null
  /** The log after a command, in order; 0: everything that it still has. */
  rows(after: number): IterableIterator<LogRow>
  /** At most `most` rows of the log that end after a command, as they were written. */
  written(after: number, most: number): readonly WrittenRow[]
  /**
   * Deletes commands up to and including `until`, the oldest first and at most `most`, but never a part of what was appended at once. Returns
   * whether any was deleted.
   */
  forget(until: number, most: number): boolean
  /** The commands at which snapshots were taken, newest first. */
  snapshots(): readonly number[]
  /** A snapshot as it was written, with whatever parts are left; `null`: there is none. */
  snapshot(seq: number): ExchangeSnapshot | null
  /** The checksum of a snapshot; `null`: there is no such snapshot. */
  checksum(seq: number): string | null
  /** One part of a snapshot, by its index; `null`: it has no more. */
  part(seq: number, place: number): Uint8Array | null
  /** Stores a snapshot and keeps the one before it. All or nothing: when it throws because the disk refused, the store is unchanged. */
  keep(snapshot: ExchangeSnapshot): void
  /** Stores one part of a snapshot, which becomes readable with `finish`. Throws when the disk refuses. */
  keepPart(seq: number, place: number, bytes: Uint8Array): void
  /** Turns the parts stored so far into a snapshot; of the earlier snapshots only the newest is kept. */
  finish(seq: number, checksum: string): void
  /** Deletes one part that belongs to no snapshot. Returns whether there was one. */
  sweep(): boolean
  /** Deletes a snapshot that cannot be read. */
  drop(seq: number): void
  /** Bytes used on disk, without free pages. */
  bytes(): number
  close(): void
}

/**
 * Version of the database's format: 1 had only a log, 2 added snapshots, 3 has one row for everything that is written at once. An older one is
 * converted; a newer one is refused.
 */
const FORMAT = 3
const OLDEST_FORMAT = 1

export interface StoreLimits {
  /** Largest size of the database, in bytes. Default: no limit. */
  readonly bytesMax?: number
}

/**
 * Opens `exchange.db` in `data` (created where missing), or a database in memory for ':memory:'. Throws a `StartError` if another process has it
 * open, the folder cannot be used, or its format is newer.
 */
export const openStore = (data: string, limits: StoreLimits = {}): Store => {
  const database = openTables(data, limits)
  const words = wordsOf(database)
  return {
    isKept: data !== ':memory:',
    ...words,
    ...logOf(database),
    ...postedOf(database),
    ...snapshotsOf(database),
    bytes: () => {
      const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map(name =>
        Number(database.pragma(name, { simple: true })),
      ) as [number, number, number]
      return (pages - free) * size
    },
    close: () => void database.close(),
  }
}

const openTables = (data: string, limits: StoreLimits): Database => {
  let database: Database | null = null
  try {
    const file = fileOf(data)
    database = openDatabase(file, { timeout: 2_000 })
    // It holds the token for operators and the keys of accounts, and its folder may be older and open to other users.
    if (data !== ':memory:') chmodSync(file, 0o600)
    prepare(database, limits)
    return database
  } catch (error) {
    database?.close()
    throw dataError(data, error)
  }
}

const fileOf = (data: string): string => {
  if (data === ':memory:') return data
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return join(data, 'exchange.db')
}

const prepare = (database: Database, { bytesMax }: StoreLimits): void => {
  // With the write-ahead log a killed process loses nothing, because the kernel has what was committed. Only a power cut can lose the last moments.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  // A checkpoint waits for the disk: a few large ones are cheaper than many small ones.
  database.pragma('wal_autocheckpoint = 4000')
  // One folder is for one exchange: a second process fails here instead of mixing two histories.
  database.pragma('locking_mode = EXCLUSIVE')
  const found = Number(database.pragma('user_version', { simple: true }))
  if (found !== 0 && (found < OLDEST_FORMAT || found > FORMAT))
    throw new StartError(
      'data',
      `the exchange's data has format ${found}, expected ${FORMAT}; start the version of oddsmith that wrote it, or choose another folder`,
    )
  database.exec(`
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS commands (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS posted (id INTEGER PRIMARY KEY, lines TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS snapshots (seq INTEGER PRIMARY KEY, checksum TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS snapshot_parts (seq INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (seq, part));
    PRAGMA user_version = ${FORMAT};
  `)
  if (bytesMax === undefined) return
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  database.pragma(`max_page_count = ${Math.ceil(bytesMax / pageSize)}`)
}

const wordsOf = (database: Database): Pick<Store, 'read' | 'write'> => {
  const read = database.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?')
  const write = database.prepare<[string, string]>(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return { read: key => read.get(key)?.value ?? null, write: (key, value) => void write.run(key, value) }
}

const logOf = (database: Database): Pick<Store, 'append' | 'newest' | 'oldest' | 'rows' | 'written' | 'forget'> => {
  const insert = database.prepare<[number, number, string]>('INSERT INTO commands (seq, at, json) VALUES (?, ?, ?)')
  const rows = database.prepare<[number], WrittenRow>('SELECT seq, at, json FROM commands WHERE seq > ? ORDER BY seq')
  const some = database.prepare<[number, number], WrittenRow>(
    'SELECT seq, at, json FROM commands WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const least = database.prepare<[], WrittenRow>('SELECT seq, at, json FROM commands ORDER BY seq LIMIT 1')
  const remove = database.prepare<[number]>('DELETE FROM commands WHERE seq <= ?')
  // Counted here and not by the table, so that a number is never reused, even when a snapshot has emptied the log.
  let newest = database
    .prepare<[], { seq: number }>(
      'SELECT max(coalesce((SELECT max(seq) FROM commands), 0), coalesce((SELECT max(seq) FROM snapshots), 0)) AS seq',
    )
    .get()!.seq
  return {
    append: added => {
      const last = added.at(-1)
      if (last === undefined) return
      // One statement is a transaction by itself.
      insert.run(newest + added.length, last.at, added.map(row => row.json).join('\n'))
      newest += added.length
    },
    newest: () => newest,
    oldest: () => {
      const row = least.get()
      return row === undefined ? null : row.seq + 1 - linesOf(row).length
    },
    rows: function* behind(after) {
      for (const row of rows.iterate(after)) yield* linesBehind(row, after)
    },
    written: (after, most) => some.all(after, most),
    forget: (until, most) => {
      const first = least.get()?.seq
      return first !== undefined && first <= until && remove.run(Math.min(until, first + most - 1)).changes > 0
    },
  }
}

const linesOf = ({ json }: LogRow): readonly string[] => json.split('\n')

/** The lines of a row that come after a command. */
export function* linesBehind(row: WrittenRow, after: number): Generator<LogRow> {
  const lines = linesOf(row)
  for (const [index, json] of lines.entries()) if (row.seq - lines.length + 1 + index > after) yield { at: row.at, json }
}

/** Signed forms in one row of the table; reading one reads the whole row. */
const POSTED_IN_ROW = 32

/** A row holds signed forms with their order numbers; its key is the first number. */
const postedOf = (database: Database): Pick<Store, 'keepPosted' | 'posted' | 'newestPosted'> => {
  const insert = database.prepare<[number, string]>('INSERT INTO posted (id, lines) VALUES (?, ?)')
  const find = database.prepare<[number], { lines: string }>('SELECT lines FROM posted WHERE id <= ? ORDER BY id DESC LIMIT 1')
  const keep = database.transaction((rows: readonly PostedRow[]) => {
    for (let from = 0; from < rows.length; from += POSTED_IN_ROW) {
      const some = rows.slice(from, from + POSTED_IN_ROW)
      insert.run(some[0]!.id, some.map(({ id, line }) => `${id} ${line}`).join('\n'))
    }
  })
  return {
    keepPosted: rows => {
      if (rows.length > 0) keep(rows)
    },
    newestPosted: () => Number.parseInt(find.get(Number.MAX_SAFE_INTEGER)?.lines.split('\n').at(-1) ?? '0', 10),
    posted: id => {
      const prefix = `${id} `
      const lines = find.get(id)?.lines.split('\n')
      return lines?.find(line => line.startsWith(prefix))?.slice(prefix.length) ?? null
    },
  }
}

/** Two snapshots are kept: if the newest cannot be read, the one before it and the log after that restore the exchange. */
const SNAPSHOTS_KEPT = 2

type Snapshots = Pick<Store, 'snapshots' | 'snapshot' | 'checksum' | 'part' | 'keep' | 'keepPart' | 'finish' | 'sweep' | 'drop'>

const snapshotsOf = (database: Database): Snapshots => {
  const heads = database.prepare<[], { seq: number }>('SELECT seq FROM snapshots ORDER BY seq DESC')
  const head = database.prepare<[number], { checksum: string }>('SELECT checksum FROM snapshots WHERE seq = ?')
  const parts = database.prepare<[number], { bytes: Buffer }>('SELECT bytes FROM snapshot_parts WHERE seq = ? ORDER BY part')
  const addHead = database.prepare<[number, string]>('INSERT INTO snapshots (seq, checksum) VALUES (?, ?)')
  const part = database.prepare<[number, number], { bytes: Buffer }>(
    'SELECT bytes FROM snapshot_parts WHERE seq = ? AND part = ?',
  )
  const putPart = database.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO snapshot_parts (seq, part, bytes) VALUES (?, ?, ?)',
  )
  const removeLoose = database.prepare<[]>(
    'DELETE FROM snapshot_parts WHERE rowid = (SELECT rowid FROM snapshot_parts WHERE seq NOT IN (SELECT seq FROM snapshots) LIMIT 1)',
  )
  const removeHead = database.prepare<[number]>('DELETE FROM snapshots WHERE seq = ?')
  const removeParts = database.prepare<[number]>('DELETE FROM snapshot_parts WHERE seq = ?')
  const snapshots = (): number[] => heads.all().map(({ seq }) => seq)
  const remove = (seq: number): void => {
    removeHead.run(seq)
    removeParts.run(seq)
  }
  const keep = database.transaction((snapshot: ExchangeSnapshot) => {
    // Delete first: the file then reuses the space and does not grow with each snapshot.
    remove(snapshot.seq)
    for (const seq of snapshots().slice(SNAPSHOTS_KEPT - 1)) remove(seq)
    addHead.run(snapshot.seq, snapshot.checksum)
    for (const [part, bytes] of snapshot.parts.entries()) putPart.run(snapshot.seq, part, bytes)
  })
  return {
    snapshots,
    snapshot: seq => {
      const checksum = head.get(seq)?.checksum
      return checksum === undefined ? null : { seq, checksum, parts: parts.all(seq).map(({ bytes }) => bytes) }
    },
    checksum: seq => head.get(seq)?.checksum ?? null,
    part: (seq, place) => part.get(seq, place)?.bytes ?? null,
    keep: snapshot => keep(snapshot),
    keepPart: (seq, place, bytes) => {
      putPart.run(seq, place, bytes)
      // After each part: one checkpoint after all of them would make the next write wait for the disk.
      database.pragma('wal_checkpoint(PASSIVE)')
    },
    finish: database.transaction((seq: number, checksum: string) => {
      for (const older of snapshots().slice(SNAPSHOTS_KEPT - 1)) removeHead.run(older)
      addHead.run(seq, checksum)
    }),
    sweep: () => removeLoose.run().changes > 0,
    drop: database.transaction(remove),
  }
}
