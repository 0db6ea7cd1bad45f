import { statSync } from 'node:fs'
import type { Database } from '../sqlite/database.js'
import { DAMAGED, JournalError } from './journal-error.js'

/** Larger files, in bytes, are not checked before each start: this takes about ten seconds on a slow disk. */
const CHECKED_MAX = 2 * 1024 ** 3

/** Checks a file for damage. Returns the result as text; throws a `JournalError` if the file is damaged. */
export function quickCheck(db: Database, file: string): string {
  const size = file === ':memory:' ? 0 : statSync(file).size
  const megabytes = `${(size / 1e6).toFixed(1)} MB`
  if (size > CHECKED_MAX)
    return `the journal has ${megabytes}, too much to be checked at each start; "oddsmith journal verify" checks it, "journal prune" makes it smaller`
  const startedAt = performance.now()
  const found = firstDamage(db)
  if (found !== null) throw new JournalError(`${DAMAGED}; SQLite says: ${found}`, 'SQLITE_CORRUPT')
  return `the journal is undamaged: ${megabytes} checked in ${(performance.now() - startedAt).toFixed(0)} ms`
}

/** The first problem that SQLite finds; null: none. */
function firstDamage(db: Database): string | null {
  const found = String(db.pragma('quick_check(1)', { simple: true }))
  return found === 'ok' ? null : found
}
