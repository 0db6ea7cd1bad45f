import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { journalError } from '../../src/journal/journal-error.js'
import type { Engine } from '../../src/sqlite/database.js'
import { nodeEngine } from '../../src/sqlite/node-engine.js'
import { betterEngine, chooseEngine, EngineMissingError } from '../../src/sqlite/open-database.js'

const home = mkdtempSync(join(tmpdir(), 'engines-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const MAKERS = { 'better-sqlite3': betterEngine, 'node:sqlite': nodeEngine } as const

/** null: this Node has none, or its binary is of another Node. */
const engineOf = (name: keyof typeof MAKERS): Engine | null => {
  try {
    return chooseEngine(MAKERS[name])
  } catch {
    return null
  }
}

const codeOf = (work: () => unknown): unknown => {
  try {
    work()
    return null
  } catch (error) {
    return (error as { readonly code?: unknown }).code
  }
}

for (const name of ['better-sqlite3', 'node:sqlite'] as const) {
  const engine = engineOf(name)
  describe.skipIf(engine === null)(`${name} (left out where Node ${process.versions.node} cannot load it)`, () => {
    const open: Engine['open'] = (file, options) => (engine as Engine).open(file, options)

    test('writes and reads values as they are, rows one by one and single columns', () => {
      const db = open(':memory:')
      db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c BLOB, d REAL)')
      const insert = db.prepare<[number, string | null, Uint8Array, number]>('INSERT INTO t VALUES (?, ?, ?, ?)')
      expect(Number(insert.run(7, 'x', new Uint8Array([1, 2]), 0.5).lastInsertRowid)).toBe(7)
      expect(Number(insert.run(1_790_000_000_000_001, null, new Uint8Array([3]), 2).changes)).toBe(1)
      const select = db.prepare<[], { a: number; b: string | null; c: Buffer; d: number }>('SELECT * FROM t ORDER BY a')
      expect(select.all()).toEqual([
        { a: 7, b: 'x', c: Buffer.from([1, 2]), d: 0.5 },
        { a: 1_790_000_000_000_001, b: null, c: Buffer.from([3]), d: 2 },
      ])
      const first = select.get()
      expect(Buffer.isBuffer(first?.c)).toBe(true)
      expect([...select.iterate()].map(({ a }) => a)).toEqual([7, 1_790_000_000_000_001])
      for (const { a } of select.iterate()) if (a === 7) break
      expect(db.prepare<[number]>('SELECT b FROM t WHERE a = ?').get(99)).toBeUndefined()
      expect(db.prepare<[], number>('SELECT count(*) FROM t').pluck().get()).toBe(2)
      db.close()
    })

    test('a transaction stands as a whole or not at all, one inside another too', () => {
      const db = open(':memory:')
      db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)')
      const insert = db.prepare<[number]>('INSERT INTO t VALUES (?)')
      const inner = db.transaction((...rows: readonly number[]) => {
        for (const row of rows) insert.run(row)
        return rows.length
      })
      expect(inner.immediate(1, 2)).toBe(2)
      expect(() => inner(3, 1)).toThrow('UNIQUE constraint failed')
      db.transaction(() => {
        inner(4)
        expect(() => inner(5, 4)).toThrow('UNIQUE constraint failed')
        inner(6)
      })()
      expect(db.prepare<[], number>('SELECT a FROM t ORDER BY a').pluck().all()).toEqual([1, 2, 4, 6])
      db.close()
    })

    test('what SQLite objects to has its name, and a sentence where the journal tells it', () => {
      const file = join(home, `${name.replace(':', '-')}.db`)
      expect(codeOf(() => open(join(home, 'none.db'), { readonly: true, fileMustExist: true }))).toBe('SQLITE_CANTOPEN')
      const db = open(file, { timeout: 0 })
      expect(db.pragma('journal_mode = WAL', { simple: true })).toBe('wal')
      db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)')
      const reader = open(file, { readonly: true, fileMustExist: true })
      expect([reader.readonly, db.readonly]).toEqual([true, false])
      expect(codeOf(() => reader.exec('INSERT INTO t VALUES (1, NULL)'))).toBe('SQLITE_READONLY')
      db.exec('BEGIN IMMEDIATE')
      const other = open(file, { timeout: 0 })
      expect(String(codeOf(() => other.exec('BEGIN IMMEDIATE')))).toMatch(/^SQLITE_BUSY/)
      db.exec('ROLLBACK')
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 1}`)
      const fill = db.transaction(() => db.prepare<[Uint8Array]>('INSERT INTO t VALUES (1, ?)').run(new Uint8Array(100_000)))
      expect(codeOf(fill)).toBe('SQLITE_FULL')
      expect(() => {
        try {
          fill()
        } catch (error) {
          throw journalError('the journal could not be written', error)
        }
      }).toThrow('the disk is full; make room and start again')
      expect(db.pragma('quick_check(1)')).toEqual([{ quick_check: 'ok' }])
      for (const each of [db, reader, other]) each.close()
    })

    test('copies a file that another connection writes', async () => {
      const file = join(home, `${name.replace(':', '-')}-source.db`)
      const db = open(file)
      db.pragma('journal_mode = WAL')
      db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2)')
      const reader = open(file, { readonly: true, fileMustExist: true })
      await reader.backup(`${file}.copy`)
      const copy = open(`${file}.copy`, { readonly: true })
      expect(copy.prepare<[], number>('SELECT a FROM t').pluck().all()).toEqual([1, 2])
      for (const each of [db, reader, copy]) each.close()
    })

    test('a file that is closed twice is closed', () => {
      const db = open(':memory:')
      db.close()
      expect(() => db.close()).not.toThrow()
    })
  })
}

test('where the first engine does not load the next one serves, and without any one sentence says what to do', () => {
  const broken = (): Engine => {
    throw new Error('Could not locate the bindings file. Tried:\n → a\n → b')
  }
  const serving: Engine = { name: 'node:sqlite', open: () => ({ close: () => undefined }) as never }
  expect(chooseEngine(broken, () => serving).name).toBe('node:sqlite')
  expect(() => chooseEngine(broken)).toThrow(EngineMissingError)
  expect(() => chooseEngine(broken)).toThrow(
    /^SQLite cannot be loaded: the binary of better-sqlite3 does not fit Node \S+ on \w+ \w+; run "npm rebuild better-sqlite3" .*, or use Node 22\.13 or later, which has an SQLite of its own$/,
  )
})
