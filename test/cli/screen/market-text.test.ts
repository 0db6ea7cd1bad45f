import { expect, test } from 'vitest'
import { quoteText } from '../../../src/cli/screen/market-text.js'
import { Price, Size } from '../../../src/model/money.js'

test.each([
  [5_300, '0.53x20'],
  [5_340, '0.534x20'],
  [5_343, '0.5343x20'],
])('a price of %i has the digits that it needs', (price, text) => {
  expect(quoteText('bid', [{ price: Price.of(price), size: Size.ofShares(20) }])).toBe(text)
})
