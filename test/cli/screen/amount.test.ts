import { expect, test } from 'vitest'
import { short, signed } from '../../../src/cli/screen/amount.js'
import { Wei } from '../../../src/model/money.js'

test('an amount for eyes has two digits, and its sign where it can go either way', () => {
  const wei = Wei.of(1_234_567_000_000_000_000n)
  expect([short(wei), signed(wei), signed(Wei.negate(wei)), signed(Wei.ZERO)]).toEqual(['1.23', '+1.23', '-1.23', '+0.00'])
  expect(signed(Wei.of(-1n))).toBe('+0.00')
  expect(short(Wei.of(10n ** 40n + 5n * 10n ** 15n))).toBe('10000000000000000000000.01')
})
