import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvText } from '../../../src/cli/screen/text-table.js'
import { bookingRow, sumBookings } from '../../../src/cli/wallet/booking-rows.js'
import { type Booking, readBookings } from '../../../src/cli/wallet/read-bookings.js'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import { openJournal } from '../../../src/journal/journal.js'
import { pruneJournal } from '../../../src/journal/prune.js'
import type { Fill } from '../../../src/model/fill.js'
import { FillKey, MarketIndex } from '../../../src/model/ids.js'
import type { JournalEntry } from '../../../src/model/journal-entry.js'
import { type Outcome, type Side, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { market } from '../../engine/desk-bench.js'
import { RandomSession } from '../../engine/random-session.js'
import { sessionFile } from '../../journal/session-file.js'

const usdt = (amount: number): Wei => Wei.ofSize(Size.ofShares(amount))
const START = Timestamp.of(Date.UTC(2026, 0, 1, 23, 59) * 1_000)
const at = (second: number): Timestamp => Timestamp.add(START, second * 1e6)
const sum = (list: readonly Booking[], of: (each: Booking) => bigint): bigint => list.reduce((all, each) => all + of(each), 0n)

interface Wish {
  readonly outcome?: Outcome
  readonly side: Side
  readonly shares: number
  readonly price: number
  readonly fee?: Fill['fee']
}

/** A journal of one market in which a wallet with 100 USDT has these fills, one a second, and in the end maybe the market's result. */
function bookingsOf(wishes: readonly Wish[], { result }: { readonly result?: 0 | 0.5 | 1 } = {}): readonly Booking[] {
  const [market] = new RandomSession(1).bench.markets
  if (market === undefined) throw new Error('the session has a market')
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-bookings-')), 'journal.db')
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: START, markets: [market], state: freshDeskState(7) })
  const snapshot = { orders: [], cash: usdt(100), fills: [], shares: new Map() }
  const write = (entry: JournalEntry): void => void journal.append({ at: entry.at, entries: [entry], orders: [] })
  write({ kind: 'report', at: START, report: { kind: 'snapshot', at: START, receivedAt: START, snapshot } })
  for (const [place, { outcome = 'yes', side, shares, price, fee }] of wishes.entries()) {
    const fill: Fill = {
      key: FillKey.parse(`m:${place}:0`),
      order: null,
      market: MarketIndex.of(0),
      outcome,
      side,
      shares: usdt(shares),
      value: usdt(shares * price),
      fee: fee ?? { in: 'cash', amount: Wei.ZERO },
    }
    for (const kind of ['matched', 'settled'] as const)
      write({ kind: 'report', at: at(place + 1), report: { kind, at: at(place + 1), receivedAt: at(place + 1), fill } })
  }
  if (result !== undefined) write({ kind: 'result', at: at(3_600), market: MarketIndex.of(0), yes: result })
  journal.close()
  return readBookings(file).list
}

