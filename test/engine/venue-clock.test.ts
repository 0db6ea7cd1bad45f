import { expect, it } from 'vitest'
import type { Decision } from '../../src/model/quote.js'
import { pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, cancelsOf, DeskBench, level, picture, rows, settings, submitsOf } from './desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')

const opened = () => {
  let bid = 0.45
  const decide = ({ book }: View<unknown>): Decision =>
    book.state === 'live' && bid > 0 ? book.quote({ bid: level(bid, 20) }) : pull('nothing')
  const bench = new DeskBench({ decide, settings: settings({ limits: { clockOffsetMaxMs: 2_000 } }) })
  bench.open()
  return {
    bench,
    want: (price: number): void => {
      bid = price
    },
  }
}

it('opens nothing while the venue’s clock is too far away, cancels all the same, and goes on once it is near again', () => {
  const { bench, want } = opened()
  expect(bench.desk.summary().clockOffsetMs).toBeNull()
  const [order] = submitsOf(bench.turn({ events: BOOK }))
  if (order === undefined) throw new Error('an order was expected')
  bench.turn({ reports: [accepted(order), { kind: 'offset', aheadUs: -2_100_000 }], afterMs: 2_000 })
  expect(bench.desk.summary().clockOffsetMs).toBe(-2_100)
  want(0)
  expect(cancelsOf(bench.turn({ events: rows('bid 0.41 6'), afterMs: 2_000 }))).toEqual([order.id])
  bench.turn({ reports: [{ kind: 'removal', order: order.id, answer: 'removed' }] })
  want(0.46)
  const turn = bench.turn({ events: rows('bid 0.41 5'), afterMs: 5_000 })
  expect(submitsOf(turn)).toEqual([])
  expect(turn.refusals).toMatchObject([{ rule: 'clockOffsetMaxMs', limit: 2_000, found: 2_100 }])
  expect(submitsOf(bench.turn({ reports: [{ kind: 'offset', aheadUs: 0 }], timer: true, afterMs: 5_000 }))).toHaveLength(1)
})

it('adds what the wall clock was set by, without another measurement', () => {
  const { bench } = opened()
  bench.turn({ reports: [{ kind: 'offset', aheadUs: 10_000 }] })
  bench.wallOffset = 3_000_000
  const turn = bench.turn({ events: BOOK, afterMs: 1_000 })
  expect(bench.desk.summary().clockOffsetMs).toBe(3_010)
  expect(turn.refusals).toMatchObject([{ rule: 'clockOffsetMaxMs', found: 3_010 }])
})

it('counts what the wall clock was set by where the venue’s clock was never measured', () => {
  const { bench } = opened()
  bench.turn({ timer: true })
  bench.wallOffset = 3_600_000_000
  const turn = bench.turn({ events: BOOK, afterMs: 1_000 })
  expect(submitsOf(turn)).toEqual([])
  expect(turn.refusals).toMatchObject([{ rule: 'clockOffsetMaxMs', found: 3_600_000 }])
})
