import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/cli/wallet/verify-journal.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { orderHistory } from '../../src/journal/history.js'
import { type Journal, openJournal } from '../../src/journal/journal.js'
import { toJson } from '../../src/model/plain.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { WanderingMarkets } from '../engine/wandering-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes what the desk did since, an order beside the tables first, as a live turn does. */
function write(journal: Journal, { bench }: WanderingMarkets, from: number): number {
  for (const entry of bench.journal.slice(from)) {
    const { at } = entry
    if (entry.kind !== 'submit') journal.append({ at, entries: [entry], orders: [] })
    else {
      const signed = { id: entry.submit.id, hash: entry.hash, body: new TextEncoder().encode(entry.hash) }
      journal.begin({ at, entries: [], orders: [{ submit: entry.submit, signed }] })
    }
  }
  return bench.journal.length
}

describe('a journal of markets that come and go', () => {
  test('is restored after a kill at any turn, though an index has had several markets', () => {
    const file = join(folder, 'kills.db')
    const markets = new WanderingMarkets(5)
    let journal = openJournal(file, { epoch: 7 })
    journal.save({ at: markets.bench.now, markets: markets.numbered, state: freshDeskState(7) })
    let written = write(journal, markets, 0)
    for (let step = 0; step < 60; step++) {
      markets.run(7)
      written = write(journal, markets, written)
      // Not closed: what a killed process leaves.
      const again = openJournal(file, { epoch: 7 })
      expect(toJson(restoreState(again).state)).toBe(toJson(markets.bench.desk.state()))
      again.close()
      journal = openJournal(file, { epoch: 7 })
      journal.save({ at: markets.bench.now, markets: markets.numbered, state: markets.bench.desk.state() })
    }
    expect(
      new Set(markets.bench.journal.flatMap(entry => (entry.kind === 'joined' ? [entry.market.id] : []))).size,
    ).toBeGreaterThan(15)
    journal.close()
    expect(verify(file).problems).toEqual([])
  })

  test('names the market of an old order by its index of then', () => {
    const file = join(folder, 'names.db')
    const markets = new WanderingMarkets(9)
    const journal = openJournal(file, { epoch: 7 })
    journal.save({ at: markets.bench.now, markets: markets.numbered, state: freshDeskState(7) })
    write(journal, markets.run(500), 0)
    journal.close()
    const submits = markets.bench.journal.filter(entry => entry.kind === 'submit')
    expect(submits.length).toBeGreaterThan(30)
    for (const { submit } of submits) {
      const [own] = orderHistory(file, '', submit.id)?.entries ?? []
      expect(own?.entry).toMatchObject({ kind: 'submit', submit })
    }
  })
})
