import { describe, expect, it } from 'vitest'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import { foldDesk } from '../../../src/engine/fold.js'
import { MarketId, MarketIndex } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import { keep, pull } from '../../../src/model/quote.js'
import type { Snapshot } from '../../../src/model/report.js'
import { differences } from '../../../src/runtime/agreement.js'
import type { View } from '../../../src/strategy/view.js'
import { accepted, DeskBench, fillOf, level, market, picture, snapshotOf, submitsOf, usdt } from '../desk-bench.js'

const MARKETS = [market(0), market(1)]
const BOOK = 'ask 0.60 100 / bid 0.40 100'

/** What a strategy of the second market saw of the cash last. */
interface Seen {
  free: Wei
}

/** A desk that has bought 20 YES of the first market for 9 of its 1,000, and quotes nothing any more. */
function deskThatBought(seen: Seen = { free: Wei.ZERO }): DeskBench {
  let hasQuoted = false
  const decide = (view: View<unknown>) => {
    seen.free = view.cash.free
    if (view.book.state !== 'live' || view.market.id !== 'm0' || hasQuoted) return pull('it has what it wants')
    hasQuoted = true
    return view.book.quote({ bid: level(0.45, 20) })
  }
  const bench = new DeskBench({ markets: MARKETS, decide, watches: 'depth' })
  bench.open()
  const [bid] = submitsOf(bench.turn({ events: [...picture(BOOK, 0), ...picture(BOOK, 1)] }))
  bench.turn({ reports: [accepted(bid!), { kind: 'settled', fill: fillOf(bid!, 20) }] })
  return bench
}

const decides = (bench: DeskBench, yes: number, index = 0): void => {
  bench.turn({ events: [{ kind: 'market', market: market(index, { result: { yes, at: bench.now } }) }] })
}

/** The wallet as the venue shows it: its cash, and its YES shares of the first market. */
const wallet = (cash: number, yes: number, more: Partial<Snapshot> = {}): Snapshot =>
  snapshotOf({ cash: usdt(cash), shares: new Map([[MarketIndex.of(0), { yes: usdt(yes), no: Wei.ZERO }]]), ...more })

const lists = (bench: DeskBench, snapshot: Snapshot) =>
  bench.turn({ events: [...picture(BOOK, 1)], reports: [{ kind: 'snapshot', snapshot }] }).adjustments

describe('a result that the venue leaves to be redeemed', () => {
  it('is money of ours at once, to be spent once it is redeemed', () => {
    const seen = { free: Wei.ZERO }
    const bench = deskThatBought(seen)
    decides(bench, 1)
    expect(lists(bench, wallet(991, 20))).toEqual([])
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(1_011), equity: usdt(1_011), realized: usdt(11) })
    expect(bench.desk.state().unredeemed).toEqual(new Map([['m0', usdt(20)]]))
    expect(seen.free).toBe(usdt(991))

    expect(lists(bench, wallet(1_011, 0))).toEqual([])
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(1_011), equity: usdt(1_011), realized: usdt(11) })
    expect(bench.desk.state().unredeemed).toEqual(new Map())
    expect(seen.free).toBe(usdt(1_011))
  })

  it('is no difference between the venue and our books, before and after', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    for (const shown of [wallet(991, 20), wallet(1_011, 0)]) expect(differences(bench.desk.state(), MARKETS, shown)).toEqual([])
    expect(differences(bench.desk.state(), MARKETS, wallet(991, 19))).toEqual([
      { what: 'cash', ours: usdt(1_011), venue: usdt(1_010) },
    ])
  })

  it.each([
    [0, 991],
    [0.5, 1_001],
    [1, 1_011],
  ])('pays %d a share, and what it does not pay is no position any more', (yes, cash) => {
    const bench = deskThatBought()
    decides(bench, yes)
    expect(lists(bench, wallet(991, 20))).toEqual([])
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(cash), equity: usdt(cash) })
    expect(bench.desk.state().positions.get(MarketId.of('m0'))?.yes.shares).toBe(0n)
  })

  it('is booked as a difference where the wallet has other shares than were paid', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    expect(lists(bench, wallet(991, 25))).toMatchObject([{ why: 'unexplained', what: 'cash', amount: usdt(5) }])
  })

  it('counts as unredeemed from its first moment once an earlier one had to be redeemed', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    lists(bench, wallet(1_011, 0, { shares: new Map([[MarketIndex.of(0), { yes: Wei.ZERO, no: Wei.ZERO }]]) }))
    expect(bench.desk.state().unredeemed).toBeUndefined()

    const later = deskThatBought()
    const held = new Map([[MarketIndex.of(1), { yes: usdt(30), no: Wei.ZERO }]])
    lists(later, wallet(991, 20, { shares: new Map([...wallet(991, 20).shares, ...held]) }))
    decides(later, 1)
    lists(later, wallet(991, 20, { shares: new Map([...wallet(991, 20).shares, ...held]) }))
    decides(later, 1, 1)
    expect(later.desk.state().unredeemed).toEqual(
      new Map([
        ['m0', usdt(20)],
        ['m1', usdt(30)],
      ]),
    )
  })

  it('is known of a market that is not in the run any more', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    const elsewhere = new Map([
      [MarketId.of('m0'), { yes: usdt(20), no: Wei.ZERO }],
      // Bought before this journal began: its result is not known here, so it is no money of our books.
      [MarketId.of('old'), { yes: usdt(70), no: Wei.ZERO }],
    ])
    const shown = snapshotOf({ cash: usdt(991), elsewhere })
    expect(lists(bench, shown)).toEqual([])
    expect(differences(bench.desk.state(), [], shown)).toEqual([])
    expect(bench.desk.state().unredeemed).toEqual(new Map([['m0', usdt(20)]]))
  })

  it('is the same after a restart from the journal', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    lists(bench, wallet(991, 20))
    expect(foldDesk(freshDeskState(7), MARKETS, bench.journal)).toEqual(bench.desk.state())
    const next = new DeskBench({ markets: MARKETS, decide: keep, state: bench.desk.state() })
    expect(next.open(wallet(991, 20)).adjustments).toEqual([])
  })

  it('leaves only its own cash to an order', () => {
    const bench = deskThatBought()
    decides(bench, 1)
    lists(bench, wallet(991, 20))
    const buyer = new DeskBench({
      markets: [market(0, { id: MarketId.of('m1') })],
      state: bench.desk.state(),
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.5, 3_000) }) : keep()),
    })
    buyer.open({ cash: usdt(991), elsewhere: new Map([[MarketId.of('m0'), { yes: usdt(20), no: Wei.ZERO }]]) })
    const [order] = submitsOf(buyer.turn({ events: [...picture(BOOK)] }))
    expect(order?.order.size).toBe(1_982_000_000)
  })
})
