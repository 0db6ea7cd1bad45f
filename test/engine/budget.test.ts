import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/engine/budget.js'
import { CallLog } from '../../src/engine/call-log.js'
import { DeskClock } from '../../src/engine/desk-clock.js'
import type { BudgetOptions } from '../../src/engine/desk-options.js'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Wei } from '../../src/model/money.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { type Decision, pull } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  after,
  cancelsOf,
  DeskBench,
  level,
  market,
  picture,
  rows,
  settings,
  submitsOf,
  usdt,
  written,
} from './desk-bench.js'
import { RandomSession } from './random-session.js'

const MINUTE = { route: 'create', calls: 5, perMs: 60_000 } as const
const SECOND = { windows: [{ route: 'create', calls: 5, perMs: 1_000 }], cancelReservePercent: 40 } as const
const VENUE = {
  windows: [
    { route: 'trading', calls: 500, perMs: 60_000 },
    { route: 'create', calls: 40, perMs: 1_000 },
  ],
  cancelReservePercent: 20,
} as const

const logOf = (state: DeskState = freshDeskState(7)): CallLog => new CallLog(state)

/** This number of calls leave. */
const spend = (log: CallLog, calls: { creates?: number; cancels?: number }, ms = 0): void => {
  for (let i = 0; i < (calls.creates ?? 0); i++) log.create(after(ms))
  for (let i = 0; i < (calls.cancels ?? 0); i++) log.cancel(after(ms))
}

const rate = (remaining: number, resetsInMs: number, atMs = 0) => ({
  kind: 'rate' as const,
  route: 'trading',
  remaining,
  resetsAt: after(resetsInMs),
  at: after(atMs),
  receivedAt: after(atMs),
})

/** A budget that is asked at given times. */
const budgetOf = (options: BudgetOptions, log: CallLog) => {
  const clock = new DeskClock()
  const budget = new Budget(options, log, clock, 2)
  const at = (now: Timestamp): Budget => {
    clock.now = now
    return budget
  }
  return { at, creates: (now: Timestamp) => at(now).creates(), opensAt: (now: Timestamp) => at(now).opensAt() }
}

