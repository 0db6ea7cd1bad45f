import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchFiles } from '../../src/journal/watch-files.js'

let home: string
let folder: string
beforeEach(() => {
  vi.useFakeTimers()
  home = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  folder = join(home, 'wallet')
  mkdirSync(folder)
  for (const name of ['journal.db', 'journal.db-wal', 'lease']) writeFileSync(join(folder, name), name)
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(home, { recursive: true, force: true })
})

const changes: [what: string, change: () => void, named: string][] = [
  ['the folder is deleted', () => rmSync(folder, { recursive: true }), 'journal.db'],
  ['the folder is moved', () => renameSync(folder, join(home, 'elsewhere')), 'journal.db'],
  [
    'a file takes the place of the folder',
    () => (rmSync(folder, { recursive: true }), writeFileSync(folder, '')),
    'journal.db',
  ],
  ['the log of SQLite is deleted', () => rmSync(join(folder, 'journal.db-wal')), 'journal.db-wal'],
  ['a lock is deleted', () => rmSync(join(folder, 'lease')), 'lease'],
  [
    'a backup takes the place of the journal',
    () => {
      writeFileSync(join(home, 'backup'), 'journal.db')
      renameSync(join(home, 'backup'), join(folder, 'journal.db'))
    },
    'journal.db',
  ],
]

describe('a run whose files are open is told once', () => {
  test.each(changes)('that %s', (_, change, named) => {
    const told: string[] = []
    const unwatch = watchFiles(folder, error => told.push(error.message))
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([])
    change()
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([expect.stringContaining(`${named} in ${folder} was deleted, moved or replaced`)])
    unwatch()
  })
})

test('files that are written, made and read are not told, and nothing is once the watch has ended', () => {
  const told: string[] = []
  const unwatch = watchFiles(folder, error => told.push(error.message))
  writeFileSync(join(folder, 'journal.db'), 'more')
  writeFileSync(join(folder, 'door.json'), '{}')
  rmSync(join(folder, 'door.json'))
  vi.advanceTimersByTime(5_000)
  unwatch()
  rmSync(folder, { recursive: true })
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual([])
})
