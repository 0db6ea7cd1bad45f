import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verify } from '../../../src/cli/wallet/verify-journal.js'
import { openJournal } from '../../../src/journal/journal.js'
import { archiveOf, copyToArchive, pruneJournal } from '../../../src/journal/prune.js'
import { toJson } from '../../../src/model/plain.js'
import { Timestamp } from '../../../src/model/time.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { openDatabase } from '../../../src/sqlite/open-database.js'
import { at, signed } from '../../journal/lines.js'
import { sessionFile } from '../../journal/session-file.js'

/** Does to a file what no program of ours may. */
function tamper(file: string, sql: string): void {
  const db = openDatabase(file)
  for (const table of ['entries', 'orders', 'fills'])
    for (const verb of ['update', 'delete']) db.exec(`DROP TRIGGER ${table}_no_${verb}`)
  db.exec(sql)
  db.close()
}

describe('journal verify', () => {
  test('finds nothing wrong in a journal that was written whole, and folds it from its beginning', () => {
    const { file } = sessionFile()
    expect(verify(file)).toMatchObject({ isSound: true, problems: [], notes: [] })
    expect(verify(file).bytesAnOrder).toBeGreaterThan(100)
  })

  test('finds a journal of another wallet', () => {
    const { file } = sessionFile()
    const journal = openJournal(file, { epoch: 0 })
    journal.own('0x22')
    journal.close()
    expect(verify(file, '0x22').problems).toEqual([])
    expect(verify(file, '0x11').problems).toEqual(['it belongs to wallet 0x22, not to 0x11; a run refuses it'])
  })

  test.each([
    ['a missing entry', 'DELETE FROM entries WHERE seq = 40', 'entries 40 to 40 are missing'],
    ['entries missing at the beginning', 'DELETE FROM entries WHERE seq < 4', 'entries 1 to 3 are missing'],
    [
      'a fill that no entry tells of',
      `DELETE FROM fills WHERE seq = (SELECT max(seq) FROM fills)`,
      'is not in the table of fills',
    ],
    [
      'other amounts of a fill',
      `UPDATE fills SET shares = '1' WHERE seq = (SELECT max(seq) FROM fills)`,
      'the table of fills 1 ',
    ],
    [
      'an order without its entry',
      `UPDATE orders SET seq = 100000 WHERE seq = (SELECT max(seq) FROM orders)`,
      'its order is missing',
    ],
    ['an entry that cannot be read', `UPDATE entries SET json = '{"hal' WHERE seq = 30`, 'entry 30'],
    [
      'money in a checkpoint that no entry explains',
      `UPDATE checkpoints SET state = json_set(state, '$.cash', json('{"$wei":"1"}')) WHERE covers = (SELECT max(covers) FROM checkpoints)`,
      'cash is',
    ],
  ])('finds %s', (_, sql, words) => {
    const { file } = sessionFile()
    tamper(file, sql)
    const { isSound, problems } = verify(file)
    expect(isSound).toBe(false)
    expect(problems.join('\n')).toContain(words)
  })

  test('finds damage to the file itself', () => {
    const { file } = sessionFile()
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 4_096 * 8, 4_096 * 12)
    writeFileSync(file, bytes)
    const { isSound, problems } = verify(file)
    expect(isSound).toBe(false)
    expect(problems.join('\n')).toMatch(/damage/)
  })

  test('finds a turn beside the tables that was cut short', () => {
    const { file } = sessionFile()
    const journal = openJournal(file, { epoch: 7 })
    journal.save({ at: at(0), markets: [], state: restoreState(journal).state })
    journal.begin({ at: at(1), entries: [], orders: [signed(9_999)] })
    const whole = readFileSync(`${file}-ahead`)
    writeFileSync(`${file}-ahead`, whole.subarray(0, whole.length - 3))
    expect(verify(file).problems.join('\n')).toContain('was cut short: nothing of it was sent')
  })
})

describe('journal prune', () => {
  const everything = Timestamp.of(Number.MAX_SAFE_INTEGER)

  test('moves what the checkpoints cover, leaves what a restart needs, and the whole can still be verified', () => {
    const { file } = sessionFile()
    const before = openJournal(file, { epoch: 7, isReadOnly: true })
    const [orders, fills, state] = [before.rows.orders(9_999), before.rows.fills(9_999), toJson(restoreState(before).state)]
    before.close()
    const { entries } = pruneJournal(file, everything)
    expect(entries).toBeGreaterThan(100)

    const after = openJournal(file, { epoch: 7 })
    const archive = openJournal(archiveOf(file), { epoch: 7, isReadOnly: true })
    expect(toJson(restoreState(after).state)).toBe(state)
    expect([...after.rows.orders(9_999), ...archive.rows.orders(9_999)]).toEqual(orders)
    const keys = new Set([...after.rows.fills(9_999), ...archive.rows.fills(9_999)].map(({ key }) => key))
    expect(keys).toEqual(new Set(fills.map(({ key }) => key)))
    expect(verify(file)).toMatchObject({ isSound: true, notes: [] })

    const db = openDatabase(file)
    expect(() => db.exec('DELETE FROM entries')).toThrow('entries is append-only')
    const next = db.prepare('SELECT max(seq) FROM entries').pluck().get()
    after.append({
      at: at(9),
      entries: [{ kind: 'control', at: at(9), control: { what: 'pause', who: 'test', at: at(9) } }],
      orders: [],
    })
    expect(db.prepare('SELECT max(seq) FROM entries').pluck().get()).toBe(Number(next) + 1)
    expect(verify(file).isSound).toBe(true)
  })

  test('a kill between the copy and the deletion loses nothing, and the next call goes on', () => {
    const { file } = sessionFile()
    const db = openDatabase(file)
    copyToArchive(db, archiveOf(file), 50)
    db.close()
    expect(verify(file).isSound).toBe(true)
    expect(pruneJournal(file, everything).entries).toBeGreaterThan(50)
    expect(verify(file).isSound).toBe(true)
  })

  test('twice moves what came since, and a missing archive is a gap', () => {
    const { file, session } = sessionFile()
    pruneJournal(file, everything)
    const journal = openJournal(file, { epoch: 7 })
    const { bench } = session
    for (const now of [1, 2]) {
      const control = { what: 'resume', who: 'test', at: at(now) } as const
      journal.append({ at: at(now), entries: [{ kind: 'control', at: at(now), control }], orders: [] })
      journal.save({ at: at(now), markets: bench.markets, state: restoreState(journal).state })
    }
    journal.close()
    expect(pruneJournal(file, everything).entries).toBeGreaterThan(0)
    expect(verify(file).isSound).toBe(true)
    writeFileSync(archiveOf(file), '')
    expect(verify(file).isSound).toBe(false)
  })

  test('leaves an archive of another journal alone', () => {
    const { file } = sessionFile()
    openJournal(archiveOf(file), { epoch: 8 }).close()
    expect(() => pruneJournal(file, everything)).toThrow('is of another journal')
    expect(verify(file).isSound).toBe(true)
  })
})
