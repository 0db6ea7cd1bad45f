import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { at, market, signed } from './lines.js'

const written = (): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-journal-')), 'journal.db')
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: at(0), markets: [market('a', 0)], state: null })
  for (let counter = 1; counter < 400; counter++) journal.append({ at: at(1), entries: [], orders: [signed(counter)] })
  journal.rest()
  journal.close()
  return file
}

test('says how long it looked through a file that is undamaged', () => {
  const words: string[] = []
  openJournal(written(), { epoch: 7, onChecked: text => words.push(text) }).close()
  expect(words).toEqual([expect.stringMatching(/^the journal is undamaged: 0\.\d MB checked in \d+ ms$/)])
})

test('refuses a damaged file with what to do', () => {
  const file = written()
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 4_096 * 5, 4_096 * 9)
  writeFileSync(file, bytes)
  const open = () => openJournal(file, { epoch: 7, onChecked: () => undefined })
  expect(open).toThrow(/the file is damaged; copy it aside, put a backup in its place .*SQLite says/)
})

test('refuses a file that is no database in the same way', () => {
  const file = written()
  writeFileSync(file, 'x'.repeat(8_192))
  expect(() => openJournal(file, { epoch: 7, onChecked: () => undefined })).toThrow(
    'the file is not a journal; put a backup in its place',
  )
})
