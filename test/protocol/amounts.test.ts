import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Price, Size } from '../../src/model/money.js'
import { keepDigits, limitAmounts, limitAmountsOfWei } from '../../src/protocol/amounts.js'

test('cuts the price to three and the quantity to five digits', () => {
  const amounts = limitAmountsOfWei({ side: 'sell', price: 123_456n * 10n ** 12n, shares: 123_456_789n * 10n ** 12n })
  expect(amounts).toEqual({
    makerAmount: 123_450_000_000_000_000_000n,
    takerAmount: 15_184_350_000_000_000_000n,
    pricePerShare: 123_000_000_000_000_000n,
  })
})

test('a buy offers collateral for shares', () => {
  expect(limitAmounts({ side: 'buy', price: Price.of(6_200), size: Size.ofShares(100) })).toEqual({
    makerAmount: 62n * 10n ** 18n,
    takerAmount: 100n * 10n ** 18n,
    pricePerShare: 62n * 10n ** 16n,
  })
})

test('a buy and a sell of one level mirror each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 900_000_000_000 }), (price, size) => {
      const level = { price: Price.of(price), size: Size.of(size) }
      const [buy, sell] = [limitAmounts({ side: 'buy', ...level }), limitAmounts({ side: 'sell', ...level })]
      expect([buy.makerAmount, buy.takerAmount]).toEqual([sell.takerAmount, sell.makerAmount])
      expect(buy.pricePerShare * buy.takerAmount).toBe(buy.makerAmount * 10n ** 18n)
    }),
    { seed: 7 },
  )
})

test('keeps the leading digits and never rounds up', () => {
  expect(keepDigits(0n, 3)).toBe(0n)
  expect(keepDigits(999n, 3)).toBe(999n)
  expect(keepDigits(9_999n, 3)).toBe(9_990n)
})

test('cuts our own price and size as it cuts wei', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy', 'sell'),
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 900_000_000_000 }),
      (side, price, size) => {
        const wei = { price: BigInt(price) * 10n ** 14n, shares: BigInt(size) * 10n ** 12n }
        expect(limitAmounts({ side, price: Price.of(price), size: Size.of(size) })).toEqual(limitAmountsOfWei({ side, ...wei }))
      },
    ),
    { seed: 8 },
  )
})
