import { grid, type OrderGrid, type PriceGrid } from '../model/grid.js'
import { type BookSide, isWorth, type Outcome, Price, Size, type Wei } from '../model/money.js'

/** A missing size of one side, and the shares available for it. */
export interface Missing {
  readonly side: BookSide
  /** In YES terms. */
  readonly price: Price
  readonly size: Size
  /** What can be sold at once: NO for a bid, YES for an ask. */
  readonly sellable: Size
  /** Held, but in a sell that is being removed: neither sold twice nor bought in its place. */
  readonly locked: Size
  /** Nothing is bought in place of what cannot be sold: a position is closed. */
  readonly sellsOnly: boolean
  readonly market: OrderGrid
  /** Least value of an order, if we require more than the venue. */
  readonly minValue: Wei
}

/**
 * The orders for a missing size, the same way for both sides: a bid first sells held NO, an ask first sells held YES; the rest buys the other
 * outcome. All rounding to the market's grid happens here: prices away from the touch, sizes down; a leg that the market would refuse is left out.
 * One object serves all missing sizes; each `split` overwrites it.
 */
export class Legs {
  /** The outcome that is sold; the other one is bought. Each price is in terms of its own outcome. */
  sells: Outcome = 'no'
  sellPrice = Price.ONE
  buyPrice = Price.ONE
  /** 0: there is no sell leg. */
  sold = Size.ZERO
  bought = Size.ZERO

  /** Returns the number of legs. */
  split(missing: Missing): number {
    const { side, size, sellable, locked, sellsOnly } = missing
    const yesPrice = onTick(missing.price, side, missing.market)
    const isBid = side === 'bid'
    this.sells = isBid ? 'no' : 'yes'
    this.sellPrice = isBid ? Price.complement(yesPrice) : yesPrice
    this.buyPrice = isBid ? yesPrice : Price.complement(yesPrice)
    const held = Size.min(size, Size.add(sellable, locked))
    this.sold = fitting(Size.min(held, sellable), this.sellPrice, missing)
    // A size too small to sell is bought on the other outcome together with the rest.
    const rest = this.sold === 0 && locked === 0 ? size : Size.less(size, held)
    this.bought = sellsOnly ? Size.ZERO : fitting(rest, this.buyPrice, missing)
    return Number(this.sold > 0) + Number(this.bought > 0)
  }

  get buys(): Outcome {
    return this.sells === 'no' ? 'yes' : 'no'
  }
}

/** The grid price of a quote: rounded down for a bid, up for an ask. */
export const onTick = (price: Price, side: BookSide, market: PriceGrid): Price => {
  if (price % grid.tickAt(price, market) === 0) return price
  return side === 'bid' ? grid.floorPrice(price, market) : grid.ceilPrice(price, market)
}

/** The largest part of a size that the market accepts as an order at this price; 0: none. */
function fitting(size: Size, price: Price, { market, minValue }: Missing): Size {
  if (size === 0) return size
  const floored = grid.floorSize(Size.min(size, Size.ORDER_MAX), market)
  if (price % grid.tickAt(price, market) !== 0 || floored < market.minSize) return Size.ZERO
  return isWorth(price, floored, market.minValue) && isWorth(price, floored, minValue) ? floored : Size.ZERO
}
