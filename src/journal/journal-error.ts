/** The memory could not be opened, read or written: disk full, locked by another process, damaged, or of another version. */
export class JournalError extends Error {
  /** SQLite's own code, such as `SQLITE_FULL`; null where the journal itself objects. */
  readonly code: string | null

  constructor(message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'JournalError'
    this.code = code
  }
}

/** Puts what SQLite says into words a person can act on. An error that is already ours stays as it is. */
export function journalError(doing: string, cause: unknown): JournalError {
  if (cause instanceof JournalError) return cause
  const code = codeOf(cause)
  const known = code === null ? undefined : WORDS.find(([prefix]) => code.startsWith(prefix))?.[1]
  const reason = known ?? (cause instanceof Error ? cause.message : String(cause))
  return new JournalError(`${doing}: ${reason}`, code, cause)
}

const WORDS: readonly (readonly [prefix: string, words: string])[] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'another process holds its lock'],
  ['SQLITE_LOCKED', 'another connection holds its lock'],
  ['SQLITE_READONLY', 'the file is read-only'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened; its folder must exist and be writable'],
  ['SQLITE_NOTADB', 'the file is not a journal'],
  ['SQLITE_CORRUPT', 'the file is damaged'],
  ['ENOSPC', 'the disk is full'],
  ['EIO', 'the disk does not read or write'],
  ['SQLITE_IOERR', 'the disk does not read or write'],
]

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