describe('budget', () => {
  it('has full windows less the part that only cancels may use', () => {
    expect(budgetOf(VENUE, logOf()).creates(after(0))).toBe(32)
    expect(budgetOf({ windows: [], cancelReservePercent: 20 }, logOf()).creates(after(0))).toBe(Number.POSITIVE_INFINITY)
  })

  it('lets cancels use their own part first, and keeps half of it whatever they used, for a pull or a stop to come', () => {
    const log = logOf()
    const budget = budgetOf(VENUE, log)
    spend(log, { creates: 10, cancels: 2 })
    expect(budget.creates(after(0))).toBe(22)
    spend(log, { cancels: 6 })
    expect(budget.creates(after(0))).toBe(18)
    spend(log, { cancels: 4 })
    expect(budget.creates(after(0))).toBe(14)
    expect(budget.creates(after(1_000))).toBe(32)
  })

  it('counts the calls of a window whatever the wall clock said meanwhile', () => {
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('dark')),
      settings: settings({ desk: { budget: { windows: [MINUTE], cancelReservePercent: 20 } } }),
    })
    bench.open()
    bench.wallOffset = 3_600_000_000
    const bid = submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))[0]
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    bench.wallOffset = 0
    // The order goes, for it was stamped by the wrong clock, and another takes its place: two minutes later the window is fresh.
    expect(cancelsOf(bench.turn({ timer: true }))).toEqual([bid.id])
    bench.turn({ reports: [{ kind: 'removal', order: bid.id, answer: 'removed' }] })
    const budget = budgetOf({ windows: [MINUTE], cancelReservePercent: 20 }, logOf(bench.desk.state()))
    expect(budget.creates(Timestamp.add(bench.now, 120_000_000))).toBe(4)
  })

  it('believes the venue where it knows of less, until the window it spoke of is over', () => {
    const ledger = new Ledger(freshDeskState(7), [market(0)])
    const budget = budgetOf(VENUE, ledger.calls)
    ledger.report(rate(110, 20_000))
    expect(budget.creates(after(5_000))).toBe(10)
    ledger.report(rate(100, 20_000, 6_000))
    expect(budget.creates(after(7_000))).toBe(0)
    expect(budget.opensAt(after(7_000))).toBeGreaterThanOrEqual(after(20_000))
    expect(budget.creates(after(20_000))).toBe(32)
  })

  it('says when the next create may go: by its own count at the end of the window, by the venue when that says, or now', () => {
    const ledger = new Ledger(freshDeskState(7), [market(0)])
    const budget = budgetOf(VENUE, ledger.calls)
    expect(budget.opensAt(after(200))).toBe(after(200))
    ledger.report(rate(100, 20_000, 300))
    expect(budget.opensAt(after(400))).toBe(after(20_000))
    ledger.report(rate(300, 20_000, 500))
    expect(budget.opensAt(after(600))).toBe(after(600))
    spend(ledger.calls, { creates: 32 })
    expect(budget.opensAt(after(700))).toBe(after(1_000))
    // What the venue has left does not give back what we have spent ourselves.
    ledger.report(rate(500, 20_000, 800))
    expect(budget.opensAt(after(900))).toBe(after(1_000))
    expect(budget.opensAt(after(1_000))).toBe(after(1_000))
  })

  it('lets an order that waits for calls go as soon as the venue says that they are back', () => {
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('dark')),
      settings: settings({ desk: { budget: { windows: [MINUTE], cancelReservePercent: 0 } } }),
    })
    bench.open()
    const rate = (remaining: number, resetsInMs: number) =>
      ({ kind: 'rate', route: 'create', remaining, resetsAt: Timestamp.add(bench.now, resetsInMs * 1_000) }) as const
    bench.turn({ reports: [rate(0, 20_000)] })
    expect(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }).commands).toEqual([])
    expect(bench.turn({ reports: [rate(0, 500)], afterMs: 10 }).commands).toEqual([])
    expect(bench.turn({ afterMs: 489 }).commands).toEqual([])
    expect(submitsOf(bench.turn({ afterMs: 11 }))).toHaveLength(1)
  })

  it('is part of the state, and of its hash', () => {
    const bench = new DeskBench({ decide: () => pull('looks') })
    const before = toJson(bench.desk.state())
    bench.turn({ reports: [{ kind: 'rate', route: 'trading', remaining: 3, resetsAt: after(9_000) }] })
    const state = fromJson(toJson(bench.desk.state())) as DeskState
    expect(state.told.get('trading')?.remaining).toBe(3)
    expect(toJson(state)).not.toBe(before)
  })

  it('never lets more calls into a window than it has, and leaves cancels their part, whatever a session does', () => {
    const perWindow = (seed: number, budget: typeof SECOND): void => {
      const session = new RandomSession(seed, true, settings({ limits: { positionMaxShares: 60 }, desk: { budget } }))
      session.run(400)
      const creates = new Map<number, number>()
      const cancels = new Map<number, Set<number>>()
      for (const { kind, at } of session.bench.journal) {
        const second = Math.floor(at / 1e6)
        if (kind === 'submit') creates.set(second, (creates.get(second) ?? 0) + 1)
        if (kind === 'cancel') cancels.set(second, (cancels.get(second) ?? new Set()).add(at))
      }
      for (const [second, count] of creates) {
        // All cancels of a turn are one call; where they alone stay within their part, the window holds.
        const removals = cancels.get(second)?.size ?? 0
        expect(count).toBeLessThanOrEqual(3)
        if (removals <= 2) expect(count + removals).toBeLessThanOrEqual(5)
      }
    }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), seed => perWindow(seed, SECOND)),
      { numRuns: 15, seed: 4 },
    )
  })

  it('takes off with one call what stood for a second, however many creates want to go', () => {
    const want: { bid: number | null } = { bid: 0.45 }
    const bench = new DeskBench({
      decide: ({ book }) =>
        book.state === 'live' && want.bid !== null ? book.quote({ bid: level(want.bid, 20) }) : pull('none'),
      markets: Array.from({ length: 20 }, (_, index) => market(index)),
      settings: settings({ desk: { budget: SECOND } }),
    })
    bench.open({ cash: usdt(100_000) })
    const events = bench.markets.flatMap(({ index }) => picture('ask 0.60 100 / bid 0.40 100', index))
    let open = submitsOf(bench.turn({ events }))
    expect(open).toHaveLength(3)
    for (let second = 0; second < 5; second++) {
      bench.turn({ reports: open.map(accepted) })
      open = [...open, ...submitsOf(bench.turn({ afterMs: 1_000, timer: true }))]
    }
    bench.turn({ reports: open.map(accepted) })
    const last = submitsOf(bench.turn({ afterMs: 1_000 }))
    bench.turn({ reports: last.map(accepted), afterMs: 1_100 })
    want.bid = null
    expect(cancelsOf(bench.turn({ timer: true }))).toHaveLength(open.length + last.length)
    expect(bench.desk.state().calls.at(-1)?.cancels).toBe(1)
  })
})

