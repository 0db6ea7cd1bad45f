import { describe, expect, it } from 'vitest'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import { foldDesk } from '../../../src/engine/fold.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import { pull } from '../../../src/model/quote.js'
import { differences } from '../../../src/runtime/agreement.js'
import type { View } from '../../../src/strategy/view.js'
import { accepted, DeskBench, fillOf, level, market, picture, snapshotOf, submitsOf, usdt } from '../desk-bench.js'

const MARKETS = [market(0)]
const BOOK = 'ask 0.60 100 / bid 0.40 100'

/** A desk that bought 20 YES for 9 and 20 NO for 8, of the 1,000 it had. The mark of each is its bid of 0.40. */
function deskWithPairs(): DeskBench {
  let quoted = 0
  const decide = (view: View<unknown>) => {
    if (view.book.state !== 'live' || quoted++ > 0) return pull('it has what it wants')
    return view.book.quote({ bid: level(0.45, 20), ask: level(0.6, 20) })
  }
  const bench = new DeskBench({ markets: MARKETS, decide, watches: 'depth' })
  bench.open()
  const [bid, ask] = submitsOf(bench.turn({ events: picture(BOOK, 0) }))
  bench.turn({ reports: [bid, ask].map(submit => accepted(submit!)) })
  bench.turn({ reports: [bid, ask].map(submit => ({ kind: 'settled', fill: fillOf(submit!, 20) })) })
  return bench
}

/** The wallet as the venue shows it, in wei. */
const shows = (bench: DeskBench, cash: bigint, yes: bigint, no: bigint) => {
  const shares = new Map([[MarketIndex.of(0), { yes: Wei.of(yes), no: Wei.of(no) }]])
  const snapshot = snapshotOf({ cash: Wei.of(cash), shares })
  const { adjustments } = bench.turn({ events: picture(BOOK, 0), reports: [{ kind: 'snapshot', snapshot }] })
  expect(differences(bench.desk.state(), MARKETS, snapshot)).toEqual([])
  return adjustments.map(({ why, what, amount }) => ({ why, what, amount }))
}

const UNIT = 10n ** 18n
describe('pairs of shares', () => {
  it('that a transaction turns into cash realise what they pay more than they cost, and nothing else', () => {
    const bench = deskWithPairs()
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(983), equity: usdt(999), realized: usdt(0) })
    expect(shows(bench, 998n * UNIT, 5n * UNIT, 5n * UNIT)).toEqual([{ why: 'merge', what: 'pairs', amount: usdt(15) }])
    // Each pair cost 0.85, and was marked at 0.80.
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(998), equity: usdt(1_002), realized: usdt(2.25) })
    expect(bench.desk.state().adjusted).toBe(usdt(1_000))
  })

  it('that a transaction makes of cash cost what they pay', () => {
    const bench = deskWithPairs()
    expect(shows(bench, 953n * UNIT, 50n * UNIT, 50n * UNIT)).toEqual([{ why: 'split', what: 'pairs', amount: usdt(30) }])
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(953), equity: usdt(993), realized: usdt(0) })
    expect(bench.desk.state().adjusted).toBe(usdt(1_000))
  })

  it('are exact to the wei, beside money that came or went', () => {
    const bench = deskWithPairs()
    expect(shows(bench, 983n * UNIT + 3n + 7n, 20n * UNIT - 3n, 20n * UNIT - 5n)).toEqual([
      { why: 'merge', what: 'pairs', amount: 3n },
      { why: 'unexplained', what: 'no', amount: -2n },
      { why: 'unexplained', what: 'cash', amount: 7n },
    ])
    expect(bench.desk.state().adjusted).toBe(1_000n * UNIT - 1n + 7n)
  })

  it('that left without as much cash are no merge', () => {
    const bench = deskWithPairs()
    expect(shows(bench, 985n * UNIT, 15n * UNIT, 15n * UNIT)).toEqual([
      { why: 'unexplained', what: 'yes', amount: -5n * UNIT },
      { why: 'unexplained', what: 'no', amount: -5n * UNIT },
      { why: 'unexplained', what: 'cash', amount: usdt(2) },
    ])
    expect(bench.desk.state().adjusted).toBe(997n * UNIT)
  })

  it('are booked by a fold of the journal as by the desk', () => {
    const bench = deskWithPairs()
    shows(bench, 998n * UNIT, 5n * UNIT, 5n * UNIT)
    expect(foldDesk(freshDeskState(7), MARKETS, bench.journal)).toEqual(bench.desk.state())
  })
})
