import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Timestamp } from '../model/time.js'
import type { Database } from '../sqlite/database.js'
import { openDatabase } from '../sqlite/open-database.js'
import { JournalError, journalError } from './journal-error.js'
import { DROP_TRIGGERS, TABLES } from './tables.js'

/** What was moved. `to`: the last archived entry; 0: nothing was ever archived. */
export interface Pruned {
  readonly entries: number
  readonly to: number
}

/** The file for the pruned rows of a journal. */
export const archiveOf = (file: string): string => file.replace(/\.db$/, '-archive.db')

const MOVED = ['entries', 'orders', 'fills'] as const

/**
 * Moves entries, orders and fills from before a time into the archive: they are copied, the copy is compared, and only then they are deleted, each
 * step in its own transaction. After a kill in between, they are in both files, and the next call continues. What a restart needs is kept: everything
 * after the older of the checkpoints. For a journal that no other process writes. Throws a `JournalError`.
 */
export function pruneJournal(file: string, before: Timestamp): Pruned {
  try {
    const db = openDatabase(file, { fileMustExist: true })
    try {
      const to = lastBefore(db, before)
      const entries = Number(db.prepare('SELECT count(*) FROM entries WHERE seq <= ?').pluck().get(to))
      if (entries > 0) {
        copyToArchive(db, archiveOf(file), to)
        deleteArchived(db, to)
        shrink(db)
      }
      return { entries, to: Number(db.prepare(`SELECT value FROM meta WHERE key = 'pruned'`).pluck().get() ?? 0) }
    } finally {
      db.close()
    }
  } catch (error) {
    throw journalError(`the journal ${file} could not be pruned`, error)
  }
}

/** The last entry that may be archived. Times may go backwards if a clock was set, so it is the one before the first that must stay. */
function lastBefore(db: Database, before: Timestamp): number {
  const covered = db.prepare('SELECT min(covers) FROM checkpoints').pluck().get() as number | null
  const first = db.prepare('SELECT min(seq) FROM entries WHERE at >= ?').pluck().get(before) as number | null
  return Math.min(covered ?? 0, first === null ? Number.MAX_SAFE_INTEGER : first - 1)
}

/** Copies rows into the archive and compares them. Throws if one differs from the journal. */
export function copyToArchive(db: Database, archive: string, to: number): void {
  makeArchive(archive, String(db.prepare(`SELECT value FROM meta WHERE key = 'epoch'`).pluck().get()))
  db.prepare('ATTACH ? AS archive').run(archive)
  try {
    db.pragma('archive.synchronous = FULL')
    db.transaction(() => {
      for (const table of MOVED)
        db.prepare(`INSERT OR IGNORE INTO archive.${table} SELECT * FROM main.${table} WHERE seq <= ?`).run(to)
      db.exec('INSERT OR IGNORE INTO archive.numberings SELECT * FROM main.numberings')
    })()
    for (const table of MOVED) expectCopied(db, table, to)
    if (db.pragma('archive.quick_check(1)', { simple: true }) !== 'ok')
      throw new JournalError(`the archive ${archive} is damaged; put a copy of it in its place. Nothing was deleted`)
  } finally {
    db.exec('DETACH archive')
  }
}

/** Deletes archived rows. The triggers are dropped only inside this transaction, so that no other connection sees the tables without them. */
function deleteArchived(db: Database, to: number): void {
  db.transaction(() => {
    db.exec(DROP_TRIGGERS)
    for (const table of MOVED) db.prepare(`DELETE FROM ${table} WHERE seq <= ?`).run(to)
    db.prepare(`INSERT OR REPLACE INTO meta VALUES ('pruned', ?)`).run(String(to))
    db.exec(TABLES)
  }).immediate()
}

/** A new archive is renamed to its final name only once it has its tables: a reader, or a start after a kill, finds none or a complete one. */
function makeArchive(archive: string, epoch: string): void {
  if (existsSync(archive)) return prepareArchive(archive, epoch)
  const made = `${archive}.new`
  for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${made}${rest}`, { force: true })
  prepareArchive(made, epoch)
  renameSync(made, archive)
  // A power cut must not undo the rename after rows were deleted from the journal.
  const folder = openSync(dirname(archive), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** If a copy is killed, readers ignore its rest in the archive's WAL; in a rollback journal it would need a writer to clean up. */
function prepareArchive(archive: string, epoch: string): void {
  const db = openDatabase(archive)
  try {
    chmodSync(archive, 0o600)
    db.pragma('journal_mode = WAL')
    db.transaction(() => {
      db.exec(TABLES)
      const insert = db.prepare('INSERT OR IGNORE INTO meta VALUES (?, ?)')
      insert.run('version', '2')
      insert.run('epoch', epoch)
    })()
    const found = db.prepare(`SELECT value FROM meta WHERE key = 'epoch'`).pluck().get()
    if (found !== epoch) throw new JournalError(`the archive ${archive} is of another journal; move it away`)
  } finally {
    db.close()
  }
}

function expectCopied(db: Database, table: (typeof MOVED)[number], to: number): void {
  // A fill that was reported again after its first row was archived has another entry number now, and is the same fill.
  const columns = table === 'fills' ? 'key, state, shares, value, fee' : '*'
  const missing = db
    .prepare(
      `SELECT count(*) FROM (SELECT ${columns} FROM main.${table} WHERE seq <= ? EXCEPT SELECT ${columns} FROM archive.${table})`,
    )
    .pluck()
    .get(to)
  if (missing !== 0)
    throw new JournalError(`${String(missing)} rows of ${table} are not in the archive as they are here. Nothing was deleted`)
}

/** Returns free space to the disk. This needs as much space meanwhile; if that is not available, the free pages are reused later. */
function shrink(db: Database): void {
  try {
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The file keeps its size, which is harmless.
  }
}
