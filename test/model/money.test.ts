import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderId } from '../../src/model/ids.js'
import { cost, inYesTerms, isWorth, Price, Size, Wei } from '../../src/model/money.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { Timestamp } from '../../src/model/time.js'

const prices = fc.integer({ min: 1, max: 9_999 }).map(Price.of)
const sizes = fc.integer({ min: 1, max: Size.ORDER_MAX }).map(Size.of)
const ticks = fc.constantFrom(Price.of(100), Price.of(10), Price.of(1))

describe('Price', () => {
  test('refuses what is not a whole number between 0 and 10,000', () => {
    for (const wrong of [0, 10_000, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => Price.of(wrong)).toThrow(RangeError)
  })

  test('a price and its complement make one dollar', () => {
    fc.assert(fc.property(prices, price => price + Price.complement(price) === Price.ONE))
  })

  test('floor and ceil stay on the grid, on their side, and inside the ends', () => {
    fc.assert(
      fc.property(fc.double({ min: -500, max: 10_500, noNaN: true }), ticks, (value, tick) => {
        const floor = Price.floor(value, tick)
        const ceil = Price.ceil(value, tick)
        expect(floor % tick).toBe(0)
        expect(ceil % tick).toBe(0)
        expect(floor).toBeLessThanOrEqual(ceil)
        expect(Math.min(floor, ceil)).toBeGreaterThanOrEqual(tick)
        expect(Math.max(floor, ceil)).toBeLessThanOrEqual(10_000 - tick)
        if (value >= tick && value <= 10_000 - tick) expect(floor - value).toBeLessThan(0.001)
      }),
    )
  })

  test('the floor of a bid is the ceiling of the same order seen from the other outcome', () => {
    fc.assert(
      fc.property(prices, ticks, (price, tick) => Price.floor(price, tick) === 10_000 - Price.ceil(10_000 - price, tick)),
    )
  })
})

describe('money', () => {
  test('cost is exact to the wei for the largest order', () => {
    fc.assert(fc.property(prices, sizes, (price, size) => cost(price, size) === BigInt(price) * BigInt(size) * 10n ** 8n))
    expect(cost(Price.of(6_200), Size.ofShares(100))).toBe(62n * 10n ** 18n)
  })

  test('a BUY NO stands in the book as an ask at the complement', () => {
    expect(inYesTerms({ outcome: 'no', side: 'buy', price: Price.of(3_700) })).toEqual({ side: 'ask', price: 6_300 })
    expect(inYesTerms({ outcome: 'no', side: 'sell', price: Price.of(3_700) })).toEqual({ side: 'bid', price: 6_300 })
    expect(inYesTerms({ outcome: 'yes', side: 'buy', price: Price.of(3_700) })).toEqual({ side: 'bid', price: 3_700 })
  })

  test('shares in wei lose only their dust', () => {
    expect(Size.floorWei(Wei.of(1_999_999_999_999n))).toBe(1)
    fc.assert(fc.property(sizes, size => Size.floorWei(Wei.ofSize(size)) === size))
  })

  test('what an order is worth is compared as if by its cost, to the wei', () => {
    const off = fc.bigInt({ min: -3n * 10n ** 11n, max: 3n * 10n ** 11n })
    const wide = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(prices, sizes, off, wide, (price, size, near, far) => {
        for (const least of [Wei.of(cost(price, size) + near), Wei.of(far), cost(price, size)])
          expect(isWorth(price, size, least)).toBe(cost(price, size) >= least)
      }),
      { seed: 3 },
    )
  })

  test('wei are read from digits only', () => {
    expect(Wei.parse('-12')).toBe(-12n)
    for (const wrong of ['', '1e18', '0x1', '1.5', ' 1', '9'.repeat(79)]) expect(() => Wei.parse(wrong)).toThrow(RangeError)
  })
})

describe('OrderId', () => {
  test('its salt gives it back, and only to its own epoch', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 - 1 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (epoch, counter) => {
        const id = OrderId.of(epoch, counter)
        const salt = OrderId.salt(id)
        expect(OrderId.fromSalt(salt, epoch)).toBe(id)
        expect(OrderId.fromSalt(salt, epoch + 1)).toBeNull()
        expect(salt).toBeLessThan(2n ** 62n)
        expect(OrderId.counter(id)).toBe(counter)
      }),
    )
  })

  test('a salt made by a millisecond clock or below 2^31 is not ours', () => {
    const epoch = 210_000_000
    for (const salt of [1_793_832_395_205n, 123_456_789n, 2n ** 31n - 1n]) expect(OrderId.fromSalt(salt, epoch)).toBeNull()
  })

  test('text that is no order id is refused', () => {
    expect(() => OrderId.parse('0xabc')).toThrow(RangeError)
    expect(OrderId.parse('12-3')).toBe('12-3')
  })
})

test('a time that is not finite is refused', () => {
  expect(() => Timestamp.of(Number.NaN)).toThrow(RangeError)
  expect(Timestamp.iso(Timestamp.ofMs(1_794_000_000_123))).toBe('2026-11-06T21:20:00.123Z')
})

test('plain data survive the way to JSON and back', () => {
  const value = { a: 1n, b: [2n, { c: new Map([['x', -3n]]) }], d: 'text', e: null, f: 1.5 }
  expect(fromJson(toJson(value))).toEqual(value)
})
