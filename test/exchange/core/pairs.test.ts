import { describe, expect, it } from 'vitest'
import { tryExchange, wei } from './try-exchange.js'

describe('pairs of shares', () => {
  it('are made of collateral and made into it again', () => {
    const exchange = tryExchange()
    expect(exchange.do({ kind: 'split', account: 'ann', market: 1, shares: wei('12.5') })).toEqual({ kind: 'done' })
    expect(exchange.held('ann')).toMatchObject({ cash: wei('987.5'), yes: wei('12.5'), no: wei('12.5') })
    expect(exchange.core.market(1)?.locked).toBe(wei('12.5'))
    expect(exchange.do({ kind: 'merge', account: 'ann', market: 1, shares: wei('2.5') })).toEqual({ kind: 'done' })
    expect(exchange.held('ann')).toMatchObject({ cash: wei('990'), yes: wei('10'), no: wei('10') })
    expect(exchange.core.market(1)?.locked).toBe(wei('10'))
    expect(exchange.core.supply).toBe(wei('3000'))
  })

  it('are made of what no order holds', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'split', account: 'ann', market: 1, shares: wei('10') })
    exchange.place('ann', 'sell yes 0.9 8')
    exchange.place('bob', 'buy yes 0.5 1990')
    expect(exchange.do({ kind: 'merge', account: 'ann', market: 1, shares: wei('3') })).toMatchObject({
      reason: 'shares-balance',
    })
    expect(exchange.do({ kind: 'split', account: 'bob', market: 1, shares: wei('6') })).toMatchObject({
      reason: 'cash-balance',
    })
    expect(exchange.do({ kind: 'merge', account: 'ann', market: 1, shares: wei('2') })).toEqual({ kind: 'done' })
    expect(exchange.do({ kind: 'split', account: 'bob', market: 1, shares: wei('5') })).toEqual({ kind: 'done' })
  })

  it('are not made of nothing, nor of a market that is decided', () => {
    const exchange = tryExchange()
    expect(exchange.do({ kind: 'split', account: 'ann', market: 1, shares: wei('0') })).toMatchObject({ reason: 'zero' })
    expect(exchange.do({ kind: 'split', account: 'ann', market: 9, shares: wei('1') })).toMatchObject({
      reason: 'unknown-market',
    })
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.do({ kind: 'split', account: 'ann', market: 1, shares: wei('1') })).toMatchObject({ reason: 'status' })
  })
})
