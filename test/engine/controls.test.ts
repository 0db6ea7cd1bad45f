import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import type { ControlScope } from '../../src/model/control-scope.js'
import type { Place } from '../../src/model/intent.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import type { Limits } from '../../src/model/limits.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { type Decision, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  type Asked,
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  submitsOf,
  written,
} from './desk-bench.js'
import { RandomSession } from './random-session.js'

const BOOK = 'ask 0.60 100 / bid 0.40 100'

interface Sized {
  readonly size: number
}

const quote = ({ book, parameters }: View<unknown>): Decision =>
  book.state === 'live' ? book.quote({ bid: level(0.45, (parameters as Sized).size) }) : pull('dark')

/** A bid of 20 in each of two markets, accepted by the venue. */
const quoting = (limits: Partial<Limits> = {}, state?: DeskState) => {
  const bench = new DeskBench({
    decide: quote,
    parameters: { size: 20 },
    settings: settings({ limits }),
    markets: [market(0), market(1)],
    ...(state && { state }),
  })
  bench.open()
  const first = submitsOf(bench.turn({ events: [...picture(BOOK, 0), ...picture(BOOK, 1)] }))
  bench.turn({ reports: first.map(accepted) })
  return { bench, first }
}

const pause = (scope: ControlScope): Asked => ({ what: 'pause', scope })
const resume = (scope: ControlScope): Asked => ({ what: 'resume', scope })

/** The venue removes what a turn asked it to. */
const removed = (bench: DeskBench, ids: readonly string[]) =>
  bench.turn({ reports: ids.map(order => ({ kind: 'removal', order, answer: 'removed' }) as never) })

const sizesOf = (bench: DeskBench): readonly string[] =>
  bench.desk
    .summary()
    .markets.flatMap(({ market: { id }, resting }) => resting.bid.map(({ size }) => `${id} ${size / 1_000_000}`))

describe('a pause', () => {
  it('of one market cancels what rests there, and leaves the others alone', () => {
    const { bench, first } = quoting()
    const turn = bench.turn({ controls: [pause('market:m1')] })
    expect(cancelsOf(turn)).toEqual([first[1]?.id])
    removed(bench, cancelsOf(turn))
    expect(submitsOf(bench.turn({ timer: true, afterMs: 2_000 }))).toEqual([])
    expect(sizesOf(bench)).toEqual(['m0 20'])
    expect(bench.desk.summary().markets.map(({ pausedBy }) => pausedBy)).toEqual([null, 'test'])
    expect(submitsOf(bench.turn({ controls: [resume('market:m1')] })).map(written)).toEqual(['buy yes 0.45 20'])
  })

  it('of a strategy holds in each of its markets, and no resume of one market ends it', () => {
    const { bench, first } = quoting()
    const turn = bench.turn({ controls: [pause('strategy:test')] })
    expect(cancelsOf(turn)).toEqual(first.map(({ id }) => id))
    removed(bench, cancelsOf(turn))
    expect(submitsOf(bench.turn({ controls: [resume('market:m0')], afterMs: 2_000 }))).toEqual([])
    expect(submitsOf(bench.turn({ controls: [resume('strategy:test')] }))).toHaveLength(2)
  })

  it('of all markets ends with a resume of all, which lifts every other pause too', () => {
    const { bench } = quoting()
    removed(bench, cancelsOf(bench.turn({ controls: [pause('market:m0'), pause('all')] })))
    expect(bench.desk.summary().isPaused).toBe(true)
    expect(submitsOf(bench.turn({ controls: [resume('all')], afterMs: 2_000 }))).toHaveLength(2)
    expect(bench.desk.state().pauses?.size).toBe(0)
  })

  it('is there again after a restart, from a checkpoint and from the journal of a run that was killed', () => {
    const { bench } = quoting()
    const before = fromJson(toJson(bench.desk.state())) as DeskState
    const cut = bench.journal.length
    bench.turn({ controls: [pause('market:m1')] })
    const entries = bench.journal.slice(cut).map(entry => fromJson(toJson(entry)) as JournalEntry)
    const folded = foldDesk(before, bench.markets, entries)
    for (const state of [bench.desk.state(), folded]) {
      const again = new DeskBench({ decide: quote, parameters: { size: 20 }, markets: bench.markets, state })
      // As a start does, which ends the pause of a stop and no pause of a person.
      again.turn({ controls: ['resume'] })
      expect(again.desk.summary().markets.map(({ pausedBy }) => pausedBy)).toEqual([null, 'test'])
    }
  })

  it('without a scope ends with the resume of the next start', () => {
    const { bench } = quoting()
    bench.turn({ controls: ['pause'] })
    expect(bench.desk.summary().isPaused).toBe(true)
    bench.turn({ controls: ['resume'] })
    expect(bench.desk.summary().isPaused).toBe(false)
  })

  it('counts as time in which no quotes were wanted', () => {
    const { bench } = quoting()
    removed(bench, cancelsOf(bench.turn({ controls: [pause('market:m1')] })))
    const before = bench.desk.summary().markets[1]?.quoting.wantedSeconds
    bench.turn({ timer: true, afterMs: 10_000 })
    expect(bench.desk.summary().markets[1]?.quoting.wantedSeconds).toBe(before)
    expect(bench.desk.summary().markets[0]?.quoting.wantedSeconds).toBeGreaterThan(10)
  })
})