describe('the pace of a window', () => {
  const budget = (keeperCalls = 0) => {
    const windows = [{ route: 'trading', calls: 100, perMs: 60_000 }] as const
    const log = logOf()
    return { log, ...budgetOf({ windows, cancelReservePercent: 20, keeperCalls }, log) }
  }
  /** The tests begin twenty seconds into a minute. */
  const endsMs = 40_000

  it('lets what is replaced go while it was paid for by time, and then gathers for one request', () => {
    const { at } = budget()
    expect(at(after(0)).replacesAt()).toBe(after(0))
    // Eighty calls for forty seconds: half a second each, and ten seconds are saved up.
    at(after(0)).pay(20)
    expect(at(after(0)).replacesAt()).toBe(after(0))
    at(after(0)).pay(4)
    expect(at(after(0)).replacesAt()).toBe(after(3_000))
    expect(at(after(2_500)).replacesAt()).toBe(after(3_000))
    expect(at(after(3_000)).replacesAt()).toBe(after(3_000))
  })

  it('lets a create for an empty side run ahead of the pace, but not for ever', () => {
    const { at } = budget()
    at(after(0)).pay(22)
    expect(at(after(0)).opensAt()).toBe(after(0))
    at(after(0)).pay(20)
    expect(at(after(0)).opensAt()).toBe(after(1_000))
  })

  it('lets a pull leave at once while more than half of the cancels’ part is left, then once in time left by calls left', () => {
    const { at, log } = budget()
    spend(log, { creates: 89 })
    expect(at(after(1_000)).removesAt()).toBe(after(1_000))
    at(after(1_000)).sent('removal', '7-1')
    spend(log, { creates: 1 }, 1_000)
    // Ten calls for the 39 seconds that are left.
    expect(at(after(1_000)).removesAt()).toBe(after(1_000 + (endsMs - 1_000) / 10))
    expect(at(after(5_000)).removesAt()).toBe(after(5_000))
    spend(log, { creates: 10 }, 6_000)
    expect(at(after(6_000)).removesAt()).toBe(after(endsMs))
  })

  it('leaves the keeper its share, reads count, and so does what others spent', () => {
    const { creates, log } = budget(20)
    expect(creates(after(0))).toBe(60)
    log.rate({ ...rate(500, endsMs), reads: 7 })
    expect(creates(after(0))).toBe(53)
    log.rate(rate(50, endsMs))
    expect(creates(after(1_000))).toBe(10)
  })

  it('goes by the wall clock, and counts what was on its way when a window began', () => {
    const log = logOf()
    const clock = new DeskClock()
    const windows = [{ route: 'create', calls: 10, perMs: 1_000 }] as const
    const second = new Budget({ windows, cancelReservePercent: 0 }, log, clock, 2)
    clock.wallOffset = 300_000
    clock.now = after(600)
    spend(log, { creates: 4 }, 900)
    second.sent('create', '7-1')
    second.sent('create', '7-2')
    expect(second.creates()).toBe(6)
    clock.now = after(699)
    second.answered('7-1')
    // The wall stands at the next second. Our calls are counted by seconds of the even clock, and one was not answered before.
    clock.now = after(700)
    expect(second.creates()).toBe(5)
    clock.now = after(1_700)
    expect(second.creates()).toBe(9)
  })

  it('remembers what was on its way when a window began, even if it is first asked when that is long ago', () => {
    const { at, creates, log } = budget()
    spend(log, { creates: 1 }, endsMs - 500)
    at(after(endsMs - 500)).sent('create', '7-1')
    spend(log, { creates: 1 }, endsMs + 12_000)
    at(after(endsMs + 12_000)).sent('create', '7-2')
    expect(creates(after(endsMs + 12_000))).toBe(78)
    expect(creates(after(endsMs + 59_000))).toBe(78)
  })
})

