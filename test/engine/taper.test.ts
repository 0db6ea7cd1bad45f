import { describe, expect, it } from 'vitest'
import { freshDeskState, type Holding } from '../../src/engine/desk-state.js'
import type { Turn } from '../../src/engine/news.js'
import type { OrderId } from '../../src/model/ids.js'
import type { Limits, SumLimits } from '../../src/model/limits.js'
import type { Market } from '../../src/model/market.js'
import { keep } from '../../src/model/quote.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  submitsOf,
  usdt,
  written,
} from './desk-bench.js'

const holding = (count: number, paid = 0): Holding => ({
  ...{ shares: usdt(count), bought: usdt(count), boughtFor: usdt(paid), sold: usdt(0), soldFor: usdt(0) },
})

/** A desk that holds YES of its first market, bought at 0.50, and wants a bid of 20 at 0.50 and an ask of 20 at 0.52 in the one of index `quoted`. */
function desk(
  held: number,
  limits: Partial<Limits>,
  options: { readonly quoted?: number | 'all'; readonly terms?: Partial<Market> } = {},
) {
  const { quoted = 0, terms = {} } = options
  const position = { yes: holding(held, held / 2), no: holding(0), fees: usdt(0), result: null }
  const bench = new DeskBench({
    decide: ({ book, market: { index } }) =>
      (quoted === 'all' || index === quoted) && book.state === 'live'
        ? book.quote({ bid: level(0.5, 20), ask: level(0.52, 20) })
        : keep(),
    markets: [market(0, terms), market(1, terms)],
    state: { ...freshDeskState(7), positions: new Map([[market(0).id, position]]) },
    settings: settings({ limits }),
  })
  bench.turn({ events: [0, 1].flatMap(index => picture('ask 0.55 100 / bid 0.45 100', index)) })
  return bench
}
const orders = (turn: Turn) => submitsOf(turn).map(written)
const first = (...of: Parameters<typeof desk>) => orders(desk(...of).open())

describe('a taper from 50 per cent on', () => {
  const from = { taperFromPercent: 50 }

  it.each([
    [0, 'buy yes 0.50 20'],
    [50, 'buy yes 0.50 20'],
    [60, 'buy yes 0.50 16'],
    [75, 'buy yes 0.50 10'],
    [95, 'buy yes 0.50 2'],
  ])('with %d of 100 shares bids as much as is left of it, and asks all', (held, bid) => {
    const sells = held === 0 ? 'buy no 0.48 20' : 'sell yes 0.52 20'
    expect(first(held, { positionMaxShares: 100, ...from })).toEqual([bid, sells])
  })

  it('leaves nothing at the limit, and is off where it is not asked for', () => {
    expect(first(100, { positionMaxShares: 100, ...from })).toEqual(['sell yes 0.52 20'])
    expect(first(75, { positionMaxShares: 100 })).toEqual(['buy yes 0.50 20', 'sell yes 0.52 20'])
    expect(first(75, { positionMaxShares: 100, taperFromPercent: null })).toEqual(['buy yes 0.50 20', 'sell yes 0.52 20'])
  })

  it('goes by the worst case and the cost of what is held as well: the limit that is used most', () => {
    // 60 shares cost 30 and lose 30 if NO wins.
    expect(first(60, { worstCaseLossMaxUsdt: 40, ...from })[0]).toBe('buy yes 0.50 10')
    expect(first(60, { positionMaxUsdt: 50, ...from })[0]).toBe('buy yes 0.50 16')
    expect(first(60, { worstCaseLossMaxUsdt: 40, positionMaxUsdt: 50, positionMaxShares: 500, ...from })[0]).toBe(
      'buy yes 0.50 10',
    )
  })

  it('says so where what is left is too small for an order, with the part of the limit that is used', () => {
    const { refusals } = desk(98, { positionMaxShares: 100, orderMinUsdt: 1, ...from }).open()
    expect(refusals).toMatchObject([{ rule: 'taperFromPercent', limit: 50, found: 98 }])
  })

  it('comes to rest: what it ordered stands, however often it is asked', () => {
    const bench = desk(75, { positionMaxShares: 100, worstCaseLossMaxUsdt: 60, ...from })
    const turn = bench.open()
    expect(orders(turn)).toHaveLength(2)
    bench.turn({ reports: submitsOf(turn).map(accepted) })
    for (let i = 0; i < 20; i++) expect(bench.turn({ timer: true, afterMs: 1_000 }).commands).toEqual([])
  })

  it('of the account shrinks the quotes of its other markets, at once when something fills', () => {
    const account = { positionMaxUsdt: null, worstCaseLossMaxUsdt: 40 }
    // 60 shares of another market may lose 30: both sides of this one can only lose more.
    expect(first(60, { account, ...from }, { quoted: 1 })).toEqual(['buy yes 0.50 10', 'buy no 0.48 10'])
    const none: SumLimits = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null }
    const strategies = [{ ...none, worstCaseLossMaxUsdt: 40, name: 'first', perMarket: {} }]
    expect(first(60, { strategies, ...from }, { quoted: 1 })).toEqual(['buy yes 0.50 10', 'buy no 0.48 10'])
  })

  it('of the account shrinks what rests in its other markets as soon as something fills', () => {
    const account = { positionMaxUsdt: null, worstCaseLossMaxUsdt: 40 }
    const bench = desk(0, { account, ...from }, { quoted: 'all' })
    const turn = bench.open()
    expect(orders(turn)).toHaveLength(4)
    bench.turn({ reports: submitsOf(turn).map(accepted) })
    // 20 YES for 10 use a quarter of the limit, 40 half of it: all is whole yet.
    let [bid] = submitsOf(turn)
    for (const fill of ['first', 'second']) {
      const next = bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid!, 20, fill) }] })
      expect([cancelsOf(next), orders(next)]).toEqual([[], ['buy yes 0.50 20']])
      bid = submitsOf(next)[0]
      bench.turn({ reports: [accepted(bid!)] })
    }
    const shrunk = bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid!, 20, 'third') }] })
    expect(cancelsOf(shrunk)).toHaveLength(2)
    bench.turn({ reports: cancelsOf(shrunk).map(order => ({ kind: 'removal', order: order as OrderId, answer: 'removed' })) })
    // Until their grace is over the removed ones leave no room in the limit itself.
    const after = bench.turn({ timer: true, afterMs: 5_000 })
    expect(orders(after).toSorted()).toEqual(['buy no 0.48 10', 'buy yes 0.50 10', 'buy yes 0.50 10'])
  })

  it('of a group goes by which outcome loses: a bid that pays if the other one loses is free', () => {
    const group = { id: 'who wins', isNegRisk: true, isExhaustive: true }
    const limits = { group: { worstCaseLossMaxUsdt: 40, countsVoid: false }, ...from }
    // 60 YES of the first, bought for 30. If the second loses the first has won, and a bid there costs nothing of that.
    expect(first(60, limits, { quoted: 1, terms: { group } })).toEqual(['buy yes 0.50 20', 'buy no 0.48 10'])
  })
})
