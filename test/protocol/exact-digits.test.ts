import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Wei } from '../../src/model/money.js'
import { exactDigits, weiOfDigits } from '../../src/protocol/exact-digits.js'

test('an exact amount keeps every digit of its wei', () => {
  expect(exactDigits(Wei.ZERO)).toBe('0')
  expect(exactDigits(Wei.of(1n))).toBe('0.000000000000000001')
  expect(exactDigits(Wei.of(-12_500_000_000_000_000_000n))).toBe('-12.5')
  expect(exactDigits(Wei.of(10n ** 40n + 1n))).toBe('10000000000000000000000.000000000000000001')
})

test('what was written is read again, and a general library for decimals writes the same', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 45n), max: 10n ** 45n }), wei => {
      const digits = exactDigits(Wei.of(wei))
      expect(digits).toBe(new Decimal(`${wei}e-18`).toFixed())
      expect(weiOfDigits(digits)).toBe(wei)
    }),
    { seed: 18 },
  )
})

test('text that is no decimal number is refused with the text', () => {
  for (const text of ['', 'a', '1e3', '1,5', '1.2.3']) expect(() => weiOfDigits(text), text).toThrow()
  expect(() => weiOfDigits('1,5')).toThrow('1,5')
})
