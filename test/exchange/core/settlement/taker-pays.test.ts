import { describe, expect, it } from 'vitest'
import { feeAt, predictFees } from '../../../../src/model/fees.js'
import { wei } from '../try-exchange.js'
import { openFloor, openFloorWithPairs } from './trading-floor.js'

const takerFee = (side: 'buy' | 'sell', bps: number, leg: { price: number; size: number; discountBps?: number }): bigint =>
  feeAt(predictFees(bps), { role: 'taker', side, ...leg })

describe('a taker that pays a fee', () => {
  it('pays in shares of a buy, at the rate of the cheaper outcome', () => {
    expect(takerFee('buy', 200, { price: 1_800, size: 5_102_100 })).toBe(wei('0.102042'))
    expect(takerFee('buy', 200, { price: 8_000, size: 10_000_000 })).toBe(wei('0.05'))
  })

  it('pays in cash of a sell', () => {
    expect(takerFee('sell', 200, { price: 8_000, size: 10_000_000 })).toBe(wei('0.04'))
    expect(takerFee('sell', 0, { price: 8_000, size: 10_000_000 })).toBe(0n)
  })

  it('pays a fee that is floored once for each order of a maker', () => {
    expect(takerFee('buy', 1, { price: 7_000, size: 1 })).toBe(42_857_142n)
  })

  it('pays it alone, to the account of fees', () => {
    const { ann, bob, cat, has } = openFloorWithPairs({}, { feeRateBps: 200 })
    expect(bob.has).toBe('990 cash, 19.6 no')
    cat.buys('10 yes at 0.8')
    ann.sells('10 yes at 0.8')
    expect(cat.has).toBe('992 cash, 10 yes')
    expect(ann.has).toBe('997.96 cash, 10 yes')
    expect(has('fees')).toBe('0.04 cash, 0.4 no')
  })

  it('pays by the price of the outcome that it bought', () => {
    const { ann, bob } = openFloor({}, { feeRateBps: 100 })
    ann.buys('10 yes at 0.2')
    bob.buys('10 no at 0.8')
    expect(bob.has).toBe('992 cash, 9.975 no')
  })
})

describe('a taker with a discount', () => {
  it('has it taken off its fee before that is floored', () => {
    expect(takerFee('buy', 200, { price: 1_800, size: 5_102_100, discountBps: 1_000 })).toBe(wei('0.0918378'))
    // Floored first, then discounted, would be 38,571,427.
    expect(takerFee('buy', 1, { price: 7_000, size: 1, discountBps: 1_000 })).toBe(38_571_428n)
    expect(takerFee('sell', 200, { price: 8_000, size: 10_000_000, discountBps: 10_000 })).toBe(0n)
  })

  it('is the only one who has it, from then on', () => {
    const { exchange, has, ...traders } = openFloor({}, { feeRateBps: 200 })
    expect(exchange.do({ kind: 'discount', account: 'ann', bps: 1_000 })).toEqual({ kind: 'done' })
    for (const taker of ['ann', 'cat'] as const) {
      traders.bob.buys('10 no at 0.5')
      traders[taker].buys('10 yes at 0.5')
    }
    expect([has('ann'), has('cat')]).toEqual(['995 cash, 9.82 yes', '995 cash, 9.8 yes'])
    expect(has('fees')).toBe('0 cash, 0.38 yes')
    expect(exchange.core.account('ann')?.feeDiscountBps).toBe(1_000)
  })

  it('cannot have one below nothing, above all of the fee, or in parts of a basis point', () => {
    const { exchange } = openFloor()
    for (const bps of [-1, 10_001, 0.5])
      expect(exchange.do({ kind: 'discount', account: 'ann', bps })).toMatchObject({ reason: 'out-of-range' })
  })
})
