import { describe, expect, it } from 'vitest'
import { feeAt, predictFees } from '../../../../src/model/fees.js'
import { at, wei } from '../try-exchange.js'
import { openFloor, openFloorWithPairs } from './trading-floor.js'

describe('holders in a market that resolves', () => {
  it('are all paid, their orders are cancelled and trading ends', () => {
    const { exchange, ann, bob, cat } = openFloorWithPairs()
    cat.buys('10 yes at 0.4')
    ann.sells('5 yes at 0.9')
    exchange.happened()
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 1 })).toEqual({ kind: 'done' })
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'CANCELLED 3 market-closed',
      'CANCELLED 4 market-closed',
      'status RESOLVED',
      'paid ann yes 20',
      'paid bob no 0',
    ])
    expect([ann.has, bob.has]).toEqual(['1010 cash', '990 cash'])
    expect(exchange.core.market(1)).toMatchObject({ locked: 0n, result: 1, status: 'RESOLVED', trading: 'CLOSED' })
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 0 }).kind).toBe('refused')
    expect(exchange.do({ kind: 'trading', market: 1, status: 'OPEN' }).kind).toBe('refused')
  })

  it('are both paid half a dollar, floored, and the dust stays locked', () => {
    const { exchange, ann, bob } = openFloor({}, { feeRateBps: 1 })
    ann.buys('10 yes at 0.3')
    bob.buys('10.000001 no at 0.7')
    exchange.do({ kind: 'resolve', market: 1, yes: 0.5 })
    const fee = feeAt(predictFees(1), { role: 'taker', side: 'buy', price: 7_000, size: 10_000_000 })
    expect(ann.has).toBe('1002 cash')
    expect(exchange.held('bob').cash).toBe(wei('993') + (wei('10') - fee) / 2n)
    expect(exchange.held('fees').cash).toBe(fee / 2n)
    expect(exchange.core.market(1)?.locked).toBe(fee % 2n === 0n ? 0n : 1n)
  })
})

describe('traders whose match is not settled when the market resolves', () => {
  const slowAfterPairs = { settlementUs: (match: number) => (match === 1 ? 0 : 5_000_000) }

  it('are paid fill by fill as it settles', () => {
    const { exchange, ann, cat } = openFloorWithPairs(slowAfterPairs)
    cat.buys('10 yes at 0.6')
    ann.sells('10 yes at 0.6')
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    // Ten of her shares were paid at once; the other ten are promised.
    expect(ann.has).toBe('1000 cash, 10 yes (10 reserved)')
    exchange.happened()
    exchange.wait(5)
    expect(exchange.happened().at(-1)).toBe('paid cat yes 10')
    expect(ann.has).toBe('1006 cash')
    expect(cat.has).toBe('1004 cash')
  })

  it('pay the seller after all, where it fails', () => {
    const { exchange, ann, cat } = openFloorWithPairs({ ...slowAfterPairs, settles: match => match === 1 })
    cat.buys('10 yes at 0.6')
    ann.sells('10 yes at 0.6')
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    exchange.wait(5)
    expect(ann.has).toBe('1010 cash')
    expect(cat.has).toBe('1000 cash')
  })
})

describe('a market that ends', () => {
  it('resolves by itself some time later, where the result is known', () => {
    const { exchange, ann } = openFloor({ resolveAfterUs: 3_000_000 }, { endsAt: at(10), resolvesTo: 0 })
    ann.buys('10 yes at 0.4')
    exchange.happened()
    exchange.wait(100)
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'CANCELLED 1 market-closed',
      'status PRICE_PROPOSED',
      'status RESOLVED',
    ])
    expect(exchange.core.market(1)).toMatchObject({ result: 0, resolvedAt: at(13) })
  })

  it('waits for an operator where the result is not known', () => {
    const { exchange } = openFloor({}, { endsAt: at(10) })
    exchange.wait(1_000)
    expect(exchange.core.market(1)).toMatchObject({ result: null, trading: 'CLOSED', status: 'REGISTERED' })
    expect(exchange.do({ kind: 'status', market: 1, status: 'RESOLVED' }).kind).toBe('refused')
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 0.5 }).kind).toBe('done')
    expect(exchange.do({ kind: 'resolve', market: 2, yes: 0.5 })).toMatchObject({ reason: 'unknown-market' })
  })
})
