import { expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import type { Batch } from '../../src/model/batch.js'
import { createEventWriter } from '../../src/model/columns.js'
import { MarketIndex } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import { SessionMarkets } from '../../src/runtime/session-markets.js'
import { createWatch } from '../../src/runtime/watch.js'
import { accepted, DeskBench, fillOf, level, market, picture, settings, submitsOf, usdt } from '../engine/desk-bench.js'

/** Twenty shares bought at 0.45 and marked at the best bid, 0.40. */
const LOST = Wei.negate(usdt(1))

test('a market counts its profit from the start or its joining, and its own fills of this run alone', () => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : keep()),
  })
  const markets = new SessionMarkets(bench.markets, [])
  const journal = openJournal(':memory:', { epoch: 1 })
  const clock = { now: () => bench.now }
  const start = () =>
    createWatch({
      ...{ journal, markets, clock, desk: bench.desk, books: bench.books },
      settings: settings(),
      notice: () => undefined,
    })
  let watch = start()
  const turn = (input: Parameters<DeskBench['turn']>[0]) => {
    const done = bench.turn(input)
    const stamp = { at: bench.now, receivedAt: bench.now }
    const events = createEventWriter().columns
    const reports = (input.reports ?? []).map(told => ({ ...stamp, ...told }))
    markets.onTurn(done)
    watch.onTurn(
      { now: bench.now, wallOffset: 0, events, from: 0, to: 0, reports, controls: [], timer: false } satisfies Batch,
      done,
      false,
    )
    return done
  }
  const trade = (index: number) => {
    const [order] = submitsOf(turn({ events: picture('ask 0.60 50 / bid 0.40 50', index) }))
    if (order === undefined) throw new Error('an order was expected')
    turn({ reports: [accepted(order)] })
    const fill = fillOf(order, 20)
    turn({ reports: [{ kind: 'matched', fill }] })
    turn({ reports: [{ kind: 'settled', fill }] })
    return fill
  }
  const profits = () =>
    bench.desk
      .summary()
      .markets.map(({ market: { id }, equity }) => [
        id,
        Wei.sub(equity, watch.baseline()?.equities.get(id) ?? equity),
        watch.fills.of(id),
      ])
  bench.open()
  turn({ reports: [{ kind: 'snapshot', snapshot: { orders: [], cash: usdt(1_000), fills: [], shares: new Map() } }] })
  const fill = trade(0)
  expect(profits()).toEqual([['m0', LOST, 1]])
  const first = watch
  // The first snapshot of a next run lists that fill again.
  watch = start()
  turn({ reports: [{ kind: 'settled', fill }] })
  expect(profits()[0]?.at(-1)).toBe(0)
  watch = first
  turn({ events: [{ kind: 'joined', market: market(1) } as never] })
  trade(1)
  expect(profits()).toEqual([
    ['m0', LOST, 1],
    ['m1', LOST, 1],
  ])
  const [m0, m2] = [
    { ...market(0), index: MarketIndex.of(2) },
    { ...market(2), index: MarketIndex.of(0) },
  ]
  turn({ events: [{ kind: 'left', market: m2.index } as never] })
  turn({ events: [{ kind: 'joined', market: m0 } as never] })
  turn({ events: [{ kind: 'joined', market: m2 } as never] })
  expect(new Set(profits())).toEqual(
    new Set([
      ['m0', LOST, 1],
      ['m1', LOST, 1],
      ['m2', 0n, 0],
    ]),
  )
})
