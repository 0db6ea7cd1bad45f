import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldDesk } from '../../src/engine/fold.js'
import { MarketIndex, type OrderId } from '../../src/model/ids.js'
import type { Submit } from '../../src/model/intent.js'
import { Wei } from '../../src/model/money.js'
import { toJson } from '../../src/model/plain.js'
import { type Decision, keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  submitsOf,
  type Told,
  usdt,
  written,
} from './desk-bench.js'

const BOOKS = [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.60 100 / bid 0.40 100', 1)]

const both = ({ book }: View<unknown>): Decision =>
  book.state === 'live' ? book.quote({ bid: level(0.42, 20), ask: level(0.58, 20) }) : keep()

interface Held {
  readonly yes?: number
  readonly no?: number
}

/** Two markets of one strategy, which quotes both sides, and what is held there. */
function holding(
  first: Held,
  second: Held = {},
  { decide = both, ...limits }: { readonly decide?: (view: View<unknown>) => Decision; readonly orderMinUsdt?: number } = {},
) {
  const bench = new DeskBench({ decide, markets: [market(0), market(1)], settings: settings({ limits }) })
  const held = ({ yes = 0, no = 0 }: Held) => ({ yes: usdt(yes), no: usdt(no) })
  bench.open({
    cash: usdt(1_000),
    shares: new Map([
      [MarketIndex.of(0), held(first)],
      [MarketIndex.of(1), held(second)],
    ]),
  })
  return bench
}

const close = (bench: DeskBench, scope: 'all' | `market:${string}` = 'all', crossTicks: number | null = null) =>
  bench.turn({ controls: [{ what: 'close', scope, closing: { crossTicks } }], afterMs: 1_000 })

const removed = (orders: readonly Submit[]) =>
  orders.map(({ id }) => ({ kind: 'removal', order: id, answer: 'removed' }) as const)

/** A fill in the order's own price. */
const settled = (order: Submit, count: number) => ({ kind: 'settled', fill: fillOf(order, count) }) as const
const matched = (order: Submit, count: number) => ({ kind: 'matched', fill: fillOf(order, count) }) as const

const later = (bench: DeskBench, ms = 5_000) => submitsOf(bench.turn({ timer: true, afterMs: ms }))

/** The orders of the next turns. Each is accepted, and each cancel carried out. */
function inTime(bench: DeskBench, turns: number, afterMs: number): readonly Submit[] {
  const all: Submit[] = []
  let reports: Told[] = []
  for (let count = 0; count < turns; count++) {
    const turn = bench.turn({ timer: true, afterMs, reports })
    const placed = submitsOf(turn)
    const gone = cancelsOf(turn).map(order => ({ kind: 'removal', order: order as OrderId, answer: 'removed' }) as const)
    reports = [...placed.map(accepted), ...gone]
    all.push(...placed)
  }
  bench.turn({ reports })
  return all
}

const restingOf = (bench: DeskBench) => bench.desk.summary().markets.map(({ resting }) => [...resting.bid, ...resting.ask])

/** Shares at this price; every order must have it. */
const sumAt = (orders: ReturnType<typeof restingOf>[number], price: number): number =>
  orders.reduce((sum, order) => (order.price === price ? sum + order.size / 1e6 : Number.NaN), 0)

const pulledFor = (bench: DeskBench) => bench.desk.summary().markets.map(each => each.pulledFor)

describe('closing a position', () => {
  it('removes what the strategy wanted, and offers what is held beyond pairs, at the microprice or better', () => {
    const bench = holding({ yes: 50, no: 10 }, { no: 30 })
    const quotes = submitsOf(bench.turn({ events: BOOKS }))
    bench.turn({ reports: quotes.map(accepted) })
    const turn = close(bench)
    expect(cancelsOf(turn).toSorted()).toEqual(quotes.map(({ id }) => id).toSorted())
    bench.turn({ reports: submitsOf(turn).map(accepted) })
    bench.turn({ reports: submitsOf(bench.turn({ reports: removed(quotes) })).map(accepted) })
    expect(restingOf(bench).map(orders => sumAt(orders, 5_000))).toEqual([40, 30])
    expect(bench.desk.summary().markets.map(({ isClosing, pausedBy }) => [isClosing, pausedBy])).toEqual([
      [true, 'test'],
      [true, 'test'],
    ])
  })

  it('closes the market that was named alone; the other one is quoted as before', () => {
    const bench = holding({ yes: 50 }, { no: 30 })
    close(bench, 'market:m1')
    expect(
      submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 }))
        .map(written)
        .toSorted(),
    ).toEqual(['buy yes 0.42 20', 'sell no 0.50 30', 'sell yes 0.58 20'])
  })

  it('says that it is closed where nothing is held, or too little for an order', () => {
    const bench = holding({ yes: 1 }, {}, { orderMinUsdt: 1 })
    close(bench)
    expect(submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 }))).toEqual([])
    expect(pulledFor(bench)).toEqual(['closed: what is left is too small for an order', 'closed'])
  })

  it('sells nothing twice while fills settle, and again what failed to settle', () => {
    const bench = holding({ yes: 50 })
    close(bench)
    const [order] = submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 })) as [Submit]
    expect(written(order)).toBe('sell yes 0.50 50')
    bench.turn({ reports: [accepted(order), matched(order, 50)] })
    expect(later(bench)).toEqual([])
    expect(pulledFor(bench)[0]).toBe('closing: fills settle')
    const { fill } = matched(order, 50)
    bench.turn({ reports: [{ kind: 'failed', fill }] })
    expect(inTime(bench, 2, 30_000).map(written)).toEqual(['sell yes 0.50 50'])
  })

  it('places nothing while the book is dark, and goes on when it is back', () => {
    const bench = holding({ yes: 50 })
    close(bench)
    bench.turn({ events: [...BOOKS, { kind: 'feed', market: MarketIndex.of(0), state: 'lost', why: 'cut' }], afterMs: 5_000 })
    expect(later(bench)).toEqual([])
    expect(submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 })).map(written)).toEqual(['sell yes 0.50 50'])
  })

  it('takes down to a number of ticks beyond the best price, one order at a time', () => {
    const bench = holding({ yes: 50 }, { no: 30 })
    close(bench, 'all', 2)
    const takes = submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 }))
    expect(takes.map(written).toSorted()).toEqual(['sell no 0.38 30', 'sell yes 0.38 50'])
    expect(takes.map(({ order }) => order.style)).toEqual(['market', 'market'])
    expect(later(bench)).toEqual([])
    const [first] = takes.filter(({ order }) => order.outcome === 'yes') as [Submit]
    bench.turn({
      reports: [accepted(first), settled(first, 20), { kind: 'ended', order: first.id, how: 'unmatched', why: null }],
    })
    expect(later(bench, 60_000).map(written)).toContain('sell yes 0.38 30')
  })

  it('ends with a resume: the strategy is asked again', () => {
    const bench = holding({ yes: 50 })
    close(bench)
    const [order] = submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 })) as [Submit]
    bench.turn({ reports: [accepted(order)] })
    const turn = bench.turn({ controls: [{ what: 'resume', scope: 'all' }], afterMs: 5_000 })
    expect(cancelsOf(turn)).toEqual([order.id])
    expect(submitsOf(turn).map(written)).toContain('buy yes 0.42 20')
    expect(bench.desk.summary().markets.map(({ isClosing }) => isClosing)).toEqual([false, false])
  })

  it('closes also where the strategy has failed, and a failed one stays so', () => {
    const bench = holding(
      { yes: 50 },
      {},
      {
        decide: view => {
          if (view.market.index === 0) throw new Error('no idea')
          return both(view)
        },
      },
    )
    bench.turn({ events: BOOKS })
    expect(bench.desk.summary().markets[0]?.fault?.message).toBe('no idea')
    expect(submitsOf(close(bench, 'market:m0')).map(written)).toEqual(['sell yes 0.50 50'])
    const turn = bench.turn({ controls: [{ what: 'resume', scope: 'all' }], afterMs: 5_000 })
    expect([turn.faults, bench.desk.summary().markets[0]?.fault?.message]).toEqual([[], 'no idea'])
  })

  it('is not asked for by a strategy that fails meanwhile outside of its decisions, and goes on', () => {
    const bench = holding({ yes: 50 })
    close(bench)
    const stray = { what: 'fault', strategy: 'test', markets: [MarketIndex.of(0)], message: 'late', stack: '' } as const
    expect(bench.turn({ controls: [stray], afterMs: 1_000 }).faults).toHaveLength(1)
    expect(bench.turn({ controls: [stray], afterMs: 1_000 }).faults).toHaveLength(0)
    expect(submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 })).map(written)).toEqual(['sell yes 0.50 50'])
  })
})

