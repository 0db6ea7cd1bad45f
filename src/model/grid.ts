import type { Market } from './market.js'
import { cost, type Level, type Price, Size } from './money.js'

/** The sizes and prices a market takes. The size grid depends on the size itself, so it is a function and not a step. */
export const grid = {
  /** The largest size the market takes at or below `size`: `sizeDigits` significant digits, the rest zero. */
  floorSize: (size: Size, market: Pick<Market, 'sizeDigits'>): Size => {
    if (size <= 0) return Size.ZERO
    const step = 10 ** Math.max(0, Math.floor(Math.log10(size) + 1e-12) + 1 - market.sizeDigits)
    return Size.of(Math.floor(size / step) * step)
  },
  /** Whether an order of this level may rest: on the tick, not below the least size, not below the least value. */
  accepts: (level: Level, market: Pick<Market, 'tick' | 'sizeDigits' | 'minSize' | 'minValue'>): boolean =>
    level.price % market.tick === 0 &&
    level.size >= market.minSize &&
    level.size === grid.floorSize(level.size, market) &&
    cost(level.price, level.size) >= market.minValue,
  /** The least size that is worth `minValue` at `price`, rounded up to the grid. */
  leastSize: (price: Price, market: Pick<Market, 'sizeDigits' | 'minSize' | 'minValue'>): Size => {
    const byValue = Number((market.minValue + BigInt(price) * 10n ** 8n - 1n) / (BigInt(price) * 10n ** 8n))
    const least = Math.max(byValue, market.minSize)
    const floored = grid.floorSize(Size.of(least), market)
    if (floored === least) return floored
    const step = 10 ** Math.max(0, Math.floor(Math.log10(least) + 1e-12) + 1 - market.sizeDigits)
    return Size.of(floored + step)
  },
}
