import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { JournalError } from '../../src/journal/journal-error.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import { Wei } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import { openDatabase } from '../../src/sqlite/open-database.js'
import { at, fill, hash, market, signed } from './lines.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'oddsmith-journal-'))
const markets = [market('a', 0), market('b', 1)]
const stamp = { at: at(1), receivedAt: at(1) }
const report = (report: Report): JournalEntry => ({ kind: 'report', at: at(1), report })

const opened = (file = ':memory:') => {
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: at(0), markets, state: { version: 1, cash: Wei.of(5n) } })
  return journal
}

describe('what is written comes back', () => {
  test('entries keep their order, their bigints and their maps, with the submits of a turn after its reports', () => {
    const journal = opened()
    const snapshot = {
      orders: [],
      cash: Wei.of(12_345_678_901_234_567_890n),
      fills: [{ fill: fill(9), state: 'settled' as const }],
      shares: new Map([[MarketIndex.of(0), { yes: Wei.of(1n), no: Wei.ZERO }]]),
    }
    const entries = [report({ ...stamp, kind: 'snapshot', snapshot }), report({ ...stamp, kind: 'link', state: 'live' })]
    journal.append({ at: at(1), entries, orders: [signed(1)] })

    const restored = journal.restore()
    const { submit, signed: bytes } = signed(1)
    expect(restored.checkpoint).toEqual({ at: at(0), markets, state: { version: 1, cash: 5n } })
    expect(restored.entries).toEqual([...entries, { kind: 'submit', at: at(1), submit, hash: bytes.hash }])
  })

  test('a checkpoint covers what stood before it, and only what came later is folded', () => {
    const journal = opened()
    journal.append({ at: at(1), entries: [], orders: [signed(1)] })
    journal.save({ at: at(2), markets, state: { version: 1, orders: 1 } })
    journal.append({ at: at(3), entries: [], orders: [signed(2)] })

    const { checkpoint, entries } = journal.restore()
    expect(checkpoint?.state).toEqual({ version: 1, orders: 1 })
    expect(entries.map(entry => entry.kind === 'submit' && entry.submit.id)).toEqual([OrderId.of(7, 2)])
  })

  test('a file opened again keeps the epoch it was made with and everything in it', () => {
    const file = join(folder(), 'journal.db')
    const first = opened(file)
    first.append({ at: at(1), entries: [], orders: [signed(1)] })
    first.close()

    const second = openJournal(file, { epoch: 99 })
    expect(second.epoch).toBe(7)
    expect(second.restore().entries).toHaveLength(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('a process that dies without closing loses nothing that was appended', () => {
    const file = join(folder(), 'journal.db')
    opened(file).append({ at: at(1), entries: [], orders: [signed(1)] })
    expect(openJournal(file, { epoch: 7 }).restore().entries).toHaveLength(1)
  })
})

describe('orders', () => {
  test('the signed bytes come back as they were, for sending them again', () => {
    const journal = opened()
    const [sent] = journal.append({ at: at(1), entries: [], orders: [signed(3)] })
    expect(journal.recall(OrderId.of(7, 3))).toEqual(sent)
    expect(journal.recall(OrderId.of(7, 4))).toBeNull()
  })

  test('ids and hashes of the orders sent since a time are known', () => {
    const journal = opened()
    journal.append({ at: at(1), entries: [], orders: [signed(1)] })
    journal.append({ at: at(50), entries: [], orders: [signed(2)] })
    expect([...journal.rows.known(at(50))]).toEqual([[OrderId.of(7, 2), hash(2)]])
    expect(journal.rows.known(at(0)).size).toBe(2)
  })

  test('an order is named by its market, whatever number that has in this run', () => {
    const journal = opened()
    journal.append({ at: at(1), entries: [], orders: [signed(1, { market: MarketIndex.of(1) })] })
    expect(journal.rows.orders(10)).toMatchObject([{ id: '7-1', market: 'b', price: 4_900, size: 10_000_000 }])
  })
})

describe('bodies', () => {
  const turn = (second: number, counter: number) => ({ at: at(second), entries: [], orders: [signed(counter)] })

  test('they are kept while their orders may be live, and let go at a checkpoint when those are over', () => {
    const journal = opened()
    // Both expire at 60 s.
    journal.append(turn(1, 1))
    journal.append(turn(110, 2))
    journal.save({ at: at(110), markets, state: null })
    expect(journal.recall(OrderId.of(7, 1))).not.toBeNull()
    journal.append(turn(130, 3))
    journal.save({ at: at(130), markets, state: null })
    expect(journal.recall(OrderId.of(7, 1))).toBeNull()
    expect(journal.rows.orders(9)).toHaveLength(3)
  })

  test('the expiration counts by the clock of the entries, whatever the wall clock says', () => {
    const journal = opened()
    const { submit, signed: bytes } = signed(1)
    journal.append({ at: at(1), entries: [], orders: [{ submit: { ...submit, wallOffset: -3_600_000_000 }, signed: bytes }] })
    journal.append(turn(130, 2))
    journal.save({ at: at(130), markets, state: null })
    expect(journal.recall(OrderId.of(7, 1))).not.toBeNull()
    expect(journal.restore().entries).toEqual([])
  })

  test('one that may be live cannot be deleted, and none can be changed', () => {
    const file = join(folder(), 'journal.db')
    opened(file).append(turn(1, 1))
    const db = openDatabase(file)
    expect(() => db.exec('DELETE FROM bodies')).toThrow('the order of this body may be live')
    expect(() => db.exec(`UPDATE bodies SET body = x'00'`)).toThrow('bodies are not changed')
  })

  test('a turn beside the tables that is in them already is not written twice when its bodies are gone', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    journal.begin(turn(1, 1))
    journal.append(turn(130, 2))
    journal.save({ at: at(130), markets, state: null })
    journal.close()
    expect(openJournal(file, { epoch: 7 }).rows.orders(9)).toHaveLength(2)
  })
})

describe('fills', () => {
  test('the same fill told twice is one row, and its newest state stands', () => {
    const journal = opened()
    const told = (kind: 'matched' | 'settled' | 'failed', counter: number): JournalEntry =>
      report({ ...stamp, kind, fill: fill(counter) })
    const entries = [
      told('matched', 1),
      told('matched', 1),
      told('settled', 1),
      told('settled', 2),
      told('matched', 3),
      told('failed', 3),
    ]
    journal.append({ at: at(1), entries, orders: [] })
    expect(journal.rows.fills(10).map(({ key, state }) => [key.split(':')[0], state])).toEqual([
      ['settlement-3', 'failed'],
      ['settlement-2', 'settled'],
      ['settlement-1', 'settled'],
    ])
  })

  test('history cannot be edited', () => {
    const file = join(folder(), 'journal.db')
    opened(file).append({ at: at(1), entries: [report({ ...stamp, kind: 'matched', fill: fill(1) })], orders: [] })
    const db = openDatabase(file)
    expect(() => db.exec(`UPDATE fills SET shares = '0'`)).toThrow('fills is append-only')
    expect(() => db.exec('DELETE FROM entries')).toThrow('entries is append-only')
  })
})

describe('failures', () => {
  test('a turn that cannot be written whole is not written at all, and nothing of it may be sent', () => {
    const journal = opened()
    expect(() => journal.append({ at: at(1), entries: [], orders: [signed(1), signed(1)] })).toThrow(JournalError)
    expect(journal.restore().entries).toEqual([])
  })

  test('a full disk is named', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    const blob = 'x'.repeat(3_000_000)
    const db = openDatabase(file)
    const pages = Number(db.pragma('page_count', { simple: true }))
    db.close()
    // The page limit belongs to a connection, so a journal of its own stands in for a disk that ends here.
    const small = openJournal(file, { epoch: 7, pagesMax: pages + 1 })
    small.save({ at: at(0), markets, state: null })
    const halt: JournalEntry = { kind: 'halt', at: at(1), rule: blob, limit: 0, found: 0 }
    expect(() => small.append({ at: at(1), entries: [halt], orders: [] })).toThrow('the disk is full')
    journal.close()
  })

  test('a locked file is named within a moment', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    const other = openDatabase(file)
    other.exec('BEGIN IMMEDIATE')
    expect(() => journal.append({ at: at(1), entries: [], orders: [signed(1)] })).toThrow('another process holds its lock')
    other.exec('ROLLBACK')
    expect(journal.append({ at: at(1), entries: [], orders: [signed(1)] })).toHaveLength(1)
  })

  test('a file that is no journal is refused by name', () => {
    expect(() => openJournal(join(folder(), 'none', 'journal.db'), { epoch: 7 })).toThrow(
      /journal .*none.* could not be opened/,
    )
  })

  test('a database of another program is refused, and nothing is written into it', () => {
    const file = join(folder(), 'journal.db')
    const other = openDatabase(file)
    other.exec('CREATE TABLE trips(distance)')
    other.close()
    expect(() => openJournal(file, { epoch: 7 })).toThrow(`the journal ${file} could not be opened: it is not a journal`)
    const after = openDatabase(file)
    expect(after.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'trips' }])
    after.close()
  })

  test.each([
    ['deleted', (file: string) => rmSync(file)],
    ['emptied', (file: string) => writeFileSync(file, '')],
  ])('a journal that was %s is not begun from nothing beside the last turn of its run', (_, lose) => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    journal.begin({ at: at(1), entries: [], orders: [signed(1)] })
    journal.finish()
    journal.close()
    lose(file)
    expect(() => openJournal(file, { epoch: 7 })).toThrow(
      `the journal ${file} could not be opened: it is missing or empty, but a run wrote ${file}-ahead beside it`,
    )
    rmSync(`${file}-ahead`)
    openJournal(file, { epoch: 7 }).close()
  })

  test('a journal of a newer version is refused', () => {
    const file = join(folder(), 'journal.db')
    opened(file).close()
    const db = openDatabase(file)
    db.exec(`UPDATE meta SET value = '3' WHERE key = 'version'`)
    db.close()
    expect(() => openJournal(file, { epoch: 7 })).toThrow(
      `the journal ${file} could not be opened: it has version 3, this program reads up to version 2; a newer oddsmith wrote it, use that one`,
    )
  })
})

