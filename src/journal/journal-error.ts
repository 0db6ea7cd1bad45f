import { reasonOf } from '../model/reason-of.js'

/** The journal could not be opened, read or written: disk full, locked by another process, damaged, or of another version. */
export class JournalError extends Error {
  /** SQLite's code, such as `SQLITE_FULL`; null: the journal itself raised the error. */
  readonly code: string | null

  constructor(message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'JournalError'
    this.code = code
  }
}

/** Turns SQLite's error into a message that a person can act on. A JournalError is returned unchanged. */
export function journalError(doing: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  const code = codeOf(cause)
  const known = code === null ? undefined : WORDS.find(([prefix]) => code.startsWith(prefix))?.[1]
  const told = reasonOf(cause)
  const reason = known ?? (code?.startsWith('SQLITE_') === true ? `${UNFIT} (SQLite says: ${told})` : told)
  return new JournalError(`${doing}: ${reason}`, code, cause)
}

const UNFIT = 'its tables are not as this program left them; check it with "oddsmith journal verify"'

/** Message for a file that SQLite finds damaged. */
export const DAMAGED =
  'the file is damaged; copy it aside, put a backup in its place ("oddsmith journal backup" makes one), and check that with "oddsmith journal verify"'

const WORDS: readonly (readonly [prefix: string, words: string])[] = [
  ['SQLITE_FULL', 'the disk is full; make room and start again'],
  ['SQLITE_BUSY', 'another process holds its lock; end whatever has the file open for writing, and try again'],
  ['SQLITE_LOCKED', 'another connection holds its lock; end whatever has the file open for writing, and try again'],
  ['SQLITE_READONLY', 'the file or its folder is read-only; give this user the right to write both'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened; its folder must exist and be writable'],
  ['SQLITE_NOTADB', 'the file is not a journal; put a backup in its place'],
  ['SQLITE_CORRUPT', DAMAGED],
  ['SQLITE_SCHEMA', DAMAGED],
  // The file ends before its last row.
  ['SQLITE_IOERR_SHORT_READ', DAMAGED],
  ['SQLITE_TOOBIG', 'a row is larger than the file can hold'],
  ['SQLITE_NOMEM', 'there is not enough memory'],
  ['SQLITE_PERM', 'this user may not use the file'],
  ['SQLITE_AUTH', 'this user may not use the file'],
  ['SQLITE_PROTOCOL', 'another process holds its lock; end whatever has the file open for writing, and try again'],
  ['ENOSPC', 'the disk is full; make room and start again'],
  ['EDQUOT', 'this user’s share of the disk is full; make room and start again'],
  ['EROFS', 'the disk is read-only'],
  ['EACCES', 'this user may not use the file'],
  ['EIO', 'the disk does not read or write; look after the disk, then check the file with "oddsmith journal verify"'],
  ['SQLITE_IOERR', 'the disk does not read or write; look after the disk, then check the file with "oddsmith journal verify"'],
]

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
