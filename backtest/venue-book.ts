import { Ladder } from '../src/engine/ladder.js'
import type { Market } from '../src/model/market.js'
import { type BookSide, Price, Size } from '../src/model/money.js'

const ONE = Price.ONE

/** The recorded book of one market as its venue has it, and the market as it is known there. */
export class VenueBook {
  market: Market
  readonly bids = new Ladder()
  /** By 1 - price, as every ask side. */
  readonly asks = new Ladder()
  /** Since the feed was last said to be suspect or lost; before the first whole book too. */
  isDark = true
  wasLive = false
  #lastMiddle: number = ONE

  constructor(market: Market) {
    this.market = market
  }

  set(side: BookSide, price: Price, size: number): void {
    if (side === 'bid') this.bids.set(price, size, 0)
    else this.asks.set(ONE - price, size, 0)
  }

  clear(): void {
    this.#lastMiddle = this.middle
    for (const ladder of [this.bids, this.asks]) while (ladder.best > 0) ladder.set(ladder.best, 0, 0)
    this.isDark = false
    this.wasLive = true
  }

  /** Best price; 0: that side is empty. */
  get bid(): number {
    return this.bids.best
  }

  get ask(): number {
    const { best } = this.asks
    return best === 0 ? 0 : ONE - best
  }

  /**
   * Twice the middle of the touch. An empty side counts as the end of the scale; an empty book as it last stood, or as half a dollar.
   */
  get middle(): number {
    if (this.bids.best === 0 && this.asks.best === 0) return this.#lastMiddle
    this.#lastMiddle = this.bids.best + ONE - this.asks.best
    return this.#lastMiddle
  }

  /** What a level displays. */
  sizeAt(side: BookSide, price: Price): Size {
    return Size.of(side === 'bid' ? this.bids.sizeAt(price) : this.asks.sizeAt(ONE - price))
  }

  /** What the best level of a side displays, in millionths; 0: nothing. */
  bestSize(side: BookSide): number {
    const ladder = side === 'bid' ? this.bids : this.asks
    return ladder.best === 0 ? 0 : ladder.sizeAt(ladder.best)
  }

  /** Whether somebody is displayed on a side within one tick of a price. */
  isNear(side: BookSide, price: number): boolean {
    const { tick } = this.market
    const [ladder, rung] = side === 'bid' ? [this.bids, price] : [this.asks, ONE - price]
    return ladder.below(Math.min(ONE, rung + tick + 1)) >= Math.max(1, rung - tick)
  }
}

/** Results of markets that decide each other are one event. */
export const resolutionsOf = (books: readonly VenueBook[]): number =>
  new Set(books.filter(({ market }) => market.result !== null).map(({ market }) => market.group?.id ?? `market ${market.id}`))
    .size
