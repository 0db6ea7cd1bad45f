import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshDeskState, POSITIONS_KEPT } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Submit } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Wei } from '../../src/model/money.js'
import { toJson } from '../../src/model/plain.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  rows,
  settings,
  shares,
  snapshotOf,
  submitsOf,
  type Told,
  usdt,
  written,
} from './desk-bench.js'
import { WanderingMarkets } from './wandering-markets.js'

const BOOK = 'ask 0.60 50 / bid 0.40 50'
const GRACE_MS = 3_000
const [FIRST, SECOND] = [MarketIndex.of(0), MarketIndex.of(1)]

const bidsAt =
  (price: number, count: number) =>
  ({ book }: View<unknown>) =>
    book.state === 'live' ? book.quote({ bid: level(price, count) }) : ({ kind: 'pull', why: 'dark' } as const)

const joined = (one: Market) => ({ kind: 'joined', market: one }) as const
const left = (index: MarketIndex) => ({ kind: 'left', market: index }) as const
const removed = ({ id }: Pick<Submit, 'id'>): Told => ({ kind: 'removal', order: id, answer: 'removed' })
const matched = (submit: Submit, count: number): Told => ({ kind: 'matched', fill: fillOf(submit, count) })
const settled = (submit: Submit, count: number): Told => ({ kind: 'settled', fill: fillOf(submit, count) })

/** One market, at which a bid of 20 at 0.45 rests. */
const quoted = (options: { readonly limits?: Parameters<typeof settings>[0] } = {}) => {
  const bench = new DeskBench({
    decide: bidsAt(0.45, 20),
    settings: settings({ desk: { graceMs: GRACE_MS }, ...options.limits }),
  })
  bench.open()
  const [order] = submitsOf(bench.turn({ events: picture(BOOK) }))
  if (order === undefined) throw new Error('an order was expected')
  bench.turn({ reports: [accepted(order)] })
  return { bench, order }
}

const folded = ({ markets, journal, desk }: DeskBench) =>
  [toJson(foldDesk(freshDeskState(7), markets, journal)), toJson(desk.state())] as const

