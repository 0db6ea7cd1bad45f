import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { JOURNAL_VERSION, TABLES } from '../../src/journal/tables.js'
import { OrderId } from '../../src/model/ids.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import { toJson } from '../../src/model/plain.js'
import { openDatabase } from '../../src/sqlite/open-database.js'
import { at, hash, market, signed } from './lines.js'

/** The tables of the first version, as far as a migration meets them. */
const FIRST = `
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE entries(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE TABLE orders(
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, at INTEGER NOT NULL, market TEXT NOT NULL,
    outcome TEXT NOT NULL, side TEXT NOT NULL, price INTEGER NOT NULL, size INTEGER NOT NULL, style TEXT NOT NULL,
    expires_at INTEGER NOT NULL, body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE fills(
    key TEXT NOT NULL, state TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, order_id TEXT, market TEXT NOT NULL,
    outcome TEXT NOT NULL, side TEXT NOT NULL, shares TEXT NOT NULL, value TEXT NOT NULL, fee_in TEXT NOT NULL, fee TEXT NOT NULL,
    PRIMARY KEY(key, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE checkpoints(covers INTEGER PRIMARY KEY, at INTEGER NOT NULL, markets TEXT NOT NULL, state TEXT NOT NULL) STRICT;
  CREATE TRIGGER orders_no_update BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'orders is append-only'); END;
  CREATE TRIGGER orders_no_delete BEFORE DELETE ON orders BEGIN SELECT RAISE(ABORT, 'orders is append-only'); END;
  INSERT INTO meta VALUES ('version', '1'), ('epoch', '7');
`

const submitEntry = (second: number, counter: number): JournalEntry => {
  const { submit } = signed(counter, { expiresAt: at(second + 60) })
  return { kind: 'submit', at: at(second), submit, hash: hash(counter) }
}

/** A journal of the first version: one order before its checkpoint, one after it. */
function firstVersion(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-journal-')), 'journal.db')
  const db = openDatabase(file)
  db.exec(FIRST)
  const order = (second: number, counter: number): void => {
    const { lastInsertRowid } = db
      .prepare('INSERT INTO entries(at, kind, json) VALUES (?, ?, ?)')
      .run(at(second), 'submit', toJson(submitEntry(second, counter)))
    const columns = [OrderId.of(7, counter), hash(counter), at(second), 'a', 'yes', 'buy', 4_900, 10_000_000, 'post-only']
    db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
      ...[lastInsertRowid, ...columns, at(second + 60), Buffer.from(`order ${counter}`)],
    )
  }
  order(1, 1)
  db.prepare('INSERT INTO checkpoints VALUES (1, ?, ?, ?)').run(at(2), toJson([market('a', 0)]), toJson({ version: 1 }))
  order(500, 2)
  db.close()
  return file
}

test('a journal of the first version is read as it is', () => {
  const journal = openJournal(firstVersion(), { epoch: 0, isReadOnly: true })
  expect(journal.rows.orders(9).map(({ id }) => id)).toEqual([OrderId.of(7, 2), OrderId.of(7, 1)])
  expect(journal.restore().entries).toEqual([submitEntry(500, 2)])
  journal.close()
})

test('who writes brings it to this version, with the bodies of orders that may be live', () => {
  const file = firstVersion()
  const journal = openJournal(file, { epoch: 9 })
  expect(journal.epoch).toBe(7)
  expect(journal.recall(OrderId.of(7, 1))).toBeNull()
  expect(journal.recall(OrderId.of(7, 2))).toMatchObject({ hash: hash(2), body: new TextEncoder().encode('order 2') })
  expect(journal.restore().entries).toEqual([submitEntry(500, 2)])
  journal.append({ at: at(501), entries: [], orders: [] })
  journal.save({ at: at(502), markets: [market('a', 0)], state: { version: 1 } })
  journal.append({ at: at(503), entries: [], orders: [signed(3)] })
  journal.close()

  const again = openJournal(file, { epoch: 9 })
  expect(again.rows.orders(9)).toHaveLength(3)
  expect(again.restore().entries).toHaveLength(1)
  const db = openDatabase(file)
  expect(() => db.exec('DELETE FROM orders')).toThrow('orders is append-only')
})

test('the tables of version 2 are what version 2 has always been: others need a version of their own, and a way from each before', () => {
  const tables = createHash('sha256').update(TABLES.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)
  expect([JOURNAL_VERSION, tables]).toEqual([2, 'f4e56aa36df71d37'])
})

test.each(['3', '17'])(
  'version %s is refused in one sentence, by who writes and by who reads, and the file stays as it is',
  version => {
    const file = firstVersion()
    const db = openDatabase(file)
    db.prepare(`UPDATE meta SET value = ? WHERE key = 'version'`).run(version)
    db.close()
    const sentence = `it has version ${version}, this program reads up to version 2; a newer oddsmith wrote it, use that one`
    for (const isReadOnly of [false, true]) expect(() => openJournal(file, { epoch: 0, isReadOnly })).toThrow(sentence)
    const after = openDatabase(file, { readonly: true })
    expect(after.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(2)
    expect(after.prepare(`SELECT value FROM meta WHERE key = 'version'`).pluck().get()).toBe(version)
    after.close()
  },
)