describe('when calls are short', () => {
  /** Six markets want one order each, and one call is left: who gets it? */
  const first = (
    wants: readonly { bid?: number; ask?: number; size: number; stands?: number; yes?: number }[],
  ): string | undefined => {
    const plan = { calls: 100, isSecond: false }
    const decide = ({ book, market: { index } }: View<unknown>): Decision => {
      const want = wants[index]
      if (book.state !== 'live' || want === undefined) return pull('dark')
      if (!plan.isSecond) return want.stands === undefined ? pull('waits') : book.quote({ bid: level(want.stands, want.size) })
      const { bid, ask, size } = want
      return book.quote({
        bid: bid === undefined ? null : level(bid, size),
        ask: ask === undefined ? null : level(ask, size),
      })
    }
    const budget = { windows: [{ route: 'create', calls: 3, perMs: 1_000 }], cancelReservePercent: 66 } as const
    const bench = new DeskBench({
      decide,
      markets: wants.map((_, index) => market(index, { tick: Price.of(100) })),
      settings: settings({ desk: { budget } }),
    })
    const shares = new Map(
      wants.map(({ yes }, index) => [MarketIndex.of(index), { yes: yes === undefined ? Wei.ZERO : usdt(yes), no: Wei.ZERO }]),
    )
    bench.open({ cash: usdt(100_000), shares })
    const events = wants.flatMap((_, index) => picture('ask 0.80 100 / bid 0.20 100', index))
    bench.turn({ reports: submitsOf(bench.turn({ events })).map(accepted) })
    for (let second = 0; second < wants.length; second++)
      bench.turn({ reports: submitsOf(bench.turn({ timer: true, afterMs: 1_000 })).map(accepted) })
    plan.isSecond = true
    const sent = submitsOf(bench.turn({ timer: true, afterMs: 1_000 }))
    expect(sent).toHaveLength(1)
    return sent[0] === undefined ? undefined : `${sent[0].order.market}: ${written(sent[0])}`
  }

  it('what lowers a position goes before all else', () => {
    expect(
      first([
        { bid: 0.4, size: 500 },
        { ask: 0.6, size: 5, yes: 10 },
        { bid: 0.4, size: 50 },
      ]),
    ).toBe('1: sell yes 0.60 5')
  })

  it('then the largest: distance from the target times size', () => {
    // Ten ticks for 20 shares weigh more than one tick for 100.
    expect(
      first([
        { stands: 0.4, bid: 0.41, size: 100 },
        { stands: 0.4, bid: 0.5, size: 20 },
      ]),
    ).toBe('1: buy yes 0.50 20')
    expect(
      first([
        { stands: 0.4, bid: 0.41, size: 400 },
        { stands: 0.4, bid: 0.5, size: 20 },
      ]),
    ).toBe('0: buy yes 0.41 400')
  })

  it('and a side with nothing on it is as far from its target as can be', () => {
    expect(
      first([
        { stands: 0.4, bid: 0.5, size: 100 },
        { bid: 0.4, size: 20 },
      ]),
    ).toBe('1: buy yes 0.40 20')
  })
})

it('counts calls by the whole second, in the state, so that a restart goes on counting', () => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20), ask: level(0.55, 20) }) : pull('dark')),
    settings: settings({
      desk: { budget: { windows: [{ route: 'create', calls: 2, perMs: 60_000 }], cancelReservePercent: 0 } },
    }),
  })
  bench.open()
  expect(submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))).toHaveLength(2)
  const state = bench.desk.state()
  expect(
    budgetOf({ windows: [{ route: 'create', calls: 2, perMs: 60_000 }], cancelReservePercent: 0 }, logOf(state)).creates(
      bench.now,
    ),
  ).toBe(0)
  expect(state.calls).toEqual([{ second: Math.floor(Timestamp.add(bench.now, 0) / 1e6), creates: 2, cancels: 0 }])
})

it('looks at all that wait at the moment when calls are there again, and lets the most urgent go', () => {
  const sizes = [30, 10, 20]
  const bench = new DeskBench({
    decide: ({ book, market: { index } }) =>
      book.state === 'live' ? book.quote({ bid: level(0.45, sizes[index] ?? 0) }) : pull('dark'),
    markets: sizes.map((_, index) => market(index)),
    settings: settings({
      desk: { budget: { windows: [{ route: 'create', calls: 1, perMs: 1_000 }], cancelReservePercent: 0 } },
    }),
  })
  bench.open({ cash: usdt(100_000) })
  const events = bench.markets.flatMap(({ index }) => picture('ask 0.60 100 / bid 0.40 100', index))
  const sent = submitsOf(bench.turn({ events }))
  expect(sent.map(written)).toEqual(['buy yes 0.45 30'])
  bench.turn({ reports: sent.map(accepted) })
  const second = Math.floor(bench.now / 1e6)
  // The last of them comes while the window is closed.
  sizes[1] = 15
  expect(bench.turn({ events: rows('bid 0.41 10', 1) }).commands).toEqual([])
  const untilMs = (second + 1) * 1_000 - bench.now / 1_000
  expect(bench.turn({ afterMs: untilMs - 1 }).commands).toEqual([])
  const next = submitsOf(bench.turn({ afterMs: 1 }))
  expect(next.map(written)).toEqual(['buy yes 0.45 20'])
  bench.turn({ reports: next.map(accepted) })
  expect(submitsOf(bench.turn({ afterMs: 1_000 })).map(written)).toEqual(['buy yes 0.45 15'])
})
