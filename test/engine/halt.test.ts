import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Limits } from '../../src/model/limits.js'
import { Wei } from '../../src/model/money.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { type Decision, pull } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, cancelsOf, DeskBench, fillOf, level, picture, rows, START, settings, submitsOf, usdt } from './desk-bench.js'
import { RandomSession } from './random-session.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
const quote = ({ book }: View<unknown>): Decision =>
  book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('dark')

/** A wallet that bought 20 YES for 9 and goes on quoting. */
const holding = (limits: Partial<Limits>) => {
  const bench = new DeskBench({ decide: quote, settings: settings({ limits }) })
  bench.open()
  const [bid] = submitsOf(bench.turn({ events: BOOK }))
  if (bid === undefined) throw new Error('an order was expected')
  const turn = bench.turn({ reports: [accepted(bid), { kind: 'settled', fill: fillOf(bid, 20) }] })
  return { bench, bid, resting: submitsOf(turn) }
}

const sessionOf = (seed: number, limits: Partial<Limits>) => {
  const session = new RandomSession(seed, false, settings({ limits: { positionMaxShares: 60, ...limits } }))
  return { bench: session.bench, step: () => session.step() }
}

describe('a limit of loss', () => {
  it('counts from the highest profit, not from the start: worked through', () => {
    const { bench } = holding({ drawdownMaxUsdt: 5 })
    // 20 YES for 9: at 0.40 they count 8, at 0.70 they count 14, which is the peak of +5.
    bench.turn({ events: rows('ask 0.60 0 / ask 0.80 10 / bid 0.70 10'), afterMs: 2_000 })
    expect(bench.turn({ events: rows('bid 0.70 0 / bid 0.46 5'), afterMs: 2_000 }).halt).toBeNull()
    const turn = bench.turn({ events: rows('bid 0.46 0 / bid 0.44 5'), afterMs: 2_000 })
    expect(turn.halt).toEqual({ rule: 'drawdownMaxUsdt', limit: 5, found: 5.2 })
  })

  it('cancels everything in the turn it latches, and nothing is placed from then on', () => {
    const { bench, resting } = holding({ lossPerDayMaxUsdt: 3 })
    const turn = bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 })
    expect(turn.halt).toMatchObject({ rule: 'lossPerDayMaxUsdt', limit: 3, found: 5 })
    expect(cancelsOf(turn)).toEqual(resting.map(({ id }) => id))
    expect(submitsOf(bench.turn({ events: rows('bid 0.30 50'), timer: true, afterMs: 5_000 }))).toEqual([])
  })

  it('is looked at to the wei before an order leaves, however calm it seems', () => {
    let looked = 0
    const property = fc.property(fc.integer({ min: 1, max: 100_000 }), seed => {
      const { bench, ...session } = sessionOf(seed, { drawdownMaxUsdt: 6, lossPerDayMaxUsdt: 9 })
      const profits = new Set<bigint>()
      for (let step = 0, placed = 0; step < 120; step++) {
        session.step()
        const { equity, counts } = bench.desk.summary()
        const { marks, adjusted } = bench.desk.state()
        const profit = Wei.sub(equity, adjusted)
        profits.add(profit)
        if (counts.placed > placed && marks !== null) {
          looked++
          expect(profit).toBeLessThanOrEqual(marks.peak)
          expect(marks.peak - profit).toBeLessThanOrEqual(usdt(6))
          expect(marks.dayStart - profit).toBeLessThanOrEqual(usdt(9))
          expect(profits.has(marks.peak)).toBe(true)
        }
        placed = counts.placed
      }
    })
    fc.assert(property, { numRuns: 20, seed: 4 })
    expect(looked).toBeGreaterThan(200)
  })

  it('is reset with the UTC day of the batch', () => {
    const { bench } = holding({ lossPerDayMaxUsdt: 6 })
    expect(bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 }).halt).toBeNull()
    const midnight = (Math.floor(START / 86_400e6) + 1) * 86_400e6
    bench.turn({ timer: true, afterMs: (midnight - bench.now) / 1_000 })
    expect(bench.desk.state().marks).toMatchObject({ day: midnight / 86_400e6, dayStart: -usdt(5) })
    expect(bench.turn({ events: rows('bid 0.20 0 / bid 0.01 50'), afterMs: 2_000 }).halt).toBeNull()
  })

  it('marks long NO at one less the best ask, and leaves a mark alone while the book is dark', () => {
    const bench = new DeskBench({ decide: () => pull('looks'), settings: settings({ limits: { drawdownMaxUsdt: 500 } }) })
    bench.open({ shares: new Map([[MarketIndex.of(0), { yes: Wei.ZERO, no: usdt(100) }]]) })
    bench.turn({ events: BOOK })
    // The shares came in at half a unit each.
    expect(bench.desk.summary().equity).toBe(usdt(1_040))
    bench.turn({ events: rows('ask 0.60 0 / ask 0.42 5') })
    expect(bench.desk.summary().equity).toBe(usdt(1_058))
    bench.turn({ events: [{ kind: 'feed', market: MarketIndex.of(0), state: 'suspect', why: 'gap' }] })
    expect(bench.desk.summary().equity).toBe(usdt(1_058))
  })

  it('counts an unsettled buy by the mark, and at what it cost where there is none', () => {
    const bench = new DeskBench({ decide: quote })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid), { kind: 'matched', fill: fillOf(bid, 20) }] })
    expect(bench.desk.summary().equity).toBe(usdt(999))
    const again = new DeskBench({ decide: quote, state: bench.desk.state() })
    expect(again.desk.summary().equity).toBe(usdt(1_000))
    bench.turn({ events: rows('bid 0.40 0 / bid 0.50 5 / ask 0.60 0 / ask 0.70 5') })
    bench.turn({ events: [{ kind: 'feed', market: MarketIndex.of(0), state: 'suspect', why: 'gap' }] })
    expect(bench.desk.summary().equity).toBe(usdt(1_001))
  })

  it('is told apart from what the shares of a market are worth and from what was paid for them, before and after they settle', () => {
    const bench = new DeskBench({ decide: quote })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    const fill = fillOf(bid, 20)
    bench.turn({ reports: [accepted(bid), { kind: 'matched', fill }] })
    const held = { worth: usdt(8), cost: usdt(9), equity: -usdt(1) }
    expect(bench.desk.summary().markets[0]).toMatchObject(held)
    bench.turn({ reports: [{ kind: 'settled', fill }] })
    expect(bench.desk.summary().markets[0]).toMatchObject(held)
  })

  it('in per cent goes by the equity of the first mark, and says what was lost of it', () => {
    const { bench } = holding({ drawdownMaxPercent: 0.5 })
    // 20 YES for 9 of 1,000: at 0.40 equity is 999, of which half a per cent is 4.995.
    bench.turn({ timer: true, afterMs: 2_000 })
    expect(bench.desk.state().startEquity).toBe(usdt(1_000))
    expect(bench.turn({ events: rows('bid 0.40 0 / bid 0.25 50'), afterMs: 2_000 }).halt).toBeNull()
    const turn = bench.turn({ events: rows('bid 0.25 0 / bid 0.19 50'), afterMs: 2_000 })
    expect(turn.halt).toEqual({
      rule: 'drawdownMaxPercent',
      limit: 0.5,
      found: 0.52,
      note: '5.20 USDT lost of 1000.00 USDT equity at the start',
    })
    expect(bench.desk.summary()).toMatchObject({ isHalted: true, haltedBy: 'drawdownMaxPercent' })
  })

  it('in per cent of a day is reset with the day, and is none where it is null', () => {
    const { bench } = holding({ lossPerDayMaxPercent: 0.6 })
    expect(bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 }).halt).toBeNull()
    const midnight = (Math.floor(START / 86_400e6) + 1) * 86_400e6
    bench.turn({ timer: true, afterMs: (midnight - bench.now) / 1_000 })
    expect(bench.turn({ events: rows('bid 0.20 0 / bid 0.01 50'), afterMs: 2_000 }).halt).toBeNull()
    expect(holding({}).bench.turn({ events: rows('bid 0.40 0 / bid 0.01 50'), afterMs: 2_000 }).halt).toBeNull()
  })

  it('in per cent keeps the equity at the start over a restart on the same day, and takes it again on another', () => {
    const { bench } = holding({ drawdownMaxPercent: 50 })
    bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 })
    const start = bench.desk.state().startEquity
    expect(start).toBe(usdt(1_000))
    const shares = new Map([[MarketIndex.of(0), { yes: usdt(20), no: Wei.ZERO }]])
    const restarted = (afterMs: number) => {
      const again = new DeskBench({
        decide: quote,
        settings: settings({ limits: { drawdownMaxPercent: 50 } }),
        state: bench.desk.state(),
      })
      again.now = Timestamp.add(bench.now, afterMs * 1_000)
      again.open({ cash: bench.desk.summary().cash, shares })
      again.turn({ events: picture('ask 0.60 100 / bid 0.20 100') })
      again.turn({ timer: true, afterMs: 2_000 })
      return again.desk.state().startEquity
    }
    expect(restarted(60_000)).toBe(start)
    expect(restarted(86_400_000)).toBe(usdt(995))
  })

  it('in per cent goes by the equity at the resume after its own halt', () => {
    const { bench } = holding({ drawdownMaxPercent: 0.5 })
    bench.turn({ timer: true, afterMs: 2_000 })
    bench.turn({ events: rows('bid 0.40 0 / bid 0.10 50'), afterMs: 2_000 })
    expect(bench.desk.summary().haltedBy).toBe('drawdownMaxPercent')
    expect(bench.turn({ controls: ['resume'], afterMs: 2_000 }).halt).toBeNull()
    expect(bench.desk.state().startEquity).toBe(usdt(993))
  })

  it('takes a deposit for no profit and a withdrawal for no loss', () => {
    const { bench } = holding({ drawdownMaxUsdt: 5, lossPerDayMaxUsdt: 5 })
    const shares = new Map([[MarketIndex.of(0), { yes: usdt(20), no: Wei.ZERO }]])
    expect(bench.open({ cash: usdt(491), shares }).adjustments).toMatchObject([{ why: 'unexplained', what: 'cash' }])
    expect(bench.turn({ timer: true, afterMs: 2_000 }).halt).toBeNull()
  })

  it('does not mistake the dark of a start for a loss', () => {
    const { bench } = holding({ drawdownMaxUsdt: 3 })
    bench.turn({ events: rows('ask 0.60 0 / ask 0.90 10 / bid 0.80 10'), afterMs: 2_000 })
    const again = new DeskBench({
      decide: quote,
      settings: settings({ limits: { drawdownMaxUsdt: 3 } }),
      state: bench.desk.state(),
    })
    again.now = bench.now
    const shares = new Map([[MarketIndex.of(0), { yes: usdt(20), no: Wei.ZERO }]])
    expect(again.open({ cash: bench.desk.summary().cash, shares }).halt).toBeNull()
    expect(again.turn({ timer: true, afterMs: 5_000 }).halt).toBeNull()
    expect(again.turn({ events: picture('ask 0.90 10 / bid 0.80 10') }).halt).toBeNull()
    expect(again.turn({ events: rows('bid 0.80 0 / bid 0.64 10'), afterMs: 2_000 }).halt).toMatchObject({ found: 3.2 })
  })

  it('waits for the light only so long, then cost has to do', () => {
    const { bench } = holding({ drawdownMaxUsdt: 3 })
    bench.turn({ events: rows('ask 0.60 0 / ask 0.90 10 / bid 0.80 10'), afterMs: 2_000 })
    const again = new DeskBench({
      decide: quote,
      settings: settings({ limits: { drawdownMaxUsdt: 3 } }),
      state: bench.desk.state(),
    })
    again.now = bench.now
    const shares = new Map([[MarketIndex.of(0), { yes: usdt(20), no: Wei.ZERO }]])
    again.open({ cash: bench.desk.summary().cash, shares })
    expect(again.turn({ timer: true, afterMs: 11_000 }).halt).toMatchObject({ rule: 'drawdownMaxUsdt', found: 7 })
  })
})

