import { describe, expect, it } from 'vitest'
import { Price, Size } from '../../../src/model/money.js'
import { at, type TryExchange, tryExchange, wei } from './try-exchange.js'

const halted = (options = {}, market = {}): TryExchange => {
  const exchange = tryExchange(options, market)
  exchange.do({ kind: 'trading', market: 1, status: 'MATCHING_NOT_ENABLED' })
  exchange.happened()
  return exchange
}
const open = (exchange: TryExchange) => exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })

describe('a market whose matching is not enabled', () => {
  it('lets orders rest, even where they cross', () => {
    const exchange = halted()
    exchange.place('bob', 'buy no 0.50 10')
    exchange.place('ann', 'buy yes 0.55 10')
    expect(exchange.book()).toBe('ask 0.5 10 / bid 0.55 10')
    expect(exchange.core.matches()).toHaveLength(0)
    exchange.wait(100)
    expect(exchange.core.matches()).toHaveLength(0)
  })

  it('refuses orders that can only match', () => {
    const exchange = halted()
    for (const changes of [{ strategy: 'MARKET' }, { isFillOrKill: true }] as const)
      expect(exchange.place('ann', 'buy yes 0.5 10', changes).answer).toMatchObject({ reason: 'not-trading' })
  })

  it('ends a post-only order that would be a taker when it opens', () => {
    const exchange = halted()
    exchange.place('bob', 'buy no 0.5 10')
    const { hash } = exchange.place('ann', 'buy yes 0.5 10', { isPostOnly: true })
    expect(exchange.status(hash)).toBe('CANCELLED')
  })

  it('lets a taker rest whose delay is over meanwhile', () => {
    const exchange = tryExchange({ takerDelayUs: 2_000_000 })
    exchange.place('bob', 'buy no 0.5 10')
    const limit = exchange.place('ann', 'buy yes 0.5 10').hash
    const market = exchange.place('ann', 'buy yes 0.5 10', { strategy: 'MARKET' }).hash
    exchange.do({ kind: 'trading', market: 1, status: 'MATCHING_NOT_ENABLED' })
    exchange.wait(2)
    expect([exchange.status(limit), exchange.status(market)]).toEqual(['OPEN', 'CANCELLED'])
    expect(exchange.book()).toBe('ask 0.5 10 / bid 0.5 10')
  })
})

describe('an opening', () => {
  it('matches what crossed in the order of acceptance, at the price of the older order', () => {
    const exchange = halted({}, { feeRateBps: 200 })
    exchange.place('cat', 'buy yes 0.52 10')
    exchange.place('bob', 'buy no 0.52 15')
    exchange.place('ann', 'buy yes 0.60 20')
    exchange.happened()
    open(exchange)
    expect(exchange.happened()).toEqual([
      'trading OPEN',
      'matched 1',
      'matched 2',
      'settled 1',
      'FILLED 1 filled',
      'settled 2',
      'FILLED 2 filled',
    ])
    const [first, second] = exchange.core.matches()
    expect(first?.taker).toMatchObject({ order: { id: 2 }, shares: wei('10'), value: wei('4.8') })
    expect(second?.taker).toMatchObject({ order: { id: 3 }, shares: wei('5'), value: wei('2.4') })
    expect(first?.makers.map(leg => leg.fee.amount)).toEqual([0n])
    expect(first?.taker?.fee.amount).toBeGreaterThan(0n)
    expect(exchange.book()).toBe('bid 0.6 15')
    expect(exchange.held('ann').reserved).toBe(wei('9'))
  })

  it('keeps the places of what does not cross', () => {
    const exchange = halted()
    exchange.place('ann', 'buy yes 0.40 10')
    exchange.place('bob', 'buy no 0.50 5')
    exchange.place('cat', 'buy yes 0.40 10')
    exchange.place('cat', 'buy yes 0.50 5')
    open(exchange)
    expect(exchange.book()).toBe('bid 0.4 20')
    exchange.place('bob', 'buy no 0.60 12')
    expect(
      exchange.core
        .matches()
        .at(-1)
        ?.makers.map(leg => [leg.order.id, leg.shares]),
    ).toEqual([
      [1, wei('10')],
      [3, wei('2')],
    ])
  })

  it('prevents self-trades as the younger order wishes', () => {
    const exchange = halted()
    const older = exchange.place('ann', 'buy no 0.5 10').hash
    const younger = exchange.place('ann', 'buy yes 0.5 10', { selfTradePrevention: 'cancel-taker' }).hash
    open(exchange)
    expect([exchange.status(older), exchange.status(younger)]).toEqual(['OPEN', 'CANCELLED'])
    expect(exchange.core.matches()).toHaveLength(0)
  })

  it('comes without a taker delay, and after a pause too', () => {
    const exchange = halted({ takerDelayUs: 1_000_000 })
    exchange.place('bob', 'buy no 0.5 10')
    exchange.place('ann', 'buy yes 0.5 10')
    exchange.do({ kind: 'status', market: 1, status: 'PAUSED' })
    exchange.do({ kind: 'status', market: 1, status: 'UNPAUSED' })
    expect(exchange.core.matches()).toHaveLength(0)
    open(exchange)
    expect(exchange.core.matches()).toHaveLength(1)
  })

  it('lets the recorded crowd move first: it takes what its levels reach', () => {
    const exchange = halted({}, { feeRateBps: 200 })
    exchange.do({
      kind: 'crowd-level',
      market: 1,
      side: 'ask',
      price: Price.of(5_000),
      size: Size.ofShares(4),
      cause: 'added',
    })
    exchange.place('ann', 'buy yes 0.55 10')
    expect(exchange.core.matches()).toHaveLength(0)
    open(exchange)
    expect(exchange.core.matches()[0]).toMatchObject({ taker: null, makers: [{ value: wei('2.2'), fee: { amount: 0n } }] })
    expect(exchange.book()).toBe('bid 0.55 6')
    expect(exchange.core.now).toBe(at(0))
  })
})

describe('a market that only lets orders go', () => {
  it('keeps them, matches nothing and refuses new ones', () => {
    const exchange = tryExchange({ takerDelayUs: 1_000_000 })
    exchange.place('bob', 'buy no 0.5 10')
    const taker = exchange.place('ann', 'buy yes 0.5 10').hash
    exchange.do({ kind: 'trading', market: 1, status: 'CANCEL_ONLY' })
    exchange.wait(1)
    expect(exchange.status(taker)).toBe('CANCELLED')
    expect(exchange.book()).toBe('ask 0.5 10')
    expect(exchange.place('ann', 'buy yes 0.4 10').answer).toMatchObject({ reason: 'not-trading' })
  })
})
