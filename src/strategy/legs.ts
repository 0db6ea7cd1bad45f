import { grid, type OrderGrid, type PriceGrid } from '../model/grid.js'
import { type BookSide, isWorth, type Level, type Outcome, Price, type Side, Size, type Wei } from '../model/money.js'

/** One order that carries out a missing size; its price is its own outcome's. */
export interface Leg extends Level {
  readonly outcome: Outcome
  readonly side: Side
}

export interface LegsInput {
  readonly side: BookSide
  /** In YES terms. */
  readonly missing: Level
  /** What can be sold at once: NO for a bid, YES for an ask. */
  readonly sellable: Size
  /** Held as well, but in a sell whose removal is under way: it is neither sold twice nor bought in its place. */
  readonly locked: Size
  readonly market: OrderGrid
  /** Least value of an order, where we want more than the venue. */
  readonly minValue: Wei
}

/**
 * The orders for a missing size, the same way for both sides: a bid first sells held NO, an ask first sells held YES, the rest buys. All
 * rounding to the market's grid happens here, away from the touch and down; a leg the market would not take is left out.
 */
export function legs(input: LegsInput): readonly Leg[] {
  const { side, missing, sellable, locked } = input
  const price = onTick(missing.price, side, input.market)
  const held = Size.min(missing.size, Size.add(sellable, locked))
  const sold: Outcome = side === 'bid' ? 'no' : 'yes'
  const sell = leg(sold, 'sell', Size.min(held, sellable), price, input)
  // What cannot be sold because it is too little for an order is bought on the other outcome with the rest.
  const rest = sell === null && locked === 0 ? missing.size : Size.less(missing.size, held)
  const buy = leg(sold === 'no' ? 'yes' : 'no', 'buy', rest, price, input)
  if (sell === null) return buy === null ? [] : [buy]
  return buy === null ? [sell] : [sell, buy]
}

/** The price of the grid a quote rests at: a bid's below, an ask's above. */
export const onTick = (price: Price, side: BookSide, market: PriceGrid): Price => {
  if (price % grid.tickAt(price, market) === 0) return price
  return side === 'bid' ? grid.floorPrice(price, market) : grid.ceilPrice(price, market)
}

function leg(outcome: Outcome, side: Side, size: Size, yesPrice: Price, { market, minValue }: LegsInput): Leg | null {
  if (size === 0) return null
  const price = outcome === 'yes' ? yesPrice : Price.complement(yesPrice)
  const leg: Leg = { outcome, side, price, size: grid.floorSize(Size.min(size, Size.ORDER_MAX), market) }
  return grid.accepts(leg, market) && isWorth(price, leg.size, minValue) ? leg : null
}
