import { expect, test } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { Price } from '../../src/model/money.js'
import { toJson } from '../../src/model/plain.js'
import { accepted, DeskBench, level, market, picture, submitsOf } from '../engine/desk-bench.js'

const quoting = () => {
  const bench = new DeskBench({
    decide: ({ book }) =>
      book.state === 'live' ? book.quote({ bid: level(0.4, 20), ask: null }) : { kind: 'pull', why: 'dark' },
    markets: [market(0, { tick: Price.of(100) })],
  })
  bench.open()
  const [submit] = submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))
  return { bench, submit: submit! }
}
const kinds = (bench: DeskBench): readonly string[] =>
  bench.journal.flatMap(entry => (entry.kind === 'report' ? [entry.report.kind] : []))
const folded = (bench: DeskBench): string => toJson(foldDesk(freshDeskState(7), bench.markets, bench.journal))

test('an acceptance that is told by the answer and by the stream is one entry', () => {
  const { bench, submit } = quoting()
  bench.turn({ reports: [accepted(submit), accepted(submit)], afterMs: 5 })
  bench.turn({ reports: [accepted(submit)], afterMs: 500 })
  expect(kinds(bench).filter(kind => kind === 'accepted')).toHaveLength(1)
  expect(folded(bench)).toBe(toJson(bench.desk.state()))
})

test('an acceptance that locks the order for longer is news', () => {
  const { bench, submit } = quoting()
  bench.turn({ reports: [accepted(submit)], afterMs: 5 })
  const locked = { ...accepted(submit), lockedUntil: bench.now } as const
  bench.turn({ reports: [locked], afterMs: 5 })
  expect(kinds(bench).filter(kind => kind === 'accepted')).toHaveLength(2)
  expect(folded(bench)).toBe(toJson(bench.desk.state()))
})

test('a removal that the stream has told of already is no entry, an end that the venue made by itself always is', () => {
  const { bench, submit } = quoting()
  const order = submit.id
  bench.turn({ reports: [accepted(submit)], afterMs: 5 })
  bench.turn({ controls: ['cancel-all'], afterMs: 5 })
  bench.turn({ reports: [{ kind: 'ended', order, how: 'canceled', why: null }], afterMs: 5 })
  bench.turn({ reports: [{ kind: 'removal', order, answer: 'removed' }], afterMs: 5 })
  bench.turn({ reports: [{ kind: 'ended', order, how: 'canceled', why: null }], afterMs: 5 })
  bench.turn({ reports: [{ kind: 'ended', order, how: 'expired', why: null }], afterMs: 5 })
  expect(kinds(bench).slice(-3)).toEqual(['accepted', 'ended', 'ended'])
  expect(folded(bench)).toBe(toJson(bench.desk.state()))
})
