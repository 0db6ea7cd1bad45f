import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fixedDecimals } from '../../../src/exchange/server/rows/fixed-decimals.js'
import { Wei } from '../../../src/model/money.js'

it('an amount with fixed decimals is cut as a general library for decimals cuts it', () => {
  expect([fixedDecimals(Wei.ZERO, 3), fixedDecimals(Wei.of(1_999n * 10n ** 15n + 1n), 2)]).toEqual(['0.000', '1.99'])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 1, max: 18 }), (wei, decimals) => {
      const cut = new Decimal(`${wei}e-18`).toFixed(decimals, Decimal.ROUND_DOWN)
      expect(fixedDecimals(Wei.of(wei), decimals)).toBe(cut)
    }),
    { seed: 20 },
  )
})
