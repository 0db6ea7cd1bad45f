import { isTrading, Mark } from '../src/engine/mark.js'
import { CrowdLevels } from '../src/exchange/core/crowd-levels.js'
import type { Market } from '../src/model/market.js'
import { type BookSide, type Outcome, Price, Size } from '../src/model/money.js'
import { eventOf } from './resolution-event.js'

const ONE = Price.ONE

/** The recorded book of one market as its venue has it, and the market as it is known there. */
export class VenueBook {
  /** Asks by 1 - price, as everywhere in the core: every account's crowd is these. */
  readonly levels = new CrowdLevels()
  /** The moment of the newest row that could move its touch: rows of one moment are one change, and what stood between them was no book. */
  at = 0
  /** What a share is worth by its books, as of the last look. */
  readonly mark = new Mark()
  #market: Market
  #isDark = true
  #lastMiddle: number = ONE
  /** The moves of its best prices that its mark has seen; -1: it is to look again whatever they are. */
  #seen = -1

  constructor(market: Market) {
    this.#market = market
  }

  get market(): Market {
    return this.#market
  }

  /** A new definition of it, after `begin`. */
  define(market: Market): void {
    this.#market = market
    this.#seen = -1
  }

  /** Since the feed was last said to be suspect or lost; before the first whole book too. */
  get isDark(): boolean {
    return this.#isDark
  }

  /** The feed is suspect or lost, after `begin`. */
  darken(): void {
    this.#isDark = true
  }

  /** Before the first row of another moment: the book that stood until then is what the mark goes by. */
  begin(at: number): void {
    if (this.levels.moves !== this.#seen) this.look()
    this.at = at
  }

  /** Shows the book to its mark, unless it is dark. To be called between moments only. */
  look(): void {
    this.#seen = this.levels.moves
    if (!this.#isDark) this.mark.see(this.bid, this.ask, isTrading(this.#market, this.at))
  }

  /** Value of one share at a moment between rows, in 1/10,000; null: only its cost is known. */
  priceOf(outcome: Outcome, now: number): number | null {
    this.look()
    return this.mark.priceOf(outcome, this.#market, now)
  }

  /** Sets a level as a row says. One below the best of its lane, which most are, leaves the touch alone, so the mark need not look before it. */
  row(at: number, lane: 0 | 1, price: number, size: number): void {
    if (price >= this.levels.best(lane) && at !== this.at) this.begin(at)
    this.set(lane, price, size)
  }

  /** Sets a level, by its price as a bid of its lane. */
  set(lane: 0 | 1, price: number, size: number): void {
    const { levels } = this
    const { moves } = levels
    levels.set(lane, price, size)
    if (moves !== levels.moves && this.#isEmpty) this.#lastMiddle = lane === 0 ? ONE + price : ONE - price
  }

  /** A whole book follows. */
  clear(): void {
    this.#lastMiddle = this.middle
    this.levels.clear()
    this.#isDark = false
  }

  /** Best price; 0: that side is empty. */
  get bid(): number {
    return this.levels.best(0)
  }

  get ask(): number {
    const best = this.levels.best(1)
    return best === 0 ? 0 : ONE - best
  }

  /**
   * Twice the middle of the touch. An empty side counts as the end of the scale; an empty book as it last stood, or as half a dollar.
   */
  get middle(): number {
    return this.#isEmpty ? this.#lastMiddle : this.levels.best(0) + ONE - this.levels.best(1)
  }

  get #isEmpty(): boolean {
    return this.levels.best(0) === 0 && this.levels.best(1) === 0
  }

  /** What a level displays. */
  sizeAt(side: BookSide, price: Price): Size {
    return Size.of(side === 'bid' ? this.levels.sizeAt(0, price) : this.levels.sizeAt(1, ONE - price))
  }

  /** What the best level of a side displays, in millionths; 0: nothing. */
  bestSize(side: BookSide): number {
    const lane = side === 'bid' ? 0 : 1
    return this.levels.sizeAt(lane, this.levels.best(lane))
  }

  /** Whether somebody is displayed on a side within one tick of a price. */
  isNear(side: BookSide, price: number): boolean {
    const { tick } = this.#market
    const [lane, rung] = side === 'bid' ? ([0, price] as const) : ([1, ONE - price] as const)
    return this.levels.below(lane, Math.min(ONE, rung + tick + 1)) >= Math.max(1, rung - tick)
  }
}

/** Results of markets that decide each other are one event. */
export const resolutionsOf = (books: readonly VenueBook[]): number =>
  new Set(books.filter(({ market }) => market.result !== null).map(({ market }) => eventOf(market))).size
