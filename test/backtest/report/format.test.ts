import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countText, money } from '../../../backtest/report/format.js'

const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const fine = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 5 })
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

const amount = fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }))

test('an amount reads as the platform would write it, with a sign unless it is shown as zero', () => {
  fc.assert(
    fc.property(amount, value => {
      const size = Math.abs(value)
      const digits = (size < 0.1 ? fine : hundredths).format(size)
      const sign = value < 0 ? '−' : '+'
      expect(money(value)).toBe(/[1-9]/.test(digits) ? sign + digits : '0.00')
    }),
  )
  expect([0.05, -0.00123, 1_234_567.891, -1e-9].map(money)).toEqual(['+0.05', '−0.00123', '+1,234,567.89', '0.00'])
})

test('a count reads as the platform would write it', () => {
  fc.assert(
    fc.property(amount, value => {
      expect(countText(value)).toBe(whole.format(Math.round(value) || 0).replace('-', '−'))
    }),
  )
  expect([0, -0.2, 999, -1_000, 12_345_678].map(countText)).toEqual(['0', '0', '999', '−1,000', '12,345,678'])
})
