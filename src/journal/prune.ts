import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Timestamp } from '../model/time.js'
import { JournalError, journalError } from './journal-error.js'
import { DROP_TRIGGERS, TABLES } from './tables.js'

/** What was moved. `to`: the last entry that is in the archive now; 0: nothing ever was. */
export interface Pruned {
  readonly entries: number
  readonly to: number
}

/** Where the pruned entries of a journal lie. */
export const archiveOf = (file: string): string => file.replace(/\.db$/, '-archive.db')

const MOVED = ['entries', 'orders', 'fills'] as const

/**
 * Moves entries, orders and fills from before a time into the archive: they are copied, the copy is compared, and only then they are deleted, each in
 * a transaction of its own. A kill in between leaves them in both files, and the next call goes on. What a restart needs stays: everything behind the
 * older of the checkpoints. For a journal that no other process writes. Throws a `JournalError`.
 */
export function pruneJournal(file: string, before: Timestamp): Pruned {
  try {
    const db = new Database(file, { fileMustExist: true })
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

/** The last entry that may go. Times may go back where a clock was set, so it is the one before the first that must stay. */
function lastBefore(db: Database.Database, before: Timestamp): number {
  const covered = db.prepare('SELECT min(covers) FROM checkpoints').pluck().get() as number | null
  const first = db.prepare('SELECT min(seq) FROM entries WHERE at >= ?').pluck().get(before) as number | null
  return Math.min(covered ?? 0, first === null ? Number.MAX_SAFE_INTEGER : first - 1)
}

/** Copies rows into the archive and compares them there. Throws where one of them is not as it is in the journal. */
export function copyToArchive(db: Database.Database, archive: string, to: number): void {
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

/** Deletes rows that stand in the archive. The triggers are away within this transaction only, so that no other connection can see that. */
export function deleteArchived(db: Database.Database, to: number): void {
  db.transaction(() => {
    db.exec(DROP_TRIGGERS)
    for (const table of MOVED) db.prepare(`DELETE FROM ${table} WHERE seq <= ?`).run(to)
    db.prepare(`INSERT OR REPLACE INTO meta VALUES ('pruned', ?)`).run(String(to))
    db.exec(TABLES)
  }).immediate()
}

/** A new archive gets its name once it has its tables: who reads while it is made, or after a kill, finds none or a whole one. */
function makeArchive(archive: string, epoch: string): void {
  if (existsSync(archive)) return prepareArchive(archive, epoch)
  const made = `${archive}.new`
  for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${made}${rest}`, { force: true })
  prepareArchive(made, epoch)
  renameSync(made, archive)
  // A power cut must not take the name back once rows are deleted from the journal.
  const folder = openSync(dirname(archive), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** What a kill leaves of a copy in the log beside an archive is passed over by readers; in a rollback journal it would need a writer. */
function prepareArchive(archive: string, epoch: string): void {
  const db = new Database(archive)
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

function expectCopied(db: Database.Database, table: (typeof MOVED)[number], to: number): void {
  // A fill that was told again since its first row was archived has another entry now, and is the same fill.
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

/** Gives the room back to the disk. It takes as much room meanwhile, and where that is not there the pages are used again later. */
function shrink(db: Database.Database): void {
  try {
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // Nothing is lost by a file that stays as large as it is.
  }
}
