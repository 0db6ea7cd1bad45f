import type { Market, TickTable } from './market.js'
import { isWorth, type Level, Price, Size } from './money.js'

/** The fields of a market that determine its price steps. */
export interface PriceGrid extends Pick<Market, 'tick'> {
  readonly ticks?: TickTable | undefined
}
/** The fields of a market that determine its sizes. */
export type SizeGrid = Pick<Market, 'sizeDigits' | 'sizeStep'>
/** The fields of a market that decide whether it accepts an order. */
export type OrderGrid = PriceGrid & SizeGrid & Pick<Market, 'minSize' | 'minValue'>

/** Sizes and prices that a market accepts. The size step depends on the size itself, so it is a function. */
export const grid = Object.freeze({
  /** Keeps the leading digits of an integer and sets the rest to zero: 12345 with 3 digits is 12300. */
  leading: (value: number, digits: number): number => value - (value % stepOf(value, digits)),
  /** The largest accepted size at or below `size`: `sizeDigits` significant digits. */
  floorSize: (size: Size, { sizeDigits, sizeStep }: SizeGrid): Size => {
    const floored = grid.leading(Math.max(0, size), sizeDigits)
    return Size.of(sizeStep === undefined ? floored : floored - (floored % sizeStep))
  },
  /** The price step at a price. */
  tickAt: (price: number, { tick, ticks }: PriceGrid): Price => (ticks === undefined ? tick : stepIn(ticks, price)),
  /** The nearest price on the grid at or below `price`, at least one step away from 0 and 1. */
  floorPrice: (price: Price, market: PriceGrid): Price => Price.floor(price, grid.tickAt(price, market)),
  /** The nearest price on the grid at or above `price`, at least one step away from 0 and 1. */
  ceilPrice: (price: Price, market: PriceGrid): Price => Price.ceil(price, grid.tickAt(price, market)),
  /** Whether an order of this level may rest: on the grid, not below the least size or value. */
  accepts: (level: Level, market: OrderGrid): boolean =>
    level.price % grid.tickAt(level.price, market) === 0 &&
    level.size >= market.minSize &&
    level.size === grid.floorSize(level.size, market) &&
    isWorth(level.price, level.size, market.minValue),
  /** The least accepted size worth `minValue` at `price`. */
  leastSize: (price: Price, market: SizeGrid & Pick<Market, 'minSize' | 'minValue'>): Size => {
    const byValue = Number((market.minValue + BigInt(price) * 10n ** 8n - 1n) / (BigInt(price) * 10n ** 8n))
    const least = Math.max(byValue, market.minSize)
    const floored = grid.floorSize(Size.of(least), market)
    if (floored === least) return floored
    return Size.of(floored + Math.max(stepOf(least, market.sizeDigits), market.sizeStep ?? 1))
  },
})

/** The step at a price, from a table. */
function stepIn(ticks: TickTable, price: number): Price {
  let step = ticks[0]?.tick ?? Price.of(1)
  for (const { from, tick } of ticks) if (from <= price) step = tick
  return step
}

/** The value of the last of `digits` significant digits. */
function stepOf(value: number, digits: number): number {
  let least = 1
  // Every order calls this several times, and `**` is a call out of compiled code.
  for (let digit = 0; digit < digits; digit++) least *= 10
  let step = 1
  for (; least <= value; least *= 10) step *= 10
  return step
}
