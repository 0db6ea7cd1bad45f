import type { FollowedCrowd } from '../src/exchange/core/crowd-door.js'
import { cut } from '../src/model/cut.js'
import { Price } from '../src/model/money.js'
import type { VenueBook } from './venue-book.js'

const WORDS = Math.ceil(Price.ONE / 32)
const LANES = [0, 1] as const

/**
 * A market's one recorded book, and where all accounts together have orders in it: two reads decide that a row concerns none of them. It may list a
 * level without an order; it never misses one with an order, if `refresh` follows each change of orders.
 */
export class SharedBook {
  readonly book: VenueBook
  readonly crowds: readonly FollowedCrowd[]
  /** Levels where any account has an order or took something, one bit each: bids, then asks. */
  readonly #levels = new Int32Array(2 * WORDS)
  readonly #marked: number[] = []
  /** By lane: the best price of all accounts' orders, 0: none; and the lowest price of a level that reaches an order of the other lane. */
  readonly #best = new Int32Array(2)
  readonly #reach = new Int32Array(2).fill(Price.ONE)

  constructor(book: VenueBook, crowds: readonly FollowedCrowd[]) {
    this.book = book
    this.crowds = crowds
  }

  /** Whether a level's new size may concern an order: one at that price, or one of the other side that it reaches. Price as a bid of its lane. */
  levelMayMatter(lane: 0 | 1, price: number): boolean {
    if (price >= this.#reach[lane]!) return true
    return (this.#levels[lane * WORDS + (price >>> 5)]! & (1 << (price & 31))) !== 0
  }

  /** Whether a print that hits a lane at a price may hit an order. */
  printMayHit(lane: 0 | 1, price: number): boolean {
    return price <= this.#best[lane]!
  }

  /** Reads all accounts' orders again. */
  refresh(): void {
    for (const place of this.#marked) this.#levels[place >>> 5] = 0
    cut(this.#marked, 0)
    for (const lane of LANES) {
      const best = this.#mark(lane)
      this.#best[lane] = best
      this.#reach[1 - lane] = Price.ONE - best
    }
  }

  /** Returns the best price of all accounts' orders in a lane; 0: none. */
  #mark(lane: 0 | 1): number {
    let best = 0
    for (const { book, crowd } of this.crowds) {
      const first = book.best(lane)
      if (first > best) best = first
      for (let price = first; price > 0; price = book.below(lane, price)) this.#markAt(lane, price)
      if (crowd.hasTaken(lane)) for (const price of crowd.takenOf(lane)) this.#markAt(lane, price)
    }
    return best
  }

  #markAt(lane: 0 | 1, price: number): void {
    const place = lane * WORDS * 32 + price
    this.#levels[place >>> 5]! |= 1 << (place & 31)
    this.#marked.push(place)
  }
}
