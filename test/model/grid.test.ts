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

  test('a price off the tick is not accepted', () => {
    expect(grid.accepts({ price: Price.of(5_050), size: Size.ofShares(10) }, market)).toBe(false)
  })
})