describe('resume', () => {
  const halted = () => {
    const { bench } = holding({ drawdownMaxUsdt: 3, lossPerDayMaxUsdt: 3 })
    bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 })
    return bench
  }

  it('clears a halt by a loss so that the same loss does not halt again, and the next one does', () => {
    const bench = halted()
    const resumed = bench.turn({ controls: ['resume'], afterMs: 2_000 })
    expect(resumed.halt).toBeNull()
    expect(submitsOf(resumed)).toHaveLength(1)
    expect(bench.turn({ timer: true, afterMs: 5_000 }).halt).toBeNull()
    expect(bench.turn({ events: rows('bid 0.20 0 / bid 0.05 50'), afterMs: 2_000 }).halt).toBeNull()
    expect(bench.turn({ events: rows('bid 0.05 0 / bid 0.04 50'), afterMs: 2_000 }).halt).toMatchObject({ found: 3.2 })
  })

  it('means the same to a desk that halted, and to the journal of one that was killed', () => {
    const bench = halted()
    const checkpoint = fromJson(toJson(bench.desk.state())) as DeskState
    const at = Timestamp.add(bench.now, 1_000)
    const control = { what: 'resume', who: 'operator', at } as const
    expect(foldDesk(checkpoint, bench.markets, []).halt).toMatchObject({ rule: 'lossPerDayMaxUsdt' })
    const folded = foldDesk(checkpoint, bench.markets, [{ kind: 'control', at, control }])
    expect(folded).toMatchObject({ halt: null, isPaused: false, marks: null })
  })

  it('of a desk that did not halt by a loss leaves peak and day as they were', () => {
    const { bench } = holding({ drawdownMaxUsdt: 6 })
    bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 })
    const { marks } = bench.desk.state()
    for (const control of ['pause', 'resume', 'halt', 'resume'] as const) bench.turn({ controls: [control] })
    expect(bench.desk.state().marks).toEqual(marks)
  })
})

