import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ExchangeSnapshot } from '../../../src/exchange/server/log/snapshot.js'
import { linesBehind, openStore, type Store } from '../../../src/exchange/server/log/store.js'
import { openDatabase } from '../../../src/sqlite/open-database.js'
import { folder } from './exchanges.js'

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: from + index, json: `"${from + index}"` }))
const snapshot = (seq: number, bytes = 10): ExchangeSnapshot => ({
  seq,
  checksum: `sum ${seq}`,
  parts: [Buffer.alloc(bytes, 1), Buffer.alloc(bytes, 2)],
})
const times = (store: Store, after = 0): number[] => Array.from(store.rows(after), row => Number(JSON.parse(row.json)))

/** A folder as the first format left it: a log and a few words. */
const oldFolder = (): string => {
  const data = folder()
  const database = openDatabase(join(data, 'exchange.db'))
  database.exec(`
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE commands (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, json TEXT NOT NULL);
    INSERT INTO commands (at, json) VALUES (1, '"1"'), (2, '"2"');
    INSERT INTO meta VALUES ('rules', '{}');
    PRAGMA user_version = 1;
  `)
  database.close()
  return data
}

describe('the store of an exchange', () => {
  it('counts commands from one and never uses a number again, not even behind an empty log', () => {
    const data = folder()
    const first = openStore(data)
    expect([first.newest(), first.oldest()]).toEqual([0, null])
    first.append(rows(1, 5))
    first.keep(snapshot(5))
    expect(first.forget(5, 100)).toBe(true)
    expect([first.newest(), first.oldest()]).toEqual([5, null])
    first.close()
    const second = openStore(data)
    second.append(rows(6, 2))
    expect([second.newest(), second.oldest(), times(second, 5)]).toEqual([7, 6, [6, 7]])
    second.close()
  })

  it('forgets the oldest commands, some at a time and no further than it is told', () => {
    const store = openStore(':memory:')
    for (let from = 1; from <= 10; from++) store.append(rows(from, 1))
    expect([store.forget(7, 4), store.oldest()]).toEqual([true, 5])
    expect([store.forget(7, 4), store.oldest()]).toEqual([true, 8])
    expect([store.forget(7, 4), times(store)]).toEqual([false, [8, 9, 10]])
  })

  it('keeps two snapshots, and gives each back as it was written', () => {
    const store = openStore(':memory:')
    for (const seq of [3, 8, 11]) store.keep(snapshot(seq))
    expect(store.snapshots()).toEqual([11, 8])
    expect(store.snapshot(8)).toEqual(snapshot(8))
    expect(store.snapshot(3)).toBeNull()
    store.drop(11)
    expect([store.snapshots(), store.snapshot(11)]).toEqual([[8], null])
  })

  it('is as it was where there is no room for a snapshot, and still takes commands', () => {
    const store = openStore(folder(), { bytesMax: 400_000 })
    store.append(rows(1, 10))
    store.keep(snapshot(10))
    expect(() => store.keep(snapshot(11, 10_000_000))).toThrow(/full/)
    expect([store.snapshots(), store.snapshot(10)]).toEqual([[10], snapshot(10)])
    store.append(rows(11, 10))
    expect(times(store)).toHaveLength(20)
    store.close()
  })

  it('counts a snapshot that is kept part by part only when it is finished', () => {
    const data = folder()
    const first = openStore(data)
    for (const seq of [3, 8]) first.keep(snapshot(seq))
    const { checksum, parts } = snapshot(11)
    for (const [place, bytes] of parts.entries()) {
      first.keepPart(11, place, bytes)
      expect([first.snapshots(), first.snapshot(11)]).toEqual([[8, 3], null])
    }
    first.close()
    // A kill leaves them, and they are swept.
    const second = openStore(data)
    expect([second.sweep(), second.sweep(), second.sweep()]).toEqual([true, true, false])
    for (const [place, bytes] of parts.entries()) second.keepPart(11, place, bytes)
    second.finish(11, checksum)
    expect([second.snapshots(), second.snapshot(11), second.snapshot(8), second.snapshot(3)]).toEqual([
      [11, 8],
      snapshot(11),
      snapshot(8),
      null,
    ])
    expect([second.checksum(11), second.part(11, 1), second.part(11, 2)]).toEqual([checksum, parts[1], null])
    expect([second.sweep(), second.sweep(), second.sweep()]).toEqual([true, true, false])
    second.close()
  })

  it('hands over its log as it was written, some rows at a time', () => {
    const store = openStore(':memory:')
    for (let from = 1; from <= 9; from += 3) store.append(rows(from, 3))
    const some = store.written(3, 1)
    expect(some.map(({ seq, json }) => [seq, json])).toEqual([[6, '"4"\n"5"\n"6"']])
    expect(some.flatMap(row => [...linesBehind(row, 4)])).toEqual(rows(5, 2).map(({ json }) => ({ at: 6, json })))
    expect(store.written(9, 5)).toEqual([])
  })

  it('makes a log of the first format its own', () => {
    const data = oldFolder()
    const store = openStore(data)
    expect([times(store), store.newest(), store.read('rules')]).toEqual([[1, 2], 2, '{}'])
    store.append(rows(3, 1))
    store.keep(snapshot(3))
    store.close()
    const again = openStore(data)
    expect([times(again), again.snapshots()]).toEqual([[1, 2, 3], [3]])
    again.close()
  })

  it('can be read by its user alone, also in a folder that is open to others: it holds tokens and keys', () => {
    const data = folder()
    chmodSync(data, 0o755)
    const store = openStore(data)
    expect(readdirSync(data).map(name => statSync(join(data, name)).mode & 0o777)).toEqual([0o600, 0o600])
    store.close()
  })

  it('refuses a newer format', () => {
    const data = folder()
    openStore(data).close()
    const database = openDatabase(join(data, 'exchange.db'))
    database.pragma('user_version = 99')
    database.close()
    expect(() => openStore(data)).toThrow('format 99, expected 3')
  })
})