describe('a limit that is changed in a run', () => {
  const set = (limits: Partial<Limits>, isTighter: boolean): Asked => ({
    ...{ what: 'set', changes: [], isTighter },
    limits: settings({ limits }).limits,
  })

  it('has what rests canceled where it is tighter, and opened again as far as it allows', () => {
    const { bench, first } = quoting()
    const turn = bench.turn({ controls: [set({ positionMaxShares: 5 }, true)] })
    expect(cancelsOf(turn)).toEqual(first.map(({ id }) => id))
    const again = removed(bench, cancelsOf(turn))
    expect(submitsOf(again).map(written)).toEqual(['buy yes 0.45 5', 'buy yes 0.45 5'])
  })

  it('lets more rest where it is wider, and cancels nothing', () => {
    const { bench } = quoting({ openNotionalMaxUsdt: 10 })
    expect(sizesOf(bench)).toEqual(['m0 20'])
    const turn = bench.turn({ controls: [set({ openNotionalMaxUsdt: 100 }, false)], timer: true, afterMs: 5_000 })
    expect(cancelsOf(turn)).toEqual([])
    expect(submitsOf(turn).map(({ order }) => order.market)).toEqual([1])
  })

  it('holds over several markets though no such limit was there at the start', () => {
    const { bench } = quoting()
    const turn = bench.turn({ controls: [set({ account: { positionMaxUsdt: null, worstCaseLossMaxUsdt: 12 } }, true)] })
    removed(bench, cancelsOf(turn))
    const again = bench.turn({ timer: true, afterMs: 5_000 })
    expect(submitsOf(again).map(written)).toEqual(['buy yes 0.45 20'])
    expect(again.refusals[0]?.rule).toContain('worstCaseLossMaxUsdt')
  })

  it('of the loss of a day halts though none was set before', () => {
    const { bench, first } = quoting()
    bench.turn({ reports: [{ kind: 'settled', fill: fillOf(first[0]!, 20) }] })
    bench.turn({ controls: [set({ lossPerDayMaxUsdt: 2 }, true)], afterMs: 2_000 })
    bench.turn({ timer: true, afterMs: 2_000 })
    const turn = bench.turn({ events: picture('ask 0.60 100 / bid 0.10 100', 0), afterMs: 2_000 })
    expect(turn.halt).toMatchObject({ rule: 'lossPerDayMaxUsdt', limit: 2 })
  })
})

describe('parameters that are changed in a run', () => {
  it('reach a strategy with its next decision, those of one market before those of all', () => {
    const { bench } = quoting()
    const change = { stanza: 0, parameters: { size: 30 }, markets: { m1: { size: 7 } } }
    const turn = bench.turn({ controls: [{ what: 'set', changes: [], isTighter: false, parameters: [change] }] })
    removed(bench, cancelsOf(turn))
    bench.turn({ timer: true, afterMs: 5_000 })
    const placed = bench.journal.flatMap(entry => (entry.kind === 'submit' ? [written(entry.submit)] : []))
    expect(placed).toContain('buy yes 0.45 7')
    expect(placed.some(text => text === 'buy yes 0.45 10' || text === 'buy yes 0.45 30')).toBe(true)
  })

  it('cannot be changed by the strategy that reads them', () => {
    const given = { size: 20 }
    const bench = new DeskBench({
      decide: ({ parameters }) => {
        ;(parameters as { size: number }).size = 1_000
        return pull('never')
      },
      parameters: given,
    })
    bench.open()
    const change = { stanza: 0, parameters: given, markets: {} }
    bench.turn({ controls: [{ what: 'set', changes: [], isTighter: false, parameters: [change] }], events: picture(BOOK) })
    expect(bench.desk.summary().markets[0]?.fault?.message).toContain('read only')
    expect(given.size).toBe(20)
  })
})