describe('the latch', () => {
  it('lets no order leave, by whatever it was set, until it is cleared', () => {
    let latched = 0
    let byLoss = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const limits = { positionMaxShares: 60, worstCaseLossMaxUsdt: 40, drawdownMaxUsdt: 4, lossPerDayMaxUsdt: 6 }
        const session = new RandomSession(seed, true, settings({ limits }))
        const { bench } = session
        let latchedBy: string | null = null
        for (let i = 0; i < 250; i++) {
          const before = bench.journal.length
          session.step()
          if (!bench.desk.summary().isHalted) {
            latchedBy = null
            continue
          }
          latched++
          const { haltedBy } = bench.desk.summary()
          if (haltedBy === 'drawdownMaxUsdt' || haltedBy === 'lossPerDayMaxUsdt') byLoss++
          expect(bench.journal.slice(before).some(({ kind }) => kind === 'submit')).toBe(false)
          // The halt and its orders are in the journal of the same turn, so a fold latches with it. Without a new one nothing latches.
          if (haltedBy === latchedBy) continue
          latchedBy = haltedBy
          const state = bench.desk.state()
          expect(foldDesk(state, bench.markets, []).halt).toEqual(state.halt)
        }
      }),
      { numRuns: 15, seed: 9 },
    )
    expect(latched).toBeGreaterThan(200)
    expect(byLoss).toBeGreaterThan(100)
  })
})