describe('a market that joins', () => {
  it('is dark until its first book, and then quoted by the strategy that is assigned to it', () => {
    const { bench } = quoted()
    const turn = bench.turn({ events: [joined(market(1))] })
    expect(turn.joined).toMatchObject([{ id: 'm1', index: SECOND }])
    expect(submitsOf(turn)).toEqual([])
    const [order] = submitsOf(bench.turn({ events: picture(BOOK, 1) }))
    expect(order && [order.order.market, written(order)]).toEqual([SECOND, 'buy yes 0.45 20'])
    expect(bench.desk.summary().markets.map(({ market: { id } }) => id)).toEqual(['m0', 'm1'])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('may be the first one of a desk', () => {
    const bench = new DeskBench({ decide: bidsAt(0.45, 20), markets: [] })
    bench.open()
    expect(bench.turn({ timer: true }).commands).toEqual([])
    bench.turn({ events: [joined(market(0)), ...picture(BOOK)] })
    expect(bench.desk.summary().markets[0]?.decision).toBe('quotes')
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('cannot have an index that another market has', () => {
    const { bench } = quoted()
    expect(() => bench.turn({ events: [joined({ ...market(1), index: FIRST })] })).toThrow(
      'market m1 joins at index 0, which m0 has',
    )
  })

  it('cannot have the index of a market that left and is not forgotten', () => {
    const { bench } = quoted()
    bench.turn({ events: [left(FIRST)] })
    expect(() => bench.turn({ events: [joined({ ...market(1), index: FIRST })] })).toThrow(
      'market m1 joins at index 0, which is not free before m0 is forgotten',
    )
  })
})

describe('a market that leaves', () => {
  it('is pulled, and its index is free once nothing of it can happen any more', () => {
    const { bench, order } = quoted()
    const going = bench.turn({ events: [left(FIRST)] })
    expect(cancelsOf(going)).toEqual([order.id])
    expect(going.left).toEqual([])
    expect(() => bench.books.depth(FIRST)).toThrow('no market has index 0')
    expect(bench.turn({ reports: [removed(order)] }).left).toEqual([])
    expect(bench.turn({ afterMs: GRACE_MS - 10, timer: true }).left).toEqual([])
    expect(bench.turn({ afterMs: 20, timer: true }).left).toEqual([FIRST])
    expect(bench.desk.summary().markets).toEqual([])
    const turn = bench.turn({ events: [joined({ ...market(1), index: FIRST }), ...picture(BOOK)] })
    const [next] = submitsOf(turn)
    expect(next && written(next)).toBe('buy yes 0.45 20')
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('has no strategy any more: what it would have done is not asked', () => {
    let asked = 0
    const bench = new DeskBench({ decide: () => (asked++, { kind: 'keep' }) })
    bench.open()
    bench.turn({ events: picture(BOOK) })
    const before = asked
    bench.turn({ events: [left(FIRST)], timer: true })
    bench.turn({ timer: true, afterMs: 1_000 })
    expect(asked).toBe(before)
  })

  it('is refused a row that comes all the same', () => {
    const { bench } = quoted()
    bench.turn({ events: [left(FIRST)] })
    expect(() => bench.turn({ events: rows('bid 0.41 5') })).toThrow('no market has index 0')
    expect(() => bench.turn({ events: [left(FIRST)] })).toThrow('no market has index 0')
  })

  it('counts a fill that is told late, though its index has another market by then', () => {
    const { bench, order } = quoted()
    bench.turn({ events: [left(FIRST)] })
    bench.turn({ reports: [removed(order)] })
    bench.turn({ afterMs: GRACE_MS + 10, timer: true })
    bench.turn({ events: [joined({ ...market(1), index: FIRST }), ...picture(BOOK)] })
    bench.turn({ reports: [matched(order, 5)] })
    bench.turn({ reports: [settled(order, 5)] })
    const { positions } = bench.desk.state()
    expect([...positions.keys()]).toEqual(['m0'])
    expect(positions.get(market(0).id)?.yes.shares).toBe(Wei.ofSize(shares(5)))
    expect(bench.desk.summary().markets.map(({ yes }) => yes)).toEqual([0n])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('counts by its last mark until it is paid by its id', () => {
    const { bench, order } = quoted()
    const [second] = submitsOf(bench.turn({ reports: [matched(order, 20), settled(order, 20)] }))
    const before = bench.desk.summary().equity
    bench.turn({ events: [left(FIRST)], reports: [accepted(second!)] })
    bench.turn({ reports: [removed(second!)] })
    expect(bench.turn({ afterMs: GRACE_MS + 10, timer: true }).left).toEqual([FIRST])
    expect(bench.desk.summary()).toMatchObject({ equity: before, markets: [] })
    expect(Wei.toNumber(before)).toBe(1_000 - 20 * 0.45 + 20 * 0.4)
    const result = market(0, { result: { yes: 1, at: bench.now } })
    const paid = bench.turn({ events: [{ kind: 'market', market: result }] })
    expect(paid.paid).toEqual([{ market: 'm0', yes: 1 }])
    expect(Wei.toNumber(bench.desk.summary().equity)).toBe(1_000 - 20 * 0.45 + 20)
    expect(bench.turn({ events: [{ kind: 'market', market: result }] }).paid).toEqual([])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('counts in the limits of loss as before', () => {
    const bench = new DeskBench({
      decide: bidsAt(0.45, 20),
      markets: [market(0), market(1)],
      settings: settings({ limits: { drawdownMaxUsdt: 5 } }),
    })
    bench.open()
    const [order] = submitsOf(bench.turn({ events: picture(BOOK) }))
    const [second] = submitsOf(bench.turn({ reports: [accepted(order!), matched(order!, 20), settled(order!, 20)] }))
    bench.turn({ events: [left(FIRST)], reports: [{ kind: 'rejected', order: second!.id, slug: 'no' }] })
    expect(bench.turn({ afterMs: GRACE_MS + 10, timer: true }).left).toEqual([FIRST])
    // Only now the mark of what is held in the market that left falls: by its result.
    const lost = market(0, { result: { yes: 0, at: bench.now } })
    bench.turn({ events: [{ kind: 'market', market: lost }], afterMs: 2_000 })
    bench.turn({ events: picture(BOOK, 1), afterMs: 2_000 })
    expect(bench.desk.summary().haltedBy).toBe('drawdownMaxUsdt')
  })
})

describe('a market that joins again', () => {
  it('goes on with what it held, and with its mark', () => {
    const { bench, order } = quoted()
    const [second] = submitsOf(bench.turn({ reports: [matched(order, 20), settled(order, 20)] }))
    bench.turn({ events: [left(FIRST)], reports: [{ kind: 'rejected', order: second!.id, slug: 'no' }] })
    expect(bench.turn({ afterMs: GRACE_MS + 10, timer: true }).left).toEqual([FIRST])
    const { equity } = bench.desk.summary()
    bench.turn({ events: [joined(market(0))] })
    expect(bench.desk.summary()).toMatchObject({ equity, markets: [{ yes: Wei.ofSize(shares(20)) }] })
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('before it is forgotten, still counts what was removed and may settle', () => {
    const { bench, order } = quoted({ limits: { limits: { positionMaxShares: 30 } } })
    bench.turn({ events: [left(FIRST)] })
    bench.turn({ reports: [removed(order)] })
    const turn = bench.turn({ events: [joined(market(1)), joined({ ...market(0), index: FIRST }), ...picture(BOOK)] })
    expect(turn.left).toEqual([])
    // 20 of the removed order may still settle, so that a whole quote has no room for its worst case.
    const opened = [...submitsOf(turn), ...submitsOf(bench.turn({ timer: true, afterMs: 300 }))].filter(
      ({ order: { market: index } }) => index === FIRST,
    )
    const exposed = opened.reduce((sum, { order: { size } }) => sum + size, 0)
    expect(exposed).toBeLessThanOrEqual(shares(30))
    bench.turn({ reports: [matched(order, 20), settled(order, 20)] })
    expect(bench.desk.summary().markets.map(({ yes }) => yes)).toEqual([Wei.ofSize(shares(20)), 0n])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('may have another index, and then its own is free', () => {
    const { bench, order } = quoted()
    bench.turn({ events: [left(FIRST)] })
    const turn = bench.turn({ events: [joined({ ...market(0), index: SECOND })] })
    expect([turn.joined, turn.left]).toMatchObject([[{ id: 'm0', index: SECOND }], [FIRST]])
    bench.turn({ reports: [removed(order)], events: picture(BOOK, 1) })
    bench.turn({ events: [joined({ ...market(1), index: FIRST }), ...picture(BOOK)] })
    expect(bench.desk.summary().markets.map(({ market: { id } }) => id)).toEqual(['m1', 'm0'])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })
})

describe('markets that come and go', () => {
  it('leave nothing behind in the desk, and the fold has what the desk had', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const bench = new WanderingMarkets(seed).run(400).bench
        const [fold, state] = folded(bench)
        expect(fold).toBe(state)
        expect(bench.desk.summary().markets.length).toBeLessThanOrEqual(8)
        expect(bench.books.markets().length).toBeLessThanOrEqual(4)
      }),
      { numRuns: 20, seed: 20_261_125 },
    )
  })

  it('are forgotten with their positions once many are, and what those earned is kept as a sum', () => {
    const bench = new DeskBench({ decide: bidsAt(0.45, 20), markets: [], settings: settings({ desk: { graceMs: 0 } }) })
    bench.open({ cash: usdt(100_000) })
    const turns = POSITIONS_KEPT + 100
    for (let round = 0; round < turns; round++) {
      const one = { ...market(round), index: FIRST }
      const [order] = submitsOf(bench.turn({ events: [joined(one), ...picture(BOOK)] }))
      const fill = fillOf(order!, 20)
      bench.turn({ reports: [{ kind: 'settled', fill }], events: [{ kind: 'market', market: { ...one, trading: 'closed' } }] })
      bench.turn({ events: [{ kind: 'market', market: { ...one, trading: 'closed', result: { yes: 1, at: bench.now } } }] })
      bench.turn({ events: [left(FIRST)] })
      expect(bench.turn({ timer: true }).left).toEqual([FIRST])
    }
    const { realized, equity } = bench.desk.summary()
    expect(Wei.toNumber(realized)).toBeCloseTo(turns * 11, 6)
    expect(Wei.toNumber(equity)).toBeCloseTo(100_000 + turns * 11, 6)
    const { positions, quiet, orders } = bench.desk.state()
    expect(positions.size).toBe(POSITIONS_KEPT)
    expect([quiet.size, orders.size]).toEqual([0, expect.any(Number)])
    const [fold, state] = folded(bench)
    expect(fold).toBe(state)
  })

  it('are told alike by the same inputs', () => {
    const [a, b] = [7, 7].map(seed => new WanderingMarkets(seed).run(600).bench) as [DeskBench, DeskBench]
    expect(toJson(a.journal)).toBe(toJson(b.journal))
    expect(a.desk.stateHash()).toBe(b.desk.stateHash())
  })

  it('move cash by what their fills moved, to the wei', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const { desk } = new WanderingMarkets(seed).run(400).bench
        const { positions, cash, past } = desk.state()
        let flow: bigint = past?.realized ?? 0n
        for (const { yes, no } of positions.values()) flow += yes.soldFor + no.soldFor - yes.boughtFor - no.boughtFor
        expect(cash).toBe(snapshotOf().cash + flow)
      }),
      { numRuns: 20, seed: 20_261_126 },
    )
  })
})
