import { describe, expect, it } from 'vitest'
import { DARK_REASONS, type DarkReason } from '../../src/engine/side-time.js'
import { Price, Size } from '../../src/model/money.js'
import { type Decision, keep, pull } from '../../src/model/quote.js'
import { accepted, cancelsOf, DeskBench, level, picture, settings, submitsOf } from './desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')

const quoting = (want: { bid?: number | null; ask?: number | null }, options: { desk?: object; requote?: object } = {}) =>
  new DeskBench({
    decide: ({ book }) => {
      if (book.state !== 'live') return pull('dark')
      const { bid = null, ask = null } = want
      return book.quote({ bid: bid === null ? null : level(bid, 20), ask: ask === null ? null : level(ask, 20) })
    },
    settings: settings(options),
  })

/** The reasons that took time, in seconds, and what was wanted. */
const timesOf = (bench: DeskBench) => {
  const { wantedSeconds, darkSeconds } = bench.desk.summary().quoting
  const dark = DARK_REASONS.map((reason): [DarkReason, number] => [reason, Math.round(darkSeconds[reason] * 10) / 10])
  return { wanted: Math.round(wantedSeconds * 10) / 10, ...Object.fromEntries(dark.filter(([, seconds]) => seconds > 0)) }
}

const quoted = (bench: DeskBench): void => {
  bench.open()
  const orders = submitsOf(bench.turn({ events: BOOK }))
  bench.turn({ reports: orders.map(accepted) })
}

