import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Payout } from '../../src/model/payout.js'

test('a payout is a whole number of ten-thousandths between nothing and a dollar', () => {
  expect([0, 0.3, 0.5, 0.1234, 1].every(Payout.is)).toBe(true)
  expect([-0.1, 1.0001, 0.12345, Number.NaN, Number.POSITIVE_INFINITY].some(Payout.is)).toBe(false)
})

test('a YES and a NO share pay a dollar together, less what flooring each leaves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.bigInt({ min: 0n, max: 10n ** 24n }), (parts, shares) => {
      const yes = parts / 10_000
      const [ofYes, ofNo] = [Payout.of(yes, 'yes', shares), Payout.of(yes, 'no', shares)]
      expect(Payout.each(yes, 'yes')).toBe(parts)
      expect(ofYes).toBe((shares * BigInt(parts)) / 10_000n)
      expect(shares - ofYes - ofNo >= 0n && shares - ofYes - ofNo <= 1n).toBe(true)
    }),
    { numRuns: 500, seed: 5 },
  )
})
