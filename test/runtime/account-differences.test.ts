import { expect, test } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import { Size, Wei } from '../../src/model/money.js'
import type { OpenOrder } from '../../src/model/order.js'
import type { Report, Snapshot } from '../../src/model/report.js'
import { accountDifferences } from '../../src/runtime/account-differences.js'
import { after, bidSubmit, fillOf, hashOf, level, market, START, snapshotOf, type Told, usdt } from '../engine/desk-bench.js'

const MARKETS = [market(0), market(1)]
const ID = OrderId.of(7, 1)
const STRANGE = OrderId.of(7, 99)
const SUBMIT = bidSubmit(ID)
const LISTED: OpenOrder = {
  ...{ id: ID, hash: hashOf(ID), venueId: 'v', market: MarketIndex.of(0), outcome: 'yes', side: 'buy' },
  ...level(0.45, 20),
  ...{ filled: Wei.ZERO, rewardRate: 0 },
}
const NOTHING_HELD: Snapshot['shares'] = new Map(MARKETS.map(({ index }) => [index, { yes: Wei.ZERO, no: Wei.ZERO }]))
const CASH = usdt(100)
const ASKED_AT = after(10_000)

/** The sentences of a look at a wallet whose one order was accepted, with what else was told. */
const found = (snapshot: Partial<Snapshot>, ...told: readonly (Told & { readonly ms: number })[]): readonly string[] => {
  const ledger = new Ledger(freshDeskState(7), MARKETS)
  const tell = (report: Told, ms: number): unknown =>
    ledger.report({ ...report, at: after(ms), receivedAt: after(ms) } satisfies Report)
  tell({ kind: 'snapshot', snapshot: snapshotOf({ cash: CASH, shares: NOTHING_HELD, orders: [] }) }, 0)
  ledger.submit(SUBMIT, START)
  tell({ kind: 'accepted', order: ID, venueId: 'v', lockedUntil: null }, 10)
  for (const { ms, ...report } of told) tell(report, ms)
  const shown = snapshotOf({ cash: CASH, shares: NOTHING_HELD, orders: [LISTED], ...snapshot })
  const differences = accountDifferences({ state: ledger.save(), markets: MARKETS, snapshot: shown, askedAt: ASKED_AT })
  return differences.map(({ what, isMoney }) => `${isMoney ? 'money: ' : ''}${what}`)
}

test('an account that is as it was told has no difference', () => {
  expect(found({})).toEqual([])
})

test.each([
  ['an order that is not listed', { orders: [] }, [`order ${ID} does not rest at the venue, but was not reported as ended`]],
  [
    'a listed order that is not known',
    { orders: [LISTED, { ...LISTED, id: STRANGE }] },
    [`order ${STRANGE} rests at the venue, but is unknown here`],
  ],
  [
    'more filled than was told',
    { orders: [{ ...LISTED, filled: usdt(5) }] },
    [`order ${ID} is filled further than was reported`],
  ],
  ['a match without a name', { unnamed: [ID] }, [`order ${ID} has a match, but no report said so`]],
  ['cash', { cash: usdt(101) }, ['money: cash is 1 more than was reported']],
] as const)('finds %s', (_, snapshot, expected) => {
  expect(found(snapshot as Partial<Snapshot>)).toEqual(expected)
})

test('finds a fill that settled unheard, and compares no money that it explains', () => {
  const fill = fillOf(SUBMIT, 20)
  const snapshot = { orders: [], fills: [{ fill, state: 'settled' }], cash: usdt(91) } as const
  expect(found(snapshot)).toEqual([
    `fill ${fill.key} has settled, but no report said so`,
    `order ${ID} does not rest at the venue, but was not reported as ended`,
  ])
  expect(found(snapshot, { kind: 'settled', fill, ms: 20 })).toEqual([])
})

test('finds a listed order that was told to be over, unless the list may be older than the word', () => {
  const ended = { kind: 'ended', order: ID, how: 'canceled', why: null } as const
  expect(found({}, { ...ended, ms: 20 })).toEqual([`order ${ID} rests at the venue, but was reported as ended`])
  expect(found({}, { ...ended, ms: 9_900 })).toEqual([])
})

test('does not miss an order whose last word may be newer than the list', () => {
  const locked = { kind: 'removal', order: ID, answer: 'locked' } as const
  expect(found({ orders: [] }, { ...locked, ms: 20 })).toHaveLength(1)
  expect(found({ orders: [] }, { ...locked, ms: 9_900 })).toEqual([])
})

test('ignores orders of other programs, and money while a fill settles', () => {
  const fill = fillOf(SUBMIT, 5)
  expect(found({ orders: [LISTED, { ...LISTED, id: null }] })).toEqual([])
  const orders = [{ ...LISTED, filled: Wei.ofSize(Size.ofShares(5)) }]
  expect(found({ orders, cash: usdt(90) }, { kind: 'matched', fill, ms: 20 })).toEqual([])
})
