import type { Market } from './market.js'
import { isWorth, type Level, type Price, Size } from './money.js'

/** The sizes and prices a market takes. The size grid depends on the size itself, so it is a function and not a step. */
export const grid = Object.freeze({
  /** The leading digits of a whole number, the others zero: 12345 with 3 digits is 12300. */
  leading: (value: number, digits: number): number => value - (value % stepOf(value, digits)),
  /** The largest size the market takes at or below `size`: `sizeDigits` significant digits, the rest zero. */
  floorSize: (size: Size, { sizeDigits }: Pick<Market, 'sizeDigits'>): Size =>
    Size.of(grid.leading(Math.max(0, size), sizeDigits)),
  /** Whether an order of this level may rest: on the tick, not below the least size, not below the least value. */
  accepts: (level: Level, market: Pick<Market, 'tick' | 'sizeDigits' | 'minSize' | 'minValue'>): boolean =>
    level.price % market.tick === 0 &&
    level.size >= market.minSize &&
    level.size === grid.floorSize(level.size, market) &&
    isWorth(level.price, level.size, market.minValue),
  /** The least size that is worth `minValue` at `price`, rounded up to the grid. */
  leastSize: (price: Price, market: Pick<Market, 'sizeDigits' | 'minSize' | 'minValue'>): Size => {
    const byValue = Number((market.minValue + BigInt(price) * 10n ** 8n - 1n) / (BigInt(price) * 10n ** 8n))
    const least = Math.max(byValue, market.minSize)
    const floored = grid.floorSize(Size.of(least), market)
    if (floored === least) return floored
    return Size.of(floored + stepOf(least, market.sizeDigits))
  },
})

/** The value of the last of so many significant digits. */
function stepOf(value: number, digits: number): number {
  let least = 1
  // Each order asks this some times, and a power is a call out of compiled code.
  for (let digit = 0; digit < digits; digit++) least *= 10
  let step = 1
  for (; least <= value; least *= 10) step *= 10
  return step
}
