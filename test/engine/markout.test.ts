import { describe, expect, it } from 'vitest'
import { foldDesk } from '../../src/engine/fold.js'
import { MarkoutWindow } from '../../src/engine/markout-window.js'
import { review } from '../../src/engine/risk.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import type { MarkoutLimits } from '../../src/model/limits.js'
import { keep } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import {
  accepted,
  after,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  stanceOf,
  submitsOf,
  written,
} from './desk-bench.js'

const MARKOUT: MarkoutLimits = { floorTicks: -1, windowFills: 2, horizonSeconds: 30, stopSeconds: 600 }

/** A bid of 20 at 0.50 and an ask of 20 at 0.52, whose middle others make. */
function desk(markout: MarkoutLimits | null = MARKOUT) {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.5, 20), ask: level(0.52, 20) }) : keep()),
    settings: settings({ limits: { markout }, requote: { orderLifeSeconds: 36_000 } }),
  })
  bench.turn({ events: picture('ask 0.53 100 / bid 0.49 100') })
  const turn = bench.open()
  const [bid, ask] = submitsOf(turn)
  bench.turn({ reports: submitsOf(turn).map(accepted) })
  return { bench, bid: bid!, ask: ask! }
}
const middleAt = (middle: number) => picture(`ask ${(middle + 0.02).toFixed(2)} 100 / bid ${(middle - 0.02).toFixed(2)} 100`)

/** Two fills of five shares each on a side, then the middle some time later. */
function filledThen(side: 'bid' | 'ask', middle: number, markout: MarkoutLimits | null = MARKOUT) {
  const { bench, bid, ask } = desk(markout)
  const order = side === 'bid' ? bid : ask
  for (const name of ['one', 'two']) bench.turn({ reports: [{ kind: 'matched', fill: fillOf(order, 5, name) }] })
  const early = bench.turn({ events: middleAt(middle), timer: true, afterMs: 29_000 })
  const due = bench.turn({ timer: true, afterMs: 1_500 })
  return { bench, early, due }
}

describe('the markout of a side’s last fills', () => {
  it('stops the side where they lost more than the floor, takes off what rests there, and names itself', () => {
    // Bought at 0.50, and the middle is 0.48: two ticks lost.
    const { early, due } = filledThen('bid', 0.48)
    expect(early.refusals).toEqual([])
    expect(due.refusals).toMatchObject([
      { rule: 'markout', limit: -1, found: -2, note: 'the bid is stopped for 600 s', intent: { outcome: 'yes', size: 0 } },
    ])
    // It and the orders that had filled it up again.
    expect(cancelsOf(due)).toHaveLength(3)
  })

  it('stops an ask that sold too cheap, and leaves the bid alone', () => {
    // 0.48 for NO is 0.52 for YES, and the middle is 0.54.
    const { bench, due } = filledThen('ask', 0.54)
    expect(due.refusals).toMatchObject([{ rule: 'markout', limit: -1, found: -2, intent: { outcome: 'no' } }])
    const resting = bench.desk.summary().markets[0]?.resting
    expect(resting?.bid).toHaveLength(1)
  })

  it.each([
    ['gained', 0.51],
    ['lost no more than the floor', 0.49],
  ])('does not stop a side whose fills %s', (_, middle) => {
    expect(filledThen('bid', middle).due.refusals).toEqual([])
  })

  it('stops nothing where no floor is set, and judges no side with fewer fills than the window has', () => {
    expect(filledThen('bid', 0.4, null).due.refusals).toEqual([])
    expect(filledThen('bid', 0.4, { ...MARKOUT, windowFills: 3 }).due.refusals).toEqual([])
  })

  it('does not count a fill that failed', () => {
    const { bench, bid } = desk()
    for (const name of ['one', 'two']) bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid, 5, name) }] })
    bench.turn({ reports: [{ kind: 'failed', fill: fillOf(bid, 5, 'two') }] })
    bench.turn({ events: middleAt(0.4), afterMs: 1_000 })
    expect(bench.turn({ timer: true, afterMs: 40_000 }).refusals).toEqual([])
  })

  it('stays stopped for its time, over new quotes, and then trades again with an empty window', () => {
    const { bench, due } = filledThen('bid', 0.48)
    bench.turn({ reports: cancelsOf(due).map(order => ({ kind: 'removal', order: order as never, answer: 'removed' })) })
    bench.turn({ events: picture('ask 0.53 100 / bid 0.49 100'), afterMs: 1_000 })
    for (let i = 0; i < 5; i++) expect(bench.turn({ timer: true, afterMs: 100_000 }).commands).toEqual([])
    const over = bench.turn({ timer: true, afterMs: 100_000 })
    expect(submitsOf(over).map(written)).toEqual(['buy yes 0.50 20'])
    expect(bench.turn({ timer: true, afterMs: 60_000 }).refusals).toEqual([])
  })

  it('is lifted by a person’s resume, at once', () => {
    const { bench, due } = filledThen('bid', 0.48)
    bench.turn({ reports: cancelsOf(due).map(order => ({ kind: 'removal', order: order as never, answer: 'removed' })) })
    bench.turn({ events: picture('ask 0.53 100 / bid 0.49 100'), afterMs: 5_000 })
    const lifted = bench.turn({ controls: ['resume'], afterMs: 5_000 })
    expect(submitsOf(lifted).map(written)).toEqual(['buy yes 0.50 20'])
  })

  it('holds over a restart, from the journal alone and from its checkpoint', () => {
    const { bench } = filledThen('bid', 0.48)
    const state = bench.desk.state()
    expect(state.stops?.get(market(0).id)?.bid).toBeGreaterThan(bench.now)
    const folded = foldDesk(new DeskBench({ decide: keep }).desk.state(), bench.markets, bench.journal)
    expect(folded.stops).toEqual(state.stops)
    const again = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.5, 5), ask: level(0.52, 5) }) : keep()),
      state: folded,
    })
    again.now = Timestamp.add(bench.now, 10_000_000)
    again.turn({ events: picture('ask 0.53 100 / bid 0.49 100') })
    const orders = again.open({ shares: new Map() })
    expect(
      submitsOf(orders)
        .map(written)
        .filter(order => order.startsWith('buy yes')),
    ).toEqual([])
  })

  it('refuses takes of the side as well, with the seconds that are left', () => {
    const take: Place = {
      kind: 'place',
      ...{ market: MarketIndex.of(0), side: 'buy', outcome: 'yes', style: 'market', expiresAt: after(60_000) },
      ...level(0.5, 20),
    }
    const stop = { bid: after(5_000), ask: Timestamp.ZERO }
    expect(review(take, stanceOf({ stop }))).toMatchObject({ rule: 'markout', limit: 0, found: 5 })
    expect(review({ ...take, outcome: 'no' }, stanceOf({ stop }))).not.toHaveProperty('rule')
    expect(review(take, stanceOf({ stop, now: after(5_000) }))).not.toHaveProperty('rule')
  })
})

it('a window keeps the last fills, each by its shares', () => {
  const window = new MarkoutWindow()
  expect([window.count, window.average]).toEqual([0, 0])
  window.add(-9, 100, 2)
  window.add(1, 30, 2)
  window.add(-3, 10, 2)
  expect([window.count, window.average]).toEqual([2, 0])
  window.clear()
  expect(window.count).toBe(0)
})
