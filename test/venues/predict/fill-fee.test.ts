import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wei } from '../../../src/model/money.js'
import { takerFee } from '../../../src/venues/predict/fill-fee.js'

const wei = (amount: number): Wei => Wei.of(BigInt(Math.round(amount * 1e9)) * 10n ** 9n)

test('a buy below a half pays the rate in shares, a buy above pays less', () => {
  expect(takerFee({ side: 'buy', shares: wei(40), value: wei(16), feeRateBps: 200 })).toEqual({
    in: 'shares',
    amount: wei(0.8),
  })
  expect(takerFee({ side: 'buy', shares: wei(100), value: wei(80), feeRateBps: 200 })).toEqual({
    in: 'shares',
    amount: wei(0.5),
  })
})

test('a sell pays in collateral', () => {
  expect(takerFee({ side: 'sell', shares: wei(10), value: wei(6), feeRateBps: 200 })).toEqual({ in: 'cash', amount: wei(0.08) })
})

test('no fee is more than its rate of the shares, and none is negative', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.integer({ min: 0, max: 1_000 }),
      fc.constantFrom('buy', 'sell'),
      (a, b, feeRateBps, side) => {
        const [value, shares] = [a < b ? a : b, a < b ? b : a]
        const fee = takerFee({ side, shares: Wei.of(shares), value: Wei.of(value), feeRateBps })
        expect(fee.amount >= 0n && fee.amount * 10_000n <= shares * BigInt(feeRateBps)).toBe(true)
      },
    ),
    { seed: 3 },
  )
})

test('shares that cost nothing carry no fee', () => {
  expect(takerFee({ side: 'buy', shares: wei(1), value: Wei.ZERO, feeRateBps: 200 }).amount).toBe(0n)
})
