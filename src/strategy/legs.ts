import { grid, type OrderGrid, type PriceGrid } from '../model/grid.js'
import { type BookSide, isWorth, type Outcome, Price, Size, type Wei } from '../model/money.js'

/** A missing size of one side, and what there is to carry it out with. */
export interface Missing {
  readonly side: BookSide
  /** In YES terms. */
  readonly price: Price
  readonly size: Size
  /** What can be sold at once: NO for a bid, YES for an ask. */
  readonly sellable: Size
  /** Held as well, but in a sell whose removal is under way: it is neither sold twice nor bought in its place. */
  readonly locked: Size
  readonly market: OrderGrid
  /** Least value of an order, where we want more than the venue. */
  readonly minValue: Wei
}

/**
 * The orders for a missing size, the same way for both sides: a bid first sells held NO, an ask first sells held YES, the rest buys the other
 * outcome. All rounding to the market's grid happens here, away from the touch and down; a leg the market would not take is left out. One object
 * for all missing sizes, written by each `split`.
 */
export class Legs {
  /** The outcome that is sold; the other one is bought. Each price is that of its own outcome. */
  sells: Outcome = 'no'
  sellPrice = Price.ONE
  buyPrice = Price.ONE
  /** 0: there is no such leg. */
  sold = Size.ZERO
  bought = Size.ZERO

  /** Answers how many legs there are. */
  split(missing: Missing): number {
    const { side, size, sellable, locked } = missing
    const yesPrice = onTick(missing.price, side, missing.market)
    const isBid = side === 'bid'
    this.sells = isBid ? 'no' : 'yes'
    this.sellPrice = isBid ? Price.complement(yesPrice) : yesPrice
    this.buyPrice = isBid ? yesPrice : Price.complement(yesPrice)
    const held = Size.min(size, Size.add(sellable, locked))
    this.sold = fitting(Size.min(held, sellable), this.sellPrice, missing)
    // What cannot be sold because it is too little for an order is bought on the other outcome with the rest.
    const rest = this.sold === 0 && locked === 0 ? size : Size.less(size, held)
    this.bought = fitting(rest, this.buyPrice, missing)
    return Number(this.sold > 0) + Number(this.bought > 0)
  }

  get buys(): Outcome {
    return this.sells === 'no' ? 'yes' : 'no'
  }
}

/** The price of the grid a quote rests at: a bid's below, an ask's above. */
export const onTick = (price: Price, side: BookSide, market: PriceGrid): Price => {
  if (price % grid.tickAt(price, market) === 0) return price
  return side === 'bid' ? grid.floorPrice(price, market) : grid.ceilPrice(price, market)
}

/** The most of a size that the market takes as an order at this price; 0: it takes none. */
function fitting(size: Size, price: Price, { market, minValue }: Missing): Size {
  if (size === 0) return size
  const floored = grid.floorSize(Size.min(size, Size.ORDER_MAX), market)
  if (price % grid.tickAt(price, market) !== 0 || floored < market.minSize) return Size.ZERO
  return isWorth(price, floored, market.minValue) && isWorth(price, floored, minValue) ? floored : Size.ZERO
}
