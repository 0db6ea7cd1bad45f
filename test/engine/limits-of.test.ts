import { describe, expect, it } from 'vitest'
import { freshDeskState, type Holding } from '../../src/engine/desk-state.js'
import { limitsOf } from '../../src/engine/limits-of.js'
import type { Turn } from '../../src/engine/news.js'
import type { Limits, StrategyLimits } from '../../src/model/limits.js'
import type { Market } from '../../src/model/market.js'
import { keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { DeskBench, level, market, picture, settings, submitsOf, usdt, written } from './desk-bench.js'

const strategy = (limits: Partial<StrategyLimits>): StrategyLimits => ({
  ...{ name: 'strategies.0 (test)', positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null },
  ...{ perMarket: {}, ...limits },
})

/** Two markets that at once want a bid of 20 at 0.50, worth 10, and an ask of 20 at 0.52, worth 9.6. Answers the orders of each market, and what was refused. */
function quoted(limits: Partial<Limits>, terms: Partial<Market> = {}) {
  const decide = ({ book }: View<unknown>) => {
    if (book.state !== 'live') throw new Error('a live book was expected')
    return book.quote({ bid: level(0.5, 20), ask: level(0.52, 20) })
  }
  const markets = [market(0, terms), market(1, terms)]
  const bench = new DeskBench({ decide, markets, settings: settings({ limits }) })
  bench.turn({ events: markets.flatMap(({ index }) => picture('ask 0.55 100 / bid 0.45 100', index)) })
  const turn = bench.open()
  const of = (index: number) => submitsOf(turn).flatMap(one => (one.order.market === index ? [written(one)] : []))
  const refused = turn.refusals.map(({ rule, limit, found, note }) => ({
    rule,
    limit,
    found,
    ...(note !== undefined && { note }),
  }))
  return { orders: [of(0), of(1)], refused }
}

const WHOLE = ['buy yes 0.50 20', 'buy no 0.48 20']
const BID = ['buy yes 0.50 20']

it('limits nothing where nothing is said', () => {
  expect(quoted({})).toEqual({ orders: [WHOLE, WHOLE], refused: [] })
})

it('gives a market its own limits by its id, else those of its strategy for each market, else those of all', () => {
  const limits = { positionMaxShares: 20, strategies: [strategy({ perMarket: { positionMaxShares: 10 } })], markets: {} }
  const cut = ['buy yes 0.50 10', 'buy no 0.48 10']
  expect(quoted(limits).orders).toEqual([cut, cut])
  expect(quoted({ ...limits, markets: { m1: { positionMaxShares: 30 } } }).orders).toEqual([cut, WHOLE])
  expect(quoted({ ...limits, strategies: [] }).orders).toEqual([WHOLE, WHOLE])
  // An own limit may be wider, and none at all.
  expect(quoted({ positionMaxShares: 10, markets: { m0: { positionMaxShares: null } } }).orders).toEqual([WHOLE, cut])
})

it('is for makers only where all of it or its strategy is', () => {
  const of = (limits: Partial<Limits>) => limitsOf(settings({ limits }).limits, market(0).id, 0).makerOnly === true
  expect(of({})).toBe(false)
  expect(of({ makerOnly: true })).toBe(true)
  expect(of({ makerOnly: true, strategies: [strategy({})] })).toBe(true)
  expect(of({ makerOnly: false, strategies: [strategy({ makerOnly: true })] })).toBe(true)
  expect(of({ strategies: [strategy({}), strategy({ makerOnly: true })] })).toBe(false)
})

it('refuses by the sum of a strategy’s markets, and names the strategy', () => {
  const by = (limits: Partial<StrategyLimits>) => quoted({ strategies: [strategy(limits)] })
  const note = 'strategies.0 (test)'
  expect(by({ openNotionalMaxUsdt: 30 })).toEqual({
    orders: [WHOLE, BID],
    refused: [{ rule: 'strategy.openNotionalMaxUsdt', limit: 30, found: 39.2, note }],
  })
  expect(by({ positionMaxUsdt: 29.7 }).refused).toEqual([{ rule: 'strategy.positionMaxUsdt', limit: 29.7, found: 39.2, note }])
  // Each market loses 10 at most, whichever of its quotes fill.
  expect(by({ worstCaseLossMaxUsdt: 20 }).refused).toEqual([])
  expect(by({ worstCaseLossMaxUsdt: 19.8 })).toEqual({
    orders: [WHOLE, ['buy no 0.48 20']],
    refused: [{ rule: 'strategy.worstCaseLossMaxUsdt', limit: 19.8, found: 20, note }],
  })
})

it('refuses by the sum of all markets, and names the account', () => {
  const none = { positionMaxUsdt: null, worstCaseLossMaxUsdt: null }
  const note = 'all markets'
  expect(quoted({ account: { ...none, positionMaxUsdt: 30 } }).refused).toEqual([
    { rule: 'account.positionMaxUsdt', limit: 30, found: 39.2, note },
  ])
  expect(quoted({ account: { ...none, worstCaseLossMaxUsdt: 19.8 } }).refused).toEqual([
    { rule: 'account.worstCaseLossMaxUsdt', limit: 19.8, found: 20, note },
  ])
})

it('refuses by the worst case of a neg-risk group, and names the group', () => {
  const group = { id: 'who wins', isNegRisk: true, isExhaustive: true }
  const limits = { group: { worstCaseLossMaxUsdt: 19.5, countsVoid: true } }
  // The one that wins loses the 9.6 of its ask, the other the 10 of its bid: less than the 20 of two markets apart.
  const refusal = { rule: 'group.worstCaseLossMaxUsdt', limit: 19.5, found: 19.6, note: 'who wins' }
  expect(quoted(limits, { group })).toEqual({ orders: [WHOLE, []], refused: [refusal, refusal] })
  expect(quoted({ group: { ...limits.group, worstCaseLossMaxUsdt: 19.6 } }, { group }).refused).toEqual([])
  expect(quoted(limits).refused).toEqual([])
})

describe('the account, with shares held in another market,', () => {
  const holding = (count: number, paid: number): Holding => ({
    ...{ shares: usdt(count), bought: usdt(count), boughtFor: usdt(paid), sold: usdt(0), soldFor: usdt(0) },
  })
  /** The second market bids 20 at 0.50, as often as it is asked. The first one only has what is held there. */
  function desk(yes: Holding, no: Holding, worstCaseLossMaxUsdt: number) {
    const state = { ...freshDeskState(7), positions: new Map([[market(0).id, { yes, no, fees: usdt(0), result: null }]]) }
    const bench = new DeskBench({
      decide: ({ book, market: { index } }) =>
        index === 1 && book.state === 'live' ? book.quote({ bid: level(0.5, 20) }) : keep(),
      ...{ markets: [market(0), market(1)], state },
      settings: settings({ limits: { account: { positionMaxUsdt: null, worstCaseLossMaxUsdt } } }),
    })
    bench.turn({ events: [0, 1].flatMap(index => picture('ask 0.55 100 / bid 0.45 100', index)) })
    return bench
  }
  const told = (turn: Turn) => [...submitsOf(turn).map(written), ...turn.refusals.map(({ rule, found }) => `${rule} ${found}`)]

  it('counts what they may lose, also when their market left and is forgotten, until it is paid', () => {
    const bench = desk(holding(20, 10), holding(0, 0), 15)
    expect(told(bench.open())).toEqual(['account.worstCaseLossMaxUsdt 20'])
    const left = bench.turn({ events: [{ kind: 'left', market: market(0).index }], afterMs: 2_000 })
    expect(told(left)).toEqual(['account.worstCaseLossMaxUsdt 20'])
    expect(bench.turn({ timer: true, afterMs: 5_000 }).forgotten).toEqual([market(0).id])
    expect(told(bench.turn({ timer: true, afterMs: 2_000 }))).toEqual(['account.worstCaseLossMaxUsdt 20'])
    bench.turn({ events: [{ kind: 'market', market: market(0, { result: { yes: 0, at: bench.now } }) }] })
    expect(told(bench.turn({ timer: true, afterMs: 2_000 }))).toEqual(['buy yes 0.50 20'])
  })

  it('takes no gain that is sure there as room for a loss elsewhere', () => {
    expect(told(desk(holding(20, 8), holding(20, 8), 8).open())).toEqual(['account.worstCaseLossMaxUsdt 10'])
    expect(told(desk(holding(20, 8), holding(20, 8), 10).open())).toEqual(['buy yes 0.50 20'])
  })
})
