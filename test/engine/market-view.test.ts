import { describe, expect, it } from 'vitest'
import { MarketId } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { Price } from '../../src/model/money.js'
import { toJson } from '../../src/model/plain.js'
import { type Decision, keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  after,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  shares,
  submitsOf,
  written,
} from './desk-bench.js'
import { RandomSession } from './random-session.js'
import { vandalize } from './vandal.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
const bidding = ({ book }: View<unknown>): Decision => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : keep())

/** A desk of which a bid of 20 was filled, and which may hold 30 at most. */
const nearlyFull = (before: (view: View<unknown>) => void) => {
  const bench = new DeskBench({
    decide: view => {
      before(view)
      return bidding(view)
    },
    settings: settings({ limits: { positionMaxShares: 30 } }),
  })
  bench.open()
  const [bid] = submitsOf(bench.turn({ events: BOOK }))
  if (bid === undefined) throw new Error('an order was expected')
  const next = submitsOf(bench.turn({ reports: [accepted(bid), { kind: 'matched', fill: fillOf(bid, 20) }] }))
  // Its acceptance has the orders of the market read again, and with them the room that is left.
  return { bench, submits: [...next, ...submitsOf(bench.turn({ reports: next.map(accepted), timer: true }))] }
}

describe('a view', () => {
  it.each([
    ['leaves its position alone', () => undefined],
    ['writes its net position', ({ position }: View<unknown>) => Reflect.set(position, 'net', -1e12)],
    ['puts another position into the view', (view: View<unknown>) => Reflect.set(view, 'position', { net: -1e12 })],
    [
      'redefines the accessor of net positions',
      ({ position }: View<unknown>) =>
        Reflect.defineProperty(Object.getPrototypeOf(position) as object, 'net', { get: () => -1e12 }),
    ],
  ])('switches no position limit off for a strategy that %s', (_, before) => {
    const { bench, submits } = nearlyFull(before)
    expect(submits.map(written)).toEqual(['buy yes 0.45 10'])
    expect(bench.desk.summary().markets[0]?.yes).toBe(20n * 10n ** 18n)
  })

  it('says by an error that it cannot be written', () => {
    const bench = new DeskBench({
      decide: view => {
        ;(view.position as { net: number }).net = 0
        return keep()
      },
    })
    expect(bench.open().faults).toMatchObject([{ message: expect.stringContaining('Cannot set property net') }])
  })

  it('leaves commands, positions, marks, books and the other market as they are, whatever is done to it', () => {
    let found = 0
    for (let seed = 1; seed <= 4; seed++) {
      const twin = MarketId.of('m1')
      const run = (before: (view: View<unknown>) => void) => {
        const session = new RandomSession(seed, false, undefined, undefined, before)
        const told: string[] = []
        for (let i = 0; i < 120; i++) {
          session.step()
          const { desk, books, markets } = session.bench
          const seen = markets.map(({ index }) => books.book(index))
          told.push(toJson({ summary: desk.summary(), seen }))
        }
        return [...told, ...session.bench.journal.map(toJson), session.bench.desk.stateHash()]
      }
      const behaved = run(view => void (view.market.index === 0 && view.sibling(twin)))
      const vandal = run(view => {
        if (view.market.index === 0) found = Math.max(found, vandalize(view, [twin]))
      })
      const parting = behaved.findIndex((text, i) => text !== vandal[i])
      expect([vandal[parting], vandal.length]).toEqual([behaved[parting], behaved.length])
    }
    expect(found).toBeGreaterThan(40)
    // What it left behind on anything shared would have been found again, and more each time.
    expect(found).toBeLessThan(200)
  })

  it('says how many seconds are left by the wall clock', () => {
    const secondsLeft = (endsAt: Market['endsAt'], wallOffset = 0): number | null => {
      let seen: number | null = null
      const bench = new DeskBench({
        markets: [market(0, { endsAt })],
        decide: view => {
          seen = view.secondsLeft
          return keep()
        },
      })
      bench.wallOffset = wallOffset
      bench.open()
      bench.turn({ events: BOOK })
      return seen
    }
    // The bench's second turn is 2 ms after its start.
    expect(secondsLeft(after(90_002))).toBe(90)
    expect(secondsLeft(after(90_002), 1_500_000)).toBe(88.5)
    expect(secondsLeft(after(1))).toBe(0)
    expect(secondsLeft(null)).toBeNull()
  })

  it('hands out copies of what the journal will write, and of parameters', () => {
    const parameters = { sizes: [1, 2], hours: new Map([['open', 9]]) }
    const seen: unknown[] = []
    const bench = new DeskBench({
      markets: [market(0), market(1)],
      parameters,
      references: ['coin'],
      decide: view => {
        seen.push(view.parameters)
        vandalize(view, [])
        return bidding(view)
      },
    })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    const fill = fillOf(bid, 20)
    bench.turn({ reports: [accepted(bid), { kind: 'settled', fill }] })
    expect(fill).toEqual(fillOf(bid, 20))
    expect(parameters).toEqual({ sizes: [1, 2], hours: new Map([['open', 9]]) })
    expect(new Set(seen).size).toBe(2)
  })

  it('shows fills and trades since the last decision, again each time', () => {
    const seen: { readonly fills: number[]; readonly trades: number[] }[] = []
    const bench = new DeskBench({
      decide: view => {
        seen.push({
          fills: view.fills.map(({ shares }) => Number(shares / 10n ** 18n)),
          trades: view.trades.map(({ size }) => size),
        })
        return bidding(view)
      },
    })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    seen.length = 0
    const trade = (count: number) => ({ kind: 'trade', market: market(0).index, side: 'bid', ...level(0.4, count) }) as const
    bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid, 3, 'a') }], events: [trade(1)] })
    bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid, 4, 'b') }], events: [trade(2)] })
    bench.turn({ timer: true })
    expect(seen).toEqual([
      { fills: [3], trades: [shares(1)] },
      { fills: [4], trades: [shares(2)] },
      { fills: [], trades: [] },
    ])
  })

  it('hands out a list of prints that can be kept and not changed', () => {
    const kept: View<unknown>['trades'][] = []
    const bench = new DeskBench({
      decide: ({ trades }) => {
        if (trades.length > 0) kept.push(trades)
        return keep()
      },
    })
    bench.open()
    const trade = (count: number) => ({ kind: 'trade', market: market(0).index, side: 'bid', ...level(0.4, count) }) as const
    bench.turn({ events: [trade(1)] })
    bench.turn({ events: [trade(2)] })
    expect(kept.map(trades => trades.map(({ size }) => size))).toEqual([[shares(1)], [shares(2)]])
    expect(kept.map(trades => Object.isFrozen(trades))).toEqual([true, true])
  })

  it('gives siblings only while a strategy decides', () => {
    const kept: View<unknown>['sibling'][] = []
    const bench = new DeskBench({
      markets: [market(0), market(1)],
      decide: ({ sibling }) => {
        kept.push(sibling)
        expect(sibling(MarketId.of('m1'))?.market.id).toBe('m1')
        return keep()
      },
    })
    bench.open()
    expect(() => kept[0]?.(MarketId.of('m1'))).toThrow('while a strategy decides')
  })

  it('can be printed', () => {
    const texts: string[] = []
    const bench = new DeskBench({
      decide: ({ book }) => {
        if (book.state === 'live') texts.push(JSON.stringify(book.touch))
        return keep()
      },
    })
    bench.open()
    bench.turn({ events: BOOK })
    expect(JSON.parse(texts[0] ?? '')).toEqual({
      ...{ bid: 4_000 as Price, bidSize: shares(100), ask: 6_000, askSize: shares(100), mid: 5_000, microprice: 5_000 },
    })
  })
})
