import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grid } from '../../src/model/grid.js'
import { cost, Price, Size, Wei } from '../../src/model/money.js'

const market = { tick: Price.of(100), sizeDigits: 5, minSize: Size.of(10_000), minValue: Wei.ONE }

describe('the size grid', () => {
  test('keeps five significant digits', () => {
    expect(grid.floorSize(Size.of(123_456_789_000), market)).toBe(123_450_000_000)
    expect(grid.floorSize(Size.of(99_999), market)).toBe(99_999)
    expect(grid.floorSize(Size.of(100_000), market)).toBe(100_000)
    expect(grid.floorSize(Size.of(1_000_000), market)).toBe(1_000_000)
    expect(grid.floorSize(Size.ZERO, market)).toBe(0)
  })

  test('never grows a size, and flooring twice is flooring once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Size.ORDER_MAX }), value => {
        const floored = grid.floorSize(Size.of(value), market)
        expect(floored).toBeLessThanOrEqual(value)
        expect(grid.floorSize(floored, market)).toBe(floored)
        expect(value === 0 || floored > value * 0.9999 - 1).toBe(true)
      }),
    )
  })

  test('the least size is accepted, and nothing on the grid below it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), cents => {
        const price = Price.of(cents * 100)
        const least = grid.leastSize(price, market)
        expect(grid.accepts({ price, size: least }, market)).toBe(true)
        expect(cost(price, least)).toBeGreaterThanOrEqual(market.minValue)
        expect(grid.accepts({ price, size: grid.floorSize(Size.of(least - 1), market) }, market)).toBe(false)
      }),
    )
  })

  test('a size step holds beside the digits: whole shares, and no least size between two of them', () => {
    const whole = { ...market, sizeDigits: 15, sizeStep: Size.SHARE, minValue: Wei.ZERO, minSize: Size.ofShares(5) }
    expect(grid.floorSize(Size.of(123_456_789_000), whole)).toBe(123_456_000_000)
    expect(grid.leastSize(Price.of(5_000), whole)).toBe(Size.ofShares(5))
    expect(grid.leastSize(Price.of(3_000), { ...whole, minValue: Wei.of(10n * 10n ** 18n) })).toBe(Size.ofShares(34))
    expect(grid.accepts({ price: Price.of(5_000), size: Size.ofShares(5.5) }, whole)).toBe(false)
    expect(grid.accepts({ price: Price.of(5_000), size: Size.ofShares(4) }, whole)).toBe(false)
    expect(grid.accepts({ price: Price.of(5_000), size: Size.ofShares(6) }, whole)).toBe(true)
  })

  test('price steps may depend on the price, and what is rounded to them is on them', () => {
    const tapered = {
      ...market,
      tick: Price.of(10),
      ticks: [
        { from: 0 as const, tick: Price.of(10) },
        { from: Price.of(1_000), tick: Price.of(100) },
        { from: Price.of(9_000), tick: Price.of(10) },
      ],
    }
    expect(grid.floorPrice(Price.of(1_050), tapered)).toBe(1_000)
    expect(grid.ceilPrice(Price.of(8_950), tapered)).toBe(9_000)
    expect(grid.floorPrice(Price.of(9_057), tapered)).toBe(9_050)
    expect(grid.floorPrice(Price.of(3), tapered)).toBe(10)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), value => {
        const price = Price.of(value)
        const [low, high] = [grid.floorPrice(price, tapered), grid.ceilPrice(price, tapered)]
        for (const found of [low, high]) {
          const level = { price: found, size: Size.ofShares(1_000) }
          expect(grid.accepts(level, tapered)).toBe(true)
          // The other outcome's book is the same one.
          expect(grid.accepts({ ...level, price: Price.complement(found) }, tapered)).toBe(true)
        }
        expect(low <= Math.max(price, 10) && high >= Math.min(price, 9_990)).toBe(true)
      }),
    )
  })

  test('a price off the tick is not accepted', () => {
    expect(grid.accepts({ price: Price.of(5_050), size: Size.ofShares(10) }, market)).toBe(false)
  })
})
