import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { DAMAGED, JournalError, journalError } from './journal-error.js'

/**
 * Copies a journal while a daemon may write it, looks through the copy, and only then gives it its name. Returns its bytes. Rejects with a
 * `JournalError`; nothing is left of a copy that failed.
 */
export async function backUp(file: string, to: string): Promise<number> {
  if (existsSync(to)) throw new JournalError(`${to} is there already; a backup does not replace a file, choose another name`)
  const part = `${to}.part`
  try {
    rmSync(part, { force: true })
    const db = new Database(file, { readonly: true, fileMustExist: true })
    try {
      // All of it in one step: a step that a writer came in between would begin at the beginning.
      await db.backup(part, { progress: () => 2 ** 30 })
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
  const copy = new Database(part)
  try {
    // One file that can be moved, without a log beside it.
    copy.pragma('journal_mode = DELETE')
    const found = String(copy.pragma('quick_check(1)', { simple: true }))
    if (found !== 'ok') throw new JournalError(`the copy is damaged, so the journal may be: ${DAMAGED}; SQLite says: ${found}`)
  } finally {
    copy.close()
  }
}
