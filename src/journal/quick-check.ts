import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { DAMAGED, JournalError } from './journal-error.js'

/** A larger file is not looked through before each start, in bytes: about ten seconds of a slow disk. */
const CHECKED_MAX = 2 * 1024 ** 3

/** Looks through a file for damage. Returns how that went, in words; throws a `JournalError` where the file is damaged. */
export function quickCheck(db: Database, file: string): string {
  const size = file === ':memory:' ? 0 : statSync(file).size
  const megabytes = `${(size / 1e6).toFixed(1)} MB`
  if (size > CHECKED_MAX)
    return `the journal has ${megabytes}, too much to be looked through at each start; "oddsmith journal verify" does, "journal prune" makes it smaller`
  const startedAt = performance.now()
  const found = firstDamage(db)
  if (found !== null) throw new JournalError(`${DAMAGED}; SQLite says: ${found}`, 'SQLITE_CORRUPT')
  return `the journal is undamaged: ${megabytes} looked through in ${(performance.now() - startedAt).toFixed(0)} ms`
}

/** What SQLite finds first; null: nothing. */
function firstDamage(db: Database): string | null {
  const found = String(db.pragma('quick_check(1)', { simple: true }))
  return found === 'ok' ? null : found
}
