import type { Market, TickTable } from './market.js'
import { isWorth, type Level, Price, Size } from './money.js'

/** What of a market decides its price steps. */
export interface PriceGrid extends Pick<Market, 'tick'> {
  readonly ticks?: TickTable | undefined
}
/** What of a market decides its sizes. */
export type SizeGrid = Pick<Market, 'sizeDigits' | 'sizeStep'>
/** What of a market decides whether it takes an order. */
export type OrderGrid = PriceGrid & SizeGrid & Pick<Market, 'minSize' | 'minValue'>

/** The sizes and prices a market takes. The size grid depends on the size itself, so it is a function and not a step. */
export const grid = Object.freeze({
  /** The leading digits of a whole number, the others zero: 12345 with 3 digits is 12300. */
  leading: (value: number, digits: number): number => value - (value % stepOf(value, digits)),
  /** The largest size the market takes at or below `size`: `sizeDigits` significant digits, the rest zero. */
  floorSize: (size: Size, { sizeDigits, sizeStep }: SizeGrid): Size => {
    const floored = grid.leading(Math.max(0, size), sizeDigits)
    return Size.of(sizeStep === undefined ? floored : floored - (floored % sizeStep))
  },
  /** The price step at a price. */
  tickAt: (price: number, { tick, ticks }: PriceGrid): Price => (ticks === undefined ? tick : stepIn(ticks, price)),
  /** The nearest price on the grid at or below `price`, kept within one step of both ends. */
  floorPrice: (price: Price, market: PriceGrid): Price => Price.floor(price, grid.tickAt(price, market)),
  /** The nearest price on the grid at or above `price`, kept within one step of both ends. */
  ceilPrice: (price: Price, market: PriceGrid): Price => Price.ceil(price, grid.tickAt(price, market)),
  /** Whether an order of this level may rest: on the tick, not below the least size, not below the least value. */
  accepts: (level: Level, market: OrderGrid): boolean =>
    level.price % grid.tickAt(level.price, market) === 0 &&
    level.size >= market.minSize &&
    level.size === grid.floorSize(level.size, market) &&
    isWorth(level.price, level.size, market.minValue),
  /** The least size that is worth `minValue` at `price`, rounded up to the grid. */
  leastSize: (price: Price, market: SizeGrid & Pick<Market, 'minSize' | 'minValue'>): Size => {
    const byValue = Number((market.minValue + BigInt(price) * 10n ** 8n - 1n) / (BigInt(price) * 10n ** 8n))
    const least = Math.max(byValue, market.minSize)
    const floored = grid.floorSize(Size.of(least), market)
    if (floored === least) return floored
    return Size.of(floored + Math.max(stepOf(least, market.sizeDigits), market.sizeStep ?? 1))
  },
})

/** The step of a table at a price. */
function stepIn(ticks: TickTable, price: number): Price {
  let step = ticks[0]?.tick ?? Price.of(1)
  for (const { from, tick } of ticks) if (from <= price) step = tick
  return step
}

/** The value of the last of so many significant digits. */
function stepOf(value: number, digits: number): number {
  let least = 1
  // Each order asks this some times, and a power is a call out of compiled code.
  for (let digit = 0; digit < digits; digit++) least *= 10
  let step = 1
  for (; least <= value; least *= 10) step *= 10
  return step
}
