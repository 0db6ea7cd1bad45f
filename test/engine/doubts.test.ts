import { expect, test } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { doubtfulOrders } from '../../src/engine/doubts.js'
import { Ledger } from '../../src/engine/ledger.js'
import { OrderId } from '../../src/model/ids.js'
import { after, bidSubmit, clockAt, market, START, snapshotOf, type Told } from './desk-bench.js'

const ID = OrderId.of(7, 1)
const GRACE_US = 3_000_000
const SUBMIT = bidSubmit(ID)

const resting = () => {
  const ledger = new Ledger(freshDeskState(7), [market(0)])
  const tell = (told: Told, ms: number): unknown => ledger.report({ ...told, at: after(ms), receivedAt: after(ms) })
  ledger.submit(SUBMIT, START)
  tell({ kind: 'accepted', order: ID, venueId: 'v', lockedUntil: null }, 10)
  const doubtsAt = (ms: number): readonly OrderId[] =>
    doubtfulOrders(ledger.blotter.orders.all, clockAt(after(ms), { grace: GRACE_US })).map(number => OrderId.of(7, number))
  return { ledger, tell, doubtsAt }
}

test('an order is doubtful when its time is over for two seconds and no word of it came', () => {
  const { doubtsAt, tell } = resting()
  expect(doubtsAt(61_900)).toEqual([])
  expect(doubtsAt(62_000)).toEqual([ID])
  tell({ kind: 'ended', order: ID, how: 'expired', why: null }, 62_100)
  expect(doubtsAt(62_200)).toEqual([])
})

test('an order is doubtful when a removal was asked for a second time, for the first one ended nothing', () => {
  const { doubtsAt, ledger, tell } = resting()
  ledger.cancel(ID, after(1_000))
  tell({ kind: 'removal', order: ID, answer: 'noop' }, 1_050)
  expect(doubtsAt(1_100)).toEqual([])
  ledger.cancel(ID, after(2_000))
  expect(doubtsAt(2_100)).toEqual([ID])
  tell({ kind: 'removal', order: ID, answer: 'removed' }, 2_200)
  expect(doubtsAt(2_300)).toEqual([])
})

test('an order is doubtful when the last list did not show it', () => {
  const { doubtsAt, tell } = resting()
  tell({ kind: 'snapshot', snapshot: snapshotOf() }, 5_000)
  expect(doubtsAt(5_100)).toEqual([ID])
})