describe('the ledger of a journal', () => {
  test('has each change of cash and shares, with the gain of the oldest shares', () => {
    const list = bookingsOf([
      { side: 'buy', shares: 10, price: 0.4 },
      { side: 'buy', shares: 10, price: 0.6 },
      { side: 'sell', shares: 15, price: 0.5 },
    ])
    expect(list.map(bookingRow)).toMatchObject([
      { what: 'opening', market: null, cash: '100', gain: '0', balance: '100' },
      { what: 'fill', side: 'buy', outcome: 'yes', shares: '10', price: '0.4', cash: '-4', gain: '0', balance: '96' },
      { what: 'fill', side: 'buy', shares: '10', price: '0.6', cash: '-6', gain: '0', balance: '90' },
      // Ten of the first gain 1, five of the second lose 0.5.
      { what: 'fill', side: 'sell', shares: '15', price: '0.5', cash: '7.5', gain: '0.5', balance: '97.5' },
    ])
  })

  test('counts fees in cash and in shares, and keeps YES and NO apart until the payout', () => {
    const list = bookingsOf(
      [
        { side: 'buy', shares: 10, price: 0.4, fee: { in: 'cash', amount: usdt(0.1) } },
        { outcome: 'no', side: 'buy', shares: 10, price: 0.5, fee: { in: 'shares', amount: usdt(2) } },
      ],
      { result: 0 },
    )
    expect(list.slice(1).map(bookingRow)).toMatchObject([
      { cash: '-4.1', fee: '0.1', gain: '0' },
      { cash: '-5', fee: '1', gain: '0' },
      { what: 'payout', market: list[1]!.market, shares: '18', cash: '8', fee: '0', gain: '-1.1' },
    ])
    expect(list.at(-1)!.balance).toBe(usdt(100 - 9.1 + 8))
  })

  test('counts the cost of shares whose sale settled before their purchase', () => {
    const list = bookingsOf([
      { side: 'sell', shares: 10, price: 0.5 },
      { side: 'buy', shares: 15, price: 0.4 },
      { side: 'sell', shares: 5, price: 0.5 },
    ])
    expect(list.slice(1).map(bookingRow)).toMatchObject([
      { side: 'sell', cash: '5', gain: '5' },
      { side: 'buy', cash: '-6', gain: '-4' },
      { side: 'sell', cash: '2.5', gain: '0.5' },
    ])
  })

  test('adds up by day, month and market', () => {
    const list = bookingsOf([
      ...Array.from({ length: 70 }, () => ({ side: 'buy', shares: 1, price: 0.5 }) as const),
      { side: 'sell', shares: 70, price: 0.6 },
    ])
    expect(sumBookings(list, 'day')).toMatchObject([
      { day: '2026-01-01', fills: '59', volume: '29.5', gain: '0', cash: '70.5' },
      { day: '2026-01-02', fills: '12', volume: '47.5', gain: '7', cash: '36.5' },
    ])
    expect(sumBookings(list, 'month')).toMatchObject([{ month: '2026-01', fills: '71', gain: '7', cash: '107' }])
    expect(sumBookings(list, 'market')).toMatchObject([{ market: list[1]!.market, fills: '71', gain: '7', cash: '7' }])
  })

  test('comes to the cash of the journal, and to no gain but that of cash, whatever was traded', () => {
    const trade = fc.record({
      outcome: fc.constantFrom('yes', 'no'),
      shares: fc.integer({ min: 1, max: 20 }),
      price: fc.integer({ min: 1, max: 99 }).map(cents => cents / 100),
      fee: fc.constantFrom('shares', 'cash').map(unit => ({ in: unit, amount: usdt(0.013) })),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 12 }), fc.constantFrom(0, 0.5, 1), (trades, result) => {
        const list = bookingsOf(
          trades.map(each => ({ ...each, side: 'buy' })),
          { result },
        )
        // All shares are gone at the result, so what came in less what went out is gain.
        expect(sum(list, ({ gain }) => gain)).toBe(sum(list.slice(1), ({ cash }) => cash))
      }),
      { numRuns: 30 },
    )
  })

  test('of a random session agrees with its desk, with and without an archive', () => {
    const { file, session } = sessionFile()
    const { list, notes } = readBookings(file)
    expect(notes).toEqual([])
    expect(list.filter(({ what }) => what === 'fill').length).toBeGreaterThan(10)
    const { cash } = session.bench.desk.summary()
    expect(list.at(-1)!.balance).toBe(cash)
    expect(sum(list, each => each.cash)).toBe(cash)
    expect(pruneJournal(file, Timestamp.of(Number.MAX_SAFE_INTEGER)).entries).toBeGreaterThan(100)
    expect(readBookings(file).list).toEqual(list)
  })

  test('has what was written after the last checkpoint', () => {
    const { file } = sessionFile()
    const before = readBookings(file).list
    const journal = openJournal(file, { epoch: 7 })
    const { cash } = restoreState(journal).state
    const later = Timestamp.add(before.at(-1)!.at, 86_400_000_000)
    const snapshot = { orders: [], cash: Wei.add(cash, usdt(5)), fills: [], shares: new Map() }
    const report = { kind: 'snapshot', at: later, receivedAt: later, snapshot } as const
    journal.append({ at: later, entries: [{ kind: 'report', at: later, report }], orders: [] })
    journal.close()
    expect(readBookings(file).list.slice(before.length).map(bookingRow)).toMatchObject([
      { what: 'unexplained', market: null, cash: '5', gain: '0' },
    ])
  })
})

test('a conversion sells NO for its part of the cash, and its YES costs nothing', () => {
  const markets = [0, 1, 2].map(index => market(index))
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-bookings-')), 'journal.db')
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: START, markets, state: freshDeskState(7) })
  const groups = [markets.map(({ index }) => index)]
  const show = (second: number, cash: number, held: readonly (readonly [yes: number, no: number])[]): void => {
    const shares = new Map(held.map(([yes, no], place) => [MarketIndex.of(place), { yes: usdt(yes), no: usdt(no) }]))
    const snapshot = { orders: [], cash: usdt(cash), fills: [], shares, groups }
    const report = { kind: 'snapshot', at: at(second), receivedAt: at(second), snapshot } as const
    journal.append({ at: at(second), entries: [{ kind: 'report', at: at(second), report }], orders: [] })
  }
  show(0, 100, [
    [0, 20],
    [0, 20],
    [0, 0],
  ])
  show(1, 120, [
    [0, 0],
    [0, 0],
    [20, 0],
  ])
  journal.close()
  const list = readBookings(file).list.filter(({ what }) => what === 'convert')
  expect(list.map(({ outcome, shares, cash, gain }) => ({ outcome, shares, cash, gain }))).toEqual([
    { outcome: 'no', shares: Wei.negate(usdt(20)), cash: usdt(10), gain: usdt(0) },
    { outcome: 'no', shares: Wei.negate(usdt(20)), cash: usdt(10), gain: usdt(0) },
    { outcome: 'yes', shares: usdt(20), cash: usdt(0), gain: usdt(0) },
  ])
  expect(sum(readBookings(file).list, ({ cash }) => cash)).toBe(usdt(120))
})

test('a field of CSV with a comma, a quote or a line break is quoted, and an absent one is empty', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['x, "y"', null],
        ['1\n2', '3'],
      ],
    ),
  ).toBe('a,b\r\n"x, ""y""",\r\n"1\n2",3\r\n')
})

test('a field of CSV that a spreadsheet would run as a formula begins with an apostrophe, and a number does not', () => {
  const cells = [
    '=HYPERLINK("http://h","x")',
    '@SUM(A1)',
    '+cmd|x',
    '-2+3',
    '\t=1',
    '\uFF1D1',
    '-',
    '-2.5',
    '+3',
    '1e-7',
    'a=b',
    '2026-11-27',
  ]
  const [, ...lines] = csvText(
    ['cell'],
    cells.map(cell => [cell]),
  ).split('\r\n')
  expect(lines).toEqual([
    `"'=HYPERLINK(""http://h"",""x"")"`,
    "'@SUM(A1)",
    "'+cmd|x",
    "'-2+3",
    "'\t=1",
    "'\uFF1D1",
    "'-",
    '-2.5',
    '+3',
    '1e-7',
    'a=b',
    '2026-11-27',
    '',
  ])
})
