import { describe, expect, it } from 'vitest'
import { foldDesk } from '../../src/engine/fold.js'
import { haltText } from '../../src/model/halt.js'
import { toJson } from '../../src/model/plain.js'
import { type Decision, halt, keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, cancelsOf, DeskBench, level, market, picture, settings, submitsOf, usdt } from './desk-bench.js'

const BOOKS = [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.60 100 / bid 0.40 100', 1)]

const quoteAt = ({ book }: View<unknown>, bid: number): Decision =>
  book.state === 'live' ? book.quote({ bid: level(bid, 20), ask: level(0.55, 20) }) : keep()

/** Two markets that quote. The second one's answer can be changed. */
function twoMarkets() {
  const second = { answer: (view: View<unknown>): unknown => quoteAt(view, 0.45), asked: 0 }
  const first = { bid: 0.45 }
  const decide = (view: View<unknown>): Decision => {
    if (view.market.index === 0) return quoteAt(view, first.bid)
    second.asked++
    return second.answer(view) as Decision
  }
  const bench = new DeskBench({ decide, markets: [market(0), market(1)], settings: settings({}) })
  bench.open({ cash: usdt(1_000) })
  const orders = submitsOf(bench.turn({ events: BOOKS }))
  bench.turn({ reports: orders.map(accepted) })
  const ids = orders.map(({ id }) => id)
  return { bench, first, second, ids, removed: ids.map(order => ({ kind: 'removal', order, answer: 'removed' }) as const) }
}

describe('a strategy that asks for a halt', () => {
  it('has every order of every market removed in the same turn, and nothing placed in it', () => {
    const { bench, first, second, ids } = twoMarkets()
    // The first market is asked before the second one, and wants another order by then.
    first.bid = 0.44
    second.answer = () => halt('the model contradicts itself')
    const turn = bench.turn({ timer: true, afterMs: 10_000 })
    expect(cancelsOf(turn).toSorted()).toEqual(ids.toSorted())
    expect(submitsOf(turn)).toEqual([])
    expect(turn.faults).toEqual([])
    expect(turn.halt === null ? '' : haltText(turn.halt)).toBe(
      'a request of the strategy test: the model contradicts itself (market m1)',
    )
    expect(bench.desk.summary()).toMatchObject({
      isHalted: true,
      markets: [{ fault: null }, { pulledFor: 'the model contradicts itself' }],
    })
  })

  it('is halted until a person resumes, whatever it answers, and then is asked again', () => {
    const { bench, second, removed } = twoMarkets()
    second.answer = () => halt('stop')
    bench.turn({ timer: true })
    bench.turn({ reports: removed })
    second.answer = view => quoteAt(view, 0.45)
    for (let step = 0; step < 5; step++) expect(submitsOf(bench.turn({ timer: true, afterMs: 60_000 }))).toEqual([])
    const asked = second.asked
    expect(submitsOf(bench.turn({ controls: ['resume'], afterMs: 60_000 }))).toHaveLength(4)
    expect(second.asked).toBeGreaterThan(asked)
    expect(bench.desk.summary().isHalted).toBe(false)
  })

  it('halts once as long as it asks, and once more after each resume', () => {
    const { bench, second } = twoMarkets()
    second.answer = () => halt('stop')
    const halts = [true, true, false].map(
      timer => bench.turn({ timer, afterMs: 1_000, ...(!timer && { controls: ['resume'] }) }).halt,
    )
    expect(halts.map(each => each !== null)).toEqual([true, false, true])
  })

  it('stands in the journal, from which a restart is halted too', () => {
    const { bench, second } = twoMarkets()
    const before = bench.desk.state()
    second.answer = () => halt('stop')
    bench.turn({ timer: true })
    const entries = bench.journal.filter(({ kind }) => kind === 'halt')
    expect(entries).toHaveLength(1)
    expect(foldDesk(before, bench.markets, entries).halt).toEqual(bench.desk.state().halt)
    const again = new DeskBench({ decide: view => quoteAt(view, 0.45), markets: bench.markets, state: bench.desk.state() })
    again.now = bench.now
    again.open({ cash: usdt(1_000) })
    expect(submitsOf(again.turn({ events: BOOKS, afterMs: 100_000 }))).toEqual([])
  })

  it('may give any reason: it is shortened, and what a terminal would obey is taken out', () => {
    const { bench, second } = twoMarkets()
    second.answer = () => halt(`\u001B[2J${'x'.repeat(1_000)}`)
    const { halt: told } = bench.turn({ timer: true })
    expect(told?.note).toBe(` [2J${'x'.repeat(196)} (market m1)`)
    expect(toJson(bench.desk.state().halt)).not.toContain('\\u001b')
  })

  it.each([undefined, null, 5, {}])('may give %j as its reason', why => {
    const { bench, second } = twoMarkets()
    second.answer = () => ({ kind: 'halt', why })
    expect(bench.turn({ timer: true })).toMatchObject({ faults: [], halt: { rule: 'asked by the strategy test' } })
  })
})