describe('a close in a market whose reference is silent', () => {
  it('goes on: it reads no reference', () => {
    const bench = new DeskBench({
      decide: both,
      references: ['coin'],
      settings: settings({ limits: { referenceAgeMaxMs: 1_000 } }),
    })
    bench.open({ cash: usdt(1_000), shares: new Map([[MarketIndex.of(0), { yes: usdt(50), no: Wei.ZERO }]]) })
    expect(submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100', 0), afterMs: 60_000 }))).toEqual([])
    expect(submitsOf(close(bench)).map(written)).toEqual(['sell yes 0.50 50'])
    bench.turn({ controls: [{ what: 'resume', scope: 'all' }], afterMs: 5_000 })
    expect(later(bench)).toEqual([])
  })
})

describe('a pause and a close of the same market', () => {
  it('places nothing where either scope is paused, and the later one of a scope replaces the other kind', () => {
    const bench = holding({ yes: 50 })
    close(bench, 'market:m0')
    bench.turn({ controls: [{ what: 'pause', scope: 'all' }], afterMs: 1_000 })
    expect(submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 }))).toEqual([])
    const turn = bench.turn({ controls: [{ what: 'close', scope: 'all' }], afterMs: 1_000 })
    expect(submitsOf(turn).map(written)).toEqual(['sell yes 0.50 50'])
    expect(bench.desk.look().pauses).toMatchObject([{ scope: 'market:m0' }, { scope: 'all', closing: { crossTicks: null } }])
  })

  it('keeps the first of a kind, and another distance is another kind', () => {
    const bench = holding({ yes: 50 })
    const told = () => bench.desk.look().pauses.map(({ who, closing }) => [who, closing?.crossTicks])
    const by = (who: string, crossTicks: number | null) =>
      bench.turn({ controls: [{ what: 'close', scope: 'all', who, closing: { crossTicks } }], afterMs: 1_000 })
    by('first', null)
    by('second', null)
    expect(told()).toEqual([['first', null]])
    by('third', 3)
    expect(told()).toEqual([['third', 3]])
  })
})