describe('time in which quotes are wanted', () => {
  it('is quoted while an order stands on each side, and a side counts half', () => {
    const want: { bid: number; ask: number | null } = { bid: 0.45, ask: 0.55 }
    const bench = quoting(want)
    quoted(bench)
    bench.turn({ afterMs: 10_000 })
    expect(timesOf(bench)).toEqual({ wanted: 10 })
    want.ask = null
    bench.turn({ timer: true })
    bench.turn({ afterMs: 10_000 })
    expect(timesOf(bench)).toEqual({ wanted: 20, pulled: 5 })
  })

  it('is refused while no order can be made of the answer, and pulled again once the strategy wants nothing', () => {
    const want: { bid: number | null } = { bid: 0.45 }
    const bench = new DeskBench({
      decide: ({ book }) => {
        if (book.state !== 'live') return pull('dark')
        return book.quote({ bid: want.bid === null ? null : { price: Number.NaN as Price, size: Size.ofShares(20) } })
      },
    })
    bench.open()
    bench.turn({ events: BOOK })
    bench.turn({ afterMs: 10_000 })
    expect(timesOf(bench)).toEqual({ wanted: 10, refused: 10 })
    want.bid = null
    bench.turn({ timer: true })
    bench.turn({ afterMs: 5_000 })
    expect(timesOf(bench)).toEqual({ wanted: 15, pulled: 5, refused: 10 })
  })

  it.each([1, 2])('is pulled where the wanted sizes round to nothing, with %i levels', levels => {
    const bench = new DeskBench({
      decide: ({ book }) => {
        if (book.state !== 'live') return pull('dark')
        const bids = [4_500, 4_400].map(price => ({ price: Price.of(price), size: Size.ofShares(1e-7) }))
        return book.quote({ bid: levels === 1 ? bids[0]! : bids })
      },
    })
    bench.open()
    bench.turn({ events: BOOK })
    bench.turn({ afterMs: 10_000 })
    expect(timesOf(bench)).toEqual({ wanted: 10, pulled: 10 })
  })

  it('is dark for want of calls where a create waits for a window', () => {
    const budget = { windows: [{ route: 'create', calls: 1, perMs: 60_000 }], cancelReservePercent: 0 } as const
    const bench = quoting({ bid: 0.45, ask: 0.55 }, { desk: { budget } })
    quoted(bench)
    bench.turn({ afterMs: 10_000 })
    expect(timesOf(bench)).toEqual({ wanted: 10, calls: 5 })
  })

  it('is dark for want of calls where the venue refuses a create for them, and refused where it says another no', () => {
    for (const [slug, reason] of [
      ['rate_limited', 'calls'],
      ['create_order_market_not_trading', 'refused'],
    ] as const) {
      const bench = quoting({ bid: 0.45 }, { requote: { backoffMs: 5_000 } })
      bench.open()
      const [bid] = submitsOf(bench.turn({ events: BOOK }))
      if (bid === undefined) throw new Error('an order was expected')
      bench.turn({ reports: [{ kind: 'rejected', order: bid.id, slug }] })
      bench.turn({ afterMs: 4_000 })
      expect(timesOf(bench)).toEqual({ wanted: 4, pulled: 2, [reason]: 2 })
    }
  })

  it('tells the part of a dark feed that came before the first book', () => {
    const before = (): number => Math.round(bench.desk.summary().quoting.beforeBookSeconds)
    const bench = quoting({ bid: 0.45, ask: 0.55 })
    bench.open()
    bench.turn({ timer: true })
    bench.turn({ afterMs: 10_000 })
    expect([timesOf(bench), before()]).toEqual([{ wanted: 10, feed: 10 }, 10])
    quoted(bench)
    bench.turn({ events: [{ kind: 'feed', market: bench.markets[0]?.index ?? 0, state: 'lost', why: 'test' } as never] })
    bench.turn({ afterMs: 4_000 })
    expect([timesOf(bench), before()]).toEqual([{ wanted: 14, feed: 14 }, 10])
  })

  it('is dark for a lost link, a dark book and a halt, in this order from the last', () => {
    const bench = quoting({ bid: 0.45, ask: 0.55 })
    quoted(bench)
    const feed = { kind: 'feed', market: bench.markets[0]?.index ?? 0, state: 'lost', why: 'test' } as never
    bench.turn({ events: [feed] })
    bench.turn({ afterMs: 1_000 })
    expect(timesOf(bench)).toEqual({ wanted: 1, feed: 1 })
    bench.turn({ reports: [{ kind: 'link', state: 'lost' }] })
    bench.turn({ afterMs: 1_000 })
    expect(timesOf(bench)).toEqual({ wanted: 2, feed: 1, link: 1 })
    bench.turn({ controls: ['halt'] })
    bench.turn({ afterMs: 1_000 })
    expect(timesOf(bench)).toEqual({ wanted: 3, feed: 1, link: 1, halt: 1 })
  })

  it('is neither wanted nor dark while a person has paused the run, nor once its strategy has failed', () => {
    const paused = quoting({ bid: 0.45, ask: 0.55 })
    quoted(paused)
    paused.turn({ controls: ['pause'] })
    paused.turn({ afterMs: 5_000 })
    expect(timesOf(paused)).toEqual({ wanted: 0 })
    const failing = new DeskBench({
      decide: () => {
        throw new Error('broken')
      },
    })
    quoted(failing)
    failing.turn({ afterMs: 5_000 })
    expect(timesOf(failing)).toEqual({ wanted: 0 })
  })

  it('is refused where the position is full', () => {
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20), ask: level(0.55, 20) }) : pull('dark')),
      settings: settings({ limits: { positionMaxShares: 0.5 } }),
    })
    quoted(bench)
    bench.turn({ afterMs: 2_000 })
    expect(timesOf(bench)).toEqual({ wanted: 2, refused: 2 })
  })

  it('waits where an order of ours must leave before another may come', () => {
    const want = { bid: 0.45 }
    const bench = quoting(want, { requote: { requoteEveryMs: 4_000 } })
    quoted(bench)
    bench.turn({ afterMs: 1_000 })
    const [order] = [...bench.desk.state().orders.keys()]
    if (order === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [{ kind: 'ended', order, how: 'canceled', why: null }] })
    bench.turn({ afterMs: 500 })
    const { darkSeconds } = bench.desk.summary().quoting
    expect(darkSeconds.refused + darkSeconds.waiting).toBeCloseTo(0.25, 1)
    expect(cancelsOf(bench.turn({ timer: true }))).toEqual([])
  })

  it('is told by what a strategy says while it pulls', () => {
    let answer: Decision | null = pull('spread too narrow')
    const bench = new DeskBench({ decide: ({ book }) => answer ?? (book.state === 'live' ? book.quote({}) : keep()) })
    bench.open()
    bench.turn({ events: BOOK })
    const say = (next: Decision | null, afterMs: number): void => {
      answer = next
      bench.turn({ timer: true, afterMs })
    }
    say(keep(), 10_000)
    expect(bench.desk.summary().markets[0]?.pulledFor).toBe('spread too narrow')
    say(pull('end near'), 10_000)
    say(null, 5_000)
    say(null, 5_000)
    expect(bench.desk.summary().quoting.pulledFor).toEqual({ 'spread too narrow': 20, 'end near': 5 })
    expect(bench.desk.summary().markets[0]?.pulledFor).toBeNull()
  })

  it('names no reason of a market that is over', () => {
    const bench = new DeskBench({ decide: () => pull('end near') })
    bench.open()
    bench.turn({ events: BOOK })
    const told = () => bench.desk.summary().markets[0]?.pulledFor
    expect(told()).toBe('end near')
    const [market] = bench.markets
    bench.turn({ events: [{ kind: 'market', market: { ...market, trading: 'closed' } } as never] })
    expect(told()).toBeNull()
  })

  it('keeps twenty reasons of a market and sums up the others', () => {
    let count = 0
    const bench = new DeskBench({ decide: () => pull(`spread ${count++}`) })
    bench.open()
    bench.turn({ events: BOOK })
    for (let turn = 0; turn < 50; turn++) bench.turn({ timer: true, afterMs: 1_000 })
    const { pulledFor } = bench.desk.summary().quoting
    expect(Object.keys(pulledFor)).toHaveLength(21)
    expect(pulledFor['other reasons']).toBeCloseTo(31, 1)
    expect(Object.values(pulledFor).reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(50, 1)
  })
})