describe('a turn that may be sent before it is in the tables', () => {
  const lines = (counter: number, entries: readonly JournalEntry[] = []) => ({
    at: at(counter),
    entries,
    orders: [signed(counter), signed(counter + 100, { market: MarketIndex.of(1) })],
  })
  const killedAfterBegin = (file: string, entries: readonly JournalEntry[] = []) => {
    const [, second] = opened(file).begin(lines(1, entries))
    return second
  }

  test('it is in them once it is finished, and only once', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    expect(journal.begin(lines(1))).toHaveLength(2)
    expect(journal.restore().entries).toEqual([])
    journal.finish()
    journal.finish()
    expect(journal.rows.orders(9).map(({ id, market }) => [id, market])).toEqual([
      [OrderId.of(7, 101), 'b'],
      [OrderId.of(7, 1), 'a'],
    ])
    journal.close()
    expect(openJournal(file, { epoch: 7 }).restore().entries).toHaveLength(2)
  })

  test('a process killed in between has lost nothing of it: bytes, hashes, and what the turn had learned', () => {
    const file = join(folder(), 'journal.db')
    const entries = [report({ ...stamp, kind: 'matched', fill: fill(9) })]
    const second = killedAfterBegin(file, entries)
    const journal = openJournal(file, { epoch: 7 })
    expect(journal.recall(OrderId.of(7, 101))).toEqual(second)
    expect(journal.restore().entries.map(({ kind }) => kind)).toEqual(['report', 'submit', 'submit'])
    expect(journal.restore().entries[0]).toEqual(entries[0])
    expect(journal.rows.fills(9)).toHaveLength(1)
    expect(statSync(`${file}-ahead`).mode & 0o777).toBe(0o600)
  })

  test('a longer turn and then a shorter one leave the shorter one', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    journal.begin(lines(1, [{ kind: 'halt', at: at(1), rule: 'ü'.repeat(20_000), limit: 0, found: 0 }]))
    journal.finish()
    journal.begin({ at: at(2), entries: [], orders: [signed(2)] })
    expect(openJournal(file, { epoch: 7 }).rows.orders(9)).toHaveLength(3)
  })

  test('a write that was cut short is no turn: nothing of it had been sent', () => {
    const file = join(folder(), 'journal.db')
    killedAfterBegin(file)
    const whole = readFileSync(`${file}-ahead`)
    for (const cut of [0, 5, 40, whole.length - 1]) {
      writeFileSync(`${file}-ahead`, whole.subarray(0, cut))
      expect(openJournal(file, { epoch: 7 }).restore().entries).toEqual([])
    }
    writeFileSync(`${file}-ahead`, whole)
    expect(openJournal(file, { epoch: 7 }).restore().entries).toHaveLength(2)
  })

  test('after a power cut that took its checkpoint it is let go: its markets have no names', () => {
    const file = join(folder(), 'journal.db')
    killedAfterBegin(file)
    const db = openDatabase(file)
    db.exec('UPDATE checkpoints SET at = at - 1')
    db.close()
    expect(openJournal(file, { epoch: 7 }).restore().entries).toEqual([])
  })

  test('a turn that could not be finished is tried again before anything takes its place', () => {
    const file = join(folder(), 'journal.db')
    const journal = opened(file)
    const other = openDatabase(file)
    journal.begin(lines(1))
    other.exec('BEGIN IMMEDIATE')
    expect(() => journal.finish()).toThrow('another process holds its lock')
    expect(() => journal.begin(lines(2))).toThrow('another process holds its lock')
    other.exec('ROLLBACK')
    journal.begin(lines(2))
    journal.save({ at: at(3), markets, state: null })
    expect(journal.rows.orders(9)).toHaveLength(4)
  })

  test('nothing may be sent of a closed journal', () => {
    const journal = opened(join(folder(), 'journal.db'))
    journal.close()
    expect(() => journal.begin(lines(1))).toThrow(JournalError)
  })
})
