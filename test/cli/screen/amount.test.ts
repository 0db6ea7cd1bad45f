import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exact, short, signed } from '../../../src/cli/screen/amount.js'
import { Wei } from '../../../src/model/money.js'

test('an exact amount keeps every digit of its wei', () => {
  expect(exact(Wei.of(1n))).toBe('0.000000000000000001')
  expect(exact(Wei.of(-12_500_000_000_000_000_000n))).toBe('-12.5')
  expect(exact(Wei.of(10n ** 40n + 1n))).toBe('10000000000000000000000.000000000000000001')
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }), wei => {
      const [whole = '', fraction = ''] = exact(Wei.of(wei)).split('.')
      expect(BigInt(whole + fraction.padEnd(18, '0'))).toBe(wei)
    }),
  )
})

test('an amount for eyes has two digits, and its sign where it can go either way', () => {
  const wei = Wei.of(1_234_567_000_000_000_000n)
  expect([short(wei), signed(wei), signed(Wei.negate(wei)), signed(Wei.ZERO)]).toEqual(['1.23', '+1.23', '-1.23', '+0.00'])
  expect(signed(Wei.of(-1n))).toBe('+0.00')
})
