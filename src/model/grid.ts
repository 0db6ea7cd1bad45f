import type { Market } from './market.js'
import { isWorth, type Level, type Price, Size } from './money.js'

/** The sizes and prices a market takes. The size grid depends on the size itself, so it is a function and not a step. */
export const grid = {
  /** The largest size the market takes at or below `size`: `sizeDigits` significant digits, the rest zero. */
  floorSize: (size: Size, market: Pick<Market, 'sizeDigits'>): Size => {
    const step = stepOf(size, market)
    return Size.of(Math.floor(Math.max(0, size) / step) * step)
  },
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
    return Size.of(floored + stepOf(least, market))
  },
}

/** The value of the last significant digit of a size. */
function stepOf(size: number, { sizeDigits }: Pick<Market, 'sizeDigits'>): number {
  let least = 1
  // Each order asks this some times, and a power is a call out of compiled code.
  for (let digit = 0; digit < sizeDigits; digit++) least *= 10
  let step = 1
  for (; least <= size; least *= 10) step *= 10
  return step
}
