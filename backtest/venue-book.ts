import { isTrading, Mark } from '../src/engine/mark.js'
import { CrowdLevels } from '../src/exchange/core/crowd-levels.js'
import type { Market } from '../src/model/market.js'
import { type BookSide, type Outcome, Price, Size } from '../src/model/money.js'
import { NEVER } from './never.js'
import { decidedEvents } from './resolution-event.js'

const ONE = Price.ONE

/** The time of the row that is applied now; `NEVER` between rows. Shared by all books of a recording. */
export interface RowMoment {
  at: number
}

const BETWEEN_ROWS: RowMoment = Object.freeze({ at: NEVER })

/** The recorded book of one market as its venue has it, and its market's definition there. */
export class VenueBook {
  /** Asks at 1 - price, as everywhere in the core: they are every account's crowd. */
  readonly levels = new CrowdLevels()
  /** Time of the newest row that could change its touch: rows of one moment are one change, and the states between them were never a book. */
  at = 0
  /** Value of a share by the book, as of the last look. */
  readonly mark = new Mark()
  #market: Market
  #isDark = true
  #lastMiddle: number = ONE
  /** The mid before the first row of `at`. */
  #middleBefore: number = ONE
  readonly #moment: RowMoment
  /** The change counter of its best prices at the mark's last look; -1: it must look again in any case. */
  #seen = -1

  constructor(market: Market, moment: RowMoment = BETWEEN_ROWS) {
    this.#market = market
    this.#moment = moment
  }

  get market(): Market {
    return this.#market
  }

  /** A new definition, after `begin`. */
  define(market: Market): void {
    this.#market = market
    this.#seen = -1
  }

  /** True since the feed was last reported suspect or lost, and before the first whole book. */
  get isDark(): boolean {
    return this.#isDark
  }

  /** The feed is suspect or lost, after `begin`. */
  darken(): void {
    this.#isDark = true
  }

  /** Before the first row of another moment: the mark uses the book as it was until then. */
  begin(at: number): void {
    if (this.levels.moves !== this.#seen) this.look()
    this.#middleBefore = this.#middleNow()
    this.at = at
  }

  /** Updates the mark from the book, unless it is dark. Call it only between moments. */
  look(): void {
    this.#seen = this.levels.moves
    if (!this.#isDark) this.mark.see(this.bid, this.ask, isTrading(this.#market, this.at))
  }

  /** Value of one share at a moment between rows, in 1/10,000; null: only its cost is known. */
  priceOf(outcome: Outcome, now: number): number | null {
    this.look()
    return this.mark.priceOf(outcome, this.#market, now)
  }

  /** Sets a level from a row. Most levels are below the best of their lane and do not change the touch, so the mark need not look before. */
  row(at: number, lane: 0 | 1, price: number, size: number): void {
    if (price >= this.levels.best(lane) && at !== this.at) this.begin(at)
    this.set(lane, price, size)
  }

  /** Sets a level, by its price as a bid of its lane. */
  set(lane: 0 | 1, price: number, size: number): void {
    const { levels } = this
    const { moves } = levels
    levels.set(lane, price, size)
    if (moves !== levels.moves && this.#isEmpty()) this.#lastMiddle = lane === 0 ? ONE + price : ONE - price
  }

  /** A whole book follows. */
  clear(): void {
    this.#lastMiddle = this.#middleNow()
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
   * Twice the mid of the touch; while rows of one moment are applied, that of the book before them. An empty side counts as the end of the scale; an
   * empty book keeps its last value, or half a dollar.
   */
  get middle(): number {
    return this.#moment.at === this.at ? this.#middleBefore : this.#middleNow()
  }

  #middleNow(): number {
    return this.#isEmpty() ? this.#lastMiddle : this.levels.best(0) + ONE - this.levels.best(1)
  }

  #isEmpty(): boolean {
    return this.levels.best(0) === 0 && this.levels.best(1) === 0
  }

  /** Displayed size of a level. */
  sizeAt(side: BookSide, price: Price): Size {
    return Size.of(side === 'bid' ? this.levels.sizeAt(0, price) : this.levels.sizeAt(1, ONE - price))
  }

  /** Whether any size is displayed on a side within one tick of a price. */
  isNear(side: BookSide, price: number): boolean {
    const { tick } = this.#market
    const [lane, rung] = side === 'bid' ? ([0, price] as const) : ([1, ONE - price] as const)
    return this.levels.below(lane, Math.min(ONE, rung + tick + 1)) >= Math.max(1, rung - tick)
  }
}

/** Results of markets in one group are one event, which is decided when all of them are. */
export const resolutionsOf = (books: readonly VenueBook[]): number => decidedEvents(books.map(({ market }) => market)).size
