import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { MarketId, MarketIndex, OrderId } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { earlierFills } from '../../src/runtime/earlier-fills.js'
import { heldMarkets, restoreState } from '../../src/runtime/restore-state.js'
import { at, fill, hash, market, signed } from '../journal/lines.js'

const report = (report: Report) => ({ kind: 'report', at: report.receivedAt, report }) as const
const stamp = { at: at(2), receivedAt: at(2) }

const traded = () => {
  const journal = openJournal(':memory:', { epoch: 7 })
  journal.save({ at: at(0), markets: [market('a', 0), market('b', 1)], state: restoreState(journal).state })
  const accepted = (counter: number) =>
    report({ ...stamp, kind: 'accepted', order: OrderId.of(7, counter), venueId: `v${counter}`, lockedUntil: null })
  journal.append({ at: at(1), entries: [], orders: [signed(1), signed(2, { market: MarketIndex.of(1) })] })
  journal.append({
    at: at(2),
    entries: [accepted(1), accepted(2), report({ ...stamp, kind: 'settled', fill: fill(1) })],
    orders: [],
  })
  return journal
}

test('a fresh journal is a wallet that never traded', () => {
  const { state } = restoreState(openJournal(':memory:', { epoch: 7 }))
  expect(state).toMatchObject({ version: 1, epoch: 7, counter: 0, isOpened: false })
})

test('orders, fills and the id counter of an earlier life come back from checkpoint and journal', () => {
  const { state } = restoreState(traded())
  expect(state.counter).toBe(2)
  expect([...state.orders.keys()]).toEqual([OrderId.of(7, 1), OrderId.of(7, 2)])
  expect(state.positions.get(MarketId.of('a'))?.yes.shares).toBe(10n * 10n ** 18n)
  expect(state.cash).toBe(-49n * 10n ** 17n)
})

test('markets may be numbered otherwise in the next life: each entry counts for the market it was written of', () => {
  const journal = traded()
  const { state } = restoreState(journal)
  journal.save({ at: at(3), markets: [market('b', 0), market('a', 1)], state })
  const other = { ...fill(2), market: MarketIndex.of(0), key: fill(2).key, order: OrderId.of(7, 2) }
  journal.append({ at: at(4), entries: [report({ ...stamp, kind: 'settled', fill: other })], orders: [] })

  const { positions } = restoreState(journal).state
  expect([...positions].map(([id, { yes }]) => [id, yes.shares])).toEqual([
    ['a', 10n * 10n ** 18n],
    ['b', 10n * 10n ** 18n],
  ])
})

test('markets where something is left are held, so that the next run looks after them', () => {
  const { state } = restoreState(traded())
  expect(heldMarkets(state)).toEqual(['a', 'b'])
  expect(heldMarkets(restoreState(openJournal(':memory:', { epoch: 7 })).state)).toEqual([])
})

test('a checkpoint of another version is refused', () => {
  const journal = openJournal(':memory:', { epoch: 7 })
  journal.save({ at: at(0), markets: [], state: { version: 2, cash: Wei.ZERO, hash: hash(1) } })
  expect(() => restoreState(journal)).toThrow('version 2')
})

test('what the gateway must know of earlier fills comes from the journal, in the order of this run’s markets', () => {
  const journal = traded()
  journal.append({ at: at(3), entries: [report({ ...stamp, kind: 'matched', fill: fill(5) })], orders: [] })
  const restored = restoreState(journal)
  const { since, settledFills, unsettledFills } = earlierFills(restored, journal, {
    markets: [market('b', 0), market('a', 1)],
    now: at(4),
  })
  expect(since).toBeLessThan(at(0))
  expect(settledFills).toEqual([fill(1).key])
  expect(unsettledFills).toEqual([{ ...fill(5), market: MarketIndex.of(1) }])
})

test('what an earlier life with a clock that was ahead has seen is looked for from now on back', () => {
  const journal = traded()
  const restored = restoreState(journal)
  const now = Timestamp.add(at(0), -5 * 3_600_000_000)
  const { since } = earlierFills(restored, journal, { markets: [market('a', 0)], now })
  expect(since).toBeLessThan(now)
})