describe('a close over a restart', () => {
  it('folds from the journal, and the next run closes on', () => {
    const bench = holding({ yes: 50 })
    const before = bench.desk.state()
    const entries = bench.journal.length
    close(bench, 'market:m0', 1)
    const state = bench.desk.state()
    expect(toJson(foldDesk(before, bench.markets, bench.journal.slice(entries)).pauses)).toBe(toJson(state.pauses))
    const again = new DeskBench({ decide: both, markets: bench.markets, state })
    again.now = bench.now
    again.open({ cash: state.cash, shares: new Map([[MarketIndex.of(0), { yes: usdt(50), no: Wei.ZERO }]]) })
    expect(submitsOf(again.turn({ events: BOOKS, afterMs: 200_000 })).map(written)).toContain('sell yes 0.39 50')
  })
})

describe('whatever fills, settles and fails', () => {
  it('sells only, and never more than is held whichever unsettled fill fails', () => {
    const fill = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      fate: fc.constantFrom('settled', 'matched', 'failed', 'canceled', 'none'),
    })
    const step = fc.record({ fill, bid: fc.integer({ min: 10, max: 55 }), afterMs: fc.integer({ min: 1, max: 20_000 }) })
    const held = fc.record({ yes: fc.integer({ min: 0, max: 50 }), no: fc.integer({ min: 0, max: 50 }) })
    const crossed = fc.constantFrom(null, 0, 3)
    fc.assert(
      fc.property(
        held,
        fc.array(fill, { maxLength: 6 }),
        crossed,
        fc.array(step, { maxLength: 25 }),
        (first, early, crossTicks, steps) => {
          const bench = holding(first)
          const open = new Map<string, { readonly order: Submit; left: number }>()
          const note = (orders: readonly Submit[]): void => {
            for (const order of orders) open.set(order.id, { order, left: order.order.size / 1e6 })
            bench.turn({ reports: orders.map(accepted) })
          }
          /** One thing that happens to the oldest open order. */
          const befall = ({ count, fate }: { readonly count: number; readonly fate: string }): void => {
            const [next] = open.values()
            if (next === undefined || fate === 'none') return
            const { order } = next
            if (fate === 'canceled') {
              open.delete(order.id)
              return void bench.turn({ reports: [{ kind: 'ended', order: order.id, how: 'canceled', why: null }] })
            }
            const filled = Math.min(count, next.left)
            next.left -= filled
            if (next.left === 0) open.delete(order.id)
            const filledNow = fillOf(order, filled, `s-${order.id}-${next.left}`)
            bench.turn({ reports: [{ kind: 'matched', fill: filledNow }] })
            if (fate !== 'matched') bench.turn({ reports: [{ kind: fate as 'settled', fill: filledNow }] })
          }
          note(submitsOf(bench.turn({ events: BOOKS })))
          for (const each of early) befall(each)
          close(bench, 'market:m0', crossTicks)
          for (const { fill, bid, afterMs } of steps) {
            const book = picture(`ask ${(bid + 5) / 100} 100 / bid ${bid / 100} 100`, 0)
            const placed = submitsOf(bench.turn({ events: book, timer: true, afterMs })).filter(
              ({ order }) => order.market === 0,
            )
            expect(placed.filter(({ order }) => order.side !== 'sell')).toEqual([])
            note(placed)
            befall(fill)
          }
          const { yes, no } = bench.desk.state().positions.get(market(0).id) ?? { yes: { shares: 0n }, no: { shares: 0n } }
          expect([yes.shares >= 0n, no.shares >= 0n]).toEqual([true, true])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leaves what was bought and has not settled until it has, and sells the rest at once', () => {
    const decide = ({ book }: View<unknown>): Decision =>
      book.state === 'live' ? book.quote({ bid: level(0.42, 20) }) : keep()
    const bench = holding({ yes: 10 }, {}, { decide })
    const [bid] = submitsOf(bench.turn({ events: BOOKS })) as [Submit]
    bench.turn({ reports: [accepted(bid), matched(bid, 20)] })
    const mine = (orders: readonly Submit[]) => orders.filter(({ order }) => order.market === 0).map(written)
    const first = submitsOf(close(bench, 'market:m0'))
    bench.turn({ reports: first.map(accepted) })
    expect(mine([...first, ...inTime(bench, 4, 10_000)])).toEqual(['sell yes 0.50 10'])
    bench.turn({ reports: [settled(bid, 20)] })
    inTime(bench, 4, 10_000)
    expect(sumAt(restingOf(bench)[0]!, 5_000)).toBe(30)
  })

  it('goes on to sell what is left while a part of it settles', () => {
    const bench = holding({ yes: 50 })
    close(bench)
    const [order] = submitsOf(bench.turn({ events: BOOKS, afterMs: 5_000 })) as [Submit]
    bench.turn({ reports: [accepted(order), matched(order, 20)] })
    expect(cancelsOf(bench.turn({ timer: true, afterMs: 5_000 }))).toEqual([])
    expect(restingOf(bench)[0]).toEqual([{ price: 5_000, size: 30_000_000 }])
  })
})
