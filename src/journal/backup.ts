import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { openDatabase } from '../sqlite/open-database.js'
import { DAMAGED, JournalError, journalError } from './journal-error.js'

/**
 * Copies a journal while a daemon may write it, checks the copy, and only then renames it to its final name. Returns its size in bytes. Rejects with
 * a `JournalError`; a failed copy is deleted.
 */
export async function backUp(file: string, to: string): Promise<number> {
  if (existsSync(to)) throw new JournalError(`${to} is there already; a backup does not replace a file, choose another name`)
  const part = `${to}.part`
  try {
    rmSync(part, { force: true })
    const db = openDatabase(file, { readonly: true, fileMustExist: true })
    try {
      // Copied in one step: if a write happened between two steps, SQLite would start again.
      await db.backup(part)
    } finally {
      db.close()
    }
    checkCopy(part)
    chmodSync(part, 0o600)
    renameSync(part, to)
    return statSync(to).size
  } catch (error) {
    rmSync(part, { force: true })
    throw journalError(`the journal ${file} could not be copied to ${to}`, error)
  }
}

function checkCopy(part: string): void {
  const copy = openDatabase(part)
  try {
    // Turns the copy into a single file without a log beside it.
    copy.pragma('journal_mode = DELETE')
    const found = String(copy.pragma('quick_check(1)', { simple: true }))
    if (found !== 'ok') throw new JournalError(`the copy is damaged, so the journal may be: ${DAMAGED}; SQLite says: ${found}`)
  } finally {
    copy.close()
  }
}