describe('a restart of a strategy', () => {
  it('has one that failed quote again', () => {
    let fails = true
    const bench = new DeskBench({
      decide: view => {
        if (fails) throw new Error('no price')
        return quote(view)
      },
      parameters: { size: 20 },
    })
    bench.open()
    bench.turn({ events: picture(BOOK) })
    expect(bench.desk.summary().markets[0]?.fault?.message).toBe('no price')
    fails = false
    const turn = bench.turn({ controls: [{ what: 'restart', scope: 'market:m0' }] })
    expect(submitsOf(turn).map(written)).toEqual(['buy yes 0.45 20'])
    expect(bench.desk.summary().markets[0]?.fault).toBeNull()
  })

  it('leaves strategies outside of its scope as they are', () => {
    const { bench } = quoting()
    const before = bench.desk.stateHash()
    bench.turn({ controls: [{ what: 'restart', scope: 'strategy:another' }] })
    expect(bench.desk.stateHash()).toBe(before)
  })
})

/** What a person does to each market, by its index. */
const heldMarkets = (bench: DeskBench): readonly ('paused' | 'closing' | null)[] =>
  bench.desk.summary().markets.map(({ pausedBy, isClosing }) => (isClosing ? 'closing' : pausedBy === null ? null : 'paused'))

describe('actions among everything else', () => {
  const scopes: readonly ControlScope[] = ['all', 'market:m0', 'market:m1', 'strategy:test']
  const limits = [20, 35, 60].map(positionMaxShares => settings({ limits: { positionMaxShares } }).limits)

  const controlAt = (luck: number, bench: DeskBench): Asked | null => {
    const at = Math.floor(luck * 40)
    if (at < 4) return pause(scopes[at]!)
    if (at < 8) return resume(scopes[at - 4]!)
    if (at < 11) {
      const now = bench.desk.summary().markets.length
      return { what: 'set', changes: [], limits: limits[(at + now) % 3]!, isTighter: true }
    }
    if (at >= 12 && at < 20) return { what: 'close', scope: scopes[at % 4]!, closing: { crossTicks: at < 16 ? null : 2 } }
    return at === 11 ? { what: 'restart' } : null
  }

  const played = (seed: number) => {
    const session = new RandomSession(seed)
    const { bench } = session
    let acted = 0
    for (let step = 0; step < 150; step++) {
      session.step()
      const control = controlAt(session.random(), bench)
      if (control === null) continue
      acted++
      bench.turn({ controls: [control] })
    }
    return { bench, acted }
  }

  it('give the same journal and the same state for the same inputs, and a fold of that journal gives it back', () => {
    let acted = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const a = played(seed)
        const b = played(seed)
        acted += a.acted
        expect(toJson(a.bench.journal)).toBe(toJson(b.bench.journal))
        expect(a.bench.desk.stateHash()).toBe(b.bench.desk.stateHash())
        const entries = a.bench.journal.map(entry => fromJson(toJson(entry)) as JournalEntry)
        expect(toJson(foldDesk(freshDeskState(7), a.bench.markets, entries))).toBe(toJson(a.bench.desk.state()))
      }),
      { numRuns: 15, seed: 5 },
    )
    expect(acted).toBeGreaterThan(300)
  })

  it('never leave an order in a market that is paused, and only sells in one that is closed', () => {
    let [looked, sold] = [0, 0]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => {
        const session = new RandomSession(seed, true)
        const { bench } = session
        for (let step = 0; step < 150; step++) {
          const control = controlAt(session.random(), bench)
          if (control !== null) bench.turn({ controls: [control] })
          const cut = bench.journal.length
          const before = heldMarkets(bench)
          session.step()
          const after = heldMarkets(bench)
          const placed = bench.journal.slice(cut).flatMap(entry => (entry.kind === 'submit' ? [entry.submit.order] : []))
          // The step itself may have a control: only markets that are held before and after it were held in it.
          const isIn = (kind: 'paused' | 'closing') => (order: Place) =>
            before[order.market] === kind && after[order.market] === kind
          expect(placed.filter(isIn('paused'))).toEqual([])
          const closing = placed.filter(isIn('closing'))
          expect(closing.filter(({ side }) => side !== 'sell')).toEqual([])
          if (before.includes('paused')) looked++
          sold += closing.length
        }
      }),
      { numRuns: 15, seed: 6 },
    )
    expect(looked).toBeGreaterThan(300)
    expect(sold).toBeGreaterThan(10)
  })
})
