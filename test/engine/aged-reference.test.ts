import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Limits } from '../../src/model/limits.js'
import { type Decision, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  level,
  market,
  picture,
  rows,
  settings,
  submitsOf,
  type Told,
  usdt,
} from './desk-bench.js'

const BOOKS = [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.60 100 / bid 0.40 100', 1)]
const value = (name: string, value: number) => ({ kind: 'reference', name, value }) as const

const canceled = (order: string): Told => ({
  kind: 'ended',
  order: OrderId.of(7, Number(order.split('-')[1])),
  how: 'canceled',
  why: null,
})

/** Two markets of a strategy that bids whatever its references are, so that only the limit can pull it. */
function careless(limits: Partial<Limits>, references: (index: number) => readonly string[] = () => ['coin']) {
  const asked: number[] = []
  const decide = ({ book, market: { index } }: View<unknown>): Decision => {
    asked.push(index)
    return book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('no book')
  }
  const bench = new DeskBench({
    decide,
    markets: [market(0), market(1)],
    references: (_, { index }) => references(index),
    settings: settings({ limits }),
  })
  bench.open()
  /** Accepts what was placed, and answers with its ids. */
  const accept = (input: Parameters<DeskBench['turn']>[0]): readonly string[] => {
    const placed = submitsOf(bench.turn(input))
    bench.turn({ reports: placed.map(accepted) })
    asked.length = 0
    return placed.map(({ id }) => id)
  }
  const gone = (orders: readonly string[]): void => {
    bench.turn({ reports: orders.map(canceled) })
    asked.length = 0
  }
  const aged = () => bench.desk.summary().markets.map(({ agedReference }) => agedReference)
  return { bench, asked, accept, gone, aged }
}

describe('a market whose strategy declares a reference with a limit of its age', () => {
  it('is not quoted, nor its strategy asked, before the first value came', () => {
    const { bench, asked, aged } = careless({ referenceAgeMaxMs: 500 })
    expect(bench.turn({ events: BOOKS }).commands).toEqual([])
    expect(bench.turn({ afterMs: 1_000, timer: true }).commands).toEqual([])
    expect(aged()).toEqual(['coin', 'coin'])
    expect(bench.desk.summary().quoting.darkSeconds.feed).toBeCloseTo(2, 1)
    expect(asked).toEqual([])
    expect(submitsOf(bench.turn({ events: [value('coin', 7)] }))).toHaveLength(2)
    expect(asked).toEqual([0, 1])
    expect(aged()).toEqual([null, null])
  })

  it('is pulled by the timer as soon as the value is older, and its strategy not asked while that lasts', () => {
    const { bench, asked, accept, aged } = careless({ referenceAgeMaxMs: 500 })
    const orders = accept({ events: [...BOOKS, value('coin', 7)] })
    expect(orders).toHaveLength(2)
    expect(bench.turn({ afterMs: 400, timer: true }).commands).toEqual([])
    expect(asked).toEqual([0, 1])
    expect(cancelsOf(bench.turn({ afterMs: 200, timer: true }))).toEqual(orders)
    expect(aged()).toEqual(['coin', 'coin'])
    bench.turn({ events: [...rows('bid 0.41 5'), ...rows('bid 0.41 5', 1)] })
    bench.turn({ afterMs: 200, timer: true })
    expect(asked).toEqual([0, 1])
  })

  it('is pulled by a change of its book too', () => {
    const { bench, accept } = careless({ referenceAgeMaxMs: 500 })
    const orders = accept({ events: [...BOOKS, value('coin', 7)] })
    expect(cancelsOf(bench.turn({ afterMs: 600, events: rows('bid 0.41 5') }))).toEqual(orders.slice(0, 1))
  })

  it.each([
    ['another value', 8],
    ['the same value', 7],
  ])('is quoted again with %s', (_, next) => {
    const { bench, asked, accept, gone, aged } = careless({ referenceAgeMaxMs: 500 })
    gone(accept({ events: [...BOOKS, value('coin', 7)] }))
    const orders = accept({ afterMs: 10, timer: true })
    bench.turn({ afterMs: 600, timer: true })
    gone(orders)
    expect(aged()).toEqual(['coin', 'coin'])
    expect(submitsOf(bench.turn({ afterMs: 2_000, events: [value('coin', next)] }))).toHaveLength(2)
    expect(asked).toEqual([0, 1])
    expect(aged()).toEqual([null, null])
  })

  it('stays quoted while the same value comes again and again', () => {
    const { bench, accept } = careless({ referenceAgeMaxMs: 500 })
    accept({ events: [...BOOKS, value('coin', 7)] })
    for (let i = 0; i < 5; i++)
      expect(bench.turn({ afterMs: 400, events: [value('coin', 7)], timer: true }).commands).toEqual([])
  })

  it('is pulled for the oldest of several references, and counts none that it does not declare', () => {
    const { bench, accept, aged } = careless({ referenceAgeMaxMs: 500 }, index => (index === 0 ? ['coin', 'rate'] : ['rate']))
    const orders = accept({ events: [...BOOKS, value('coin', 7), value('rate', 1)] })
    bench.turn({ afterMs: 400, events: [value('rate', 2)] })
    expect(cancelsOf(bench.turn({ afterMs: 200, timer: true }))).toEqual(orders.slice(0, 1))
    expect(aged()).toEqual(['coin', null])
    bench.turn({ afterMs: 600, events: [value('coin', 8)] })
    bench.turn({ timer: true })
    expect(aged()).toEqual(['rate', 'rate'])
  })

  it('is quoted by the age of its newest value alone while its feed is called suspect', () => {
    const { bench, accept, aged } = careless({ referenceAgeMaxMs: 500 })
    const orders = accept({ events: [...BOOKS, value('coin', 7)] })
    const silent = { kind: 'reference-feed', name: 'coin', state: 'suspect', why: 'silent' } as const
    expect(bench.turn({ afterMs: 400, events: [silent] }).commands).toEqual([])
    expect(cancelsOf(bench.turn({ afterMs: 200, timer: true }))).toEqual(orders)
    expect(aged()).toEqual(['coin', 'coin'])
  })

  it('is marked by its book as before, so that losses are seen', () => {
    const { bench } = careless({ referenceAgeMaxMs: 500 })
    const worth = () => bench.desk.summary().markets[0]?.worth
    bench.open({ shares: new Map([[MarketIndex.of(0), { yes: usdt(10), no: usdt(0) }]]) })
    bench.turn({ events: [...BOOKS, value('coin', 7)] })
    const before = worth()
    bench.turn({ afterMs: 600, timer: true })
    expect(worth()).toBe(before)
    bench.turn({ events: rows('bid 0.40 0 / bid 0.30 50') })
    expect(worth()).toBe((BigInt(before!) * 3n) / 4n)
  })
})

describe('the limit of the age of references', () => {
  it('is off by default, and concerns no market without references', () => {
    for (const { bench, accept, aged } of [careless({}), careless({ referenceAgeMaxMs: 500 }, () => [])]) {
      expect(accept({ events: BOOKS })).toHaveLength(2)
      expect(bench.turn({ afterMs: 50_000, timer: true })).toMatchObject({ commands: [], refusals: [] })
      expect(aged()).toEqual([null, null])
    }
  })

  it('may differ by market and by strategy', () => {
    const none = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null }
    const { bench, accept, aged } = careless({
      referenceAgeMaxMs: 100,
      strategies: [{ ...none, name: 'test', perMarket: { referenceAgeMaxMs: 1_000 } }],
      markets: { m1: { referenceAgeMaxMs: null } },
    })
    const orders = accept({ events: [...BOOKS, value('coin', 7)] })
    expect(bench.turn({ afterMs: 900, timer: true }).commands).toEqual([])
    expect(cancelsOf(bench.turn({ afterMs: 200, timer: true }))).toEqual(orders.slice(0, 1))
    expect(aged()).toEqual(['coin', null])
  })

  it('is changed in a running desk: a tighter one pulls, a wider one or none opens again', () => {
    const { bench, accept, gone, aged } = careless({ referenceAgeMaxMs: 60_000 })
    const set = (referenceAgeMaxMs: number | null, isTighter: boolean) =>
      bench.turn({
        controls: [{ what: 'set', changes: [], isTighter, limits: settings({ limits: { referenceAgeMaxMs } }).limits }],
      })
    const orders = accept({ events: [...BOOKS, value('coin', 7)] })
    expect(bench.turn({ afterMs: 1_000, timer: true }).commands).toEqual([])
    expect(cancelsOf(set(500, true))).toEqual(orders)
    expect(aged()).toEqual(['coin', 'coin'])
    gone(orders)
    expect(submitsOf(set(5_000, false))).toHaveLength(2)
    expect(submitsOf(bench.turn({ afterMs: 10_000, timer: true }))).toEqual([])
    expect(aged()).toEqual(['coin', 'coin'])
    set(null, false)
    expect(aged()).toEqual([null, null])
  })

  it('lets nothing rest beyond itself at any timer, whatever came before', () => {
    const LIMIT_MS = 500
    const TIMER_MS = 100
    const row = fc.oneof(
      fc.integer({ min: 1, max: 3 }).map(price => value('coin', price)),
      fc.integer({ min: 1, max: 3 }).map(price => value('rate', price)),
      fc.constantFrom(...rows('bid 0.41 5 / bid 0.41 0 / ask 0.59 5'), ...rows('bid 0.42 5 / bid 0.42 0', 1)),
    )
    const step = fc.record({
      events: fc.array(row, { maxLength: 2 }),
      afterMs: fc.integer({ min: 1, max: TIMER_MS }),
      silentTurns: fc.oneof(
        { weight: 15, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 5, max: 40 }) },
      ),
    })
    const seen = { quoted: 0, pulled: 0 }
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), steps => {
        const { bench } = careless({ referenceAgeMaxMs: LIMIT_MS }, index => (index === 0 ? ['coin'] : ['coin', 'rate']))
        const heard = new Map([
          ['coin', Number.NEGATIVE_INFINITY],
          ['rate', Number.NEGATIVE_INFINITY],
        ])
        const resting = new Map<string, number>()
        let [timedAt, silentFor] = [Number(bench.now), 0]
        let reports: readonly Told[] = []
        bench.turn({ events: BOOKS })
        for (const { events, afterMs, silentTurns } of steps) {
          silentFor = Math.max(0, silentFor - 1, silentTurns)
          const told = events.filter(({ kind }) => kind !== 'reference' || silentFor === 0)
          const timer = bench.now + afterMs * 1_000 - timedAt >= TIMER_MS * 1_000
          const turn = bench.turn({ events: told, reports, timer, afterMs })
          for (const event of told) if (event.kind === 'reference') heard.set(event.name, bench.now)
          for (const { id, order } of submitsOf(turn)) resting.set(id, order.market)
          for (const id of cancelsOf(turn)) resting.delete(id)
          reports = [...submitsOf(turn).map(accepted), ...cancelsOf(turn).map(canceled)]
          if (!timer) continue
          timedAt = bench.now
          seen[resting.size > 0 ? 'quoted' : 'pulled']++
          for (const index of resting.values()) {
            const oldest = Math.min(heard.get('coin')!, index === 0 ? Number.POSITIVE_INFINITY : heard.get('rate')!)
            expect((bench.now - oldest) / 1_000).toBeLessThanOrEqual(LIMIT_MS)
          }
        }
      }),
      { numRuns: 100, seed: 1 },
    )
    expect(Math.min(seen.quoted, seen.pulled)).toBeGreaterThan(300)
  })
})
