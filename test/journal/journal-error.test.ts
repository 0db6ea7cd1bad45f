import { expect, test } from 'vitest'
import { journalError } from '../../src/journal/journal-error.js'

const refused = (code: string): Error => Object.assign(new Error('SQLite says something short'), { code })

test.each([
  ['SQLITE_FULL', 'the disk is full; make room'],
  ['SQLITE_BUSY_SNAPSHOT', 'another process holds its lock; end whatever has the file open'],
  ['SQLITE_READONLY_DBMOVED', 'is read-only; give this user the right'],
  ['SQLITE_CANTOPEN_ISDIR', 'its folder must exist and be writable'],
  ['SQLITE_IOERR_WRITE', 'look after the disk'],
  ['SQLITE_IOERR_SHORT_READ', 'put a backup in its place'],
  ['SQLITE_CORRUPT_VTAB', 'put a backup in its place'],
  ['SQLITE_NOTADB', 'put a backup in its place'],
  ['SQLITE_ERROR', 'check it with "oddsmith journal verify" (SQLite says: SQLite says something short)'],
  ['ENOSPC', 'the disk is full; make room'],
])('%s is a sentence with what to do', (code, words) => {
  const { message, code: kept } = journalError('the journal x could not be written', refused(code))
  expect(message).toMatch(/^the journal x could not be written: /)
  expect(message).toContain(words)
  expect(kept).toBe(code)
})
