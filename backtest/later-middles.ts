import { NEVER } from './never.js'
import { NumberColumn } from './venue/number-column.js'
import type { VenueBook } from './venue-book.js'

/** Times after a fill at which its markout is measured, in microseconds, ascending. */
export const LATER_US = [1, 5, 30, 300, 3_600].map(seconds => seconds * 1_000_000)

/** Stored where a side of the book was empty. */
const NONE = -1

/**
 * Mid prices of the recorded books at fixed times after each fill, read at these very moments: samples once a second would be up to a second old,
 * and a price from before the fill would hide what it lost.
 */
export class LaterMiddles {
  /** When the next mid price must be read, before any row of that moment. */
  dueAt = NEVER
  readonly #books: readonly VenueBook[]
  readonly #at = new NumberColumn()
  readonly #market = new NumberColumn()
  /** By time after the fill: twice the mid of each fill for which that time has come. */
  readonly #middles = LATER_US.map(() => new NumberColumn())

  constructor(books: readonly VenueBook[]) {
    this.#books = books
  }

  /** Adds a fill; fills come in the order of their times. */
  add(at: number, market: number): void {
    this.#at.push(at)
    this.#market.push(market)
    this.dueAt = Math.min(this.dueAt, at + LATER_US[0]!)
  }

  look(now: number): void {
    if (now < this.dueAt) return
    this.dueAt = NEVER
    for (let later = 0; later < LATER_US.length; later++) this.#read(this.#middles[later]!, LATER_US[later]!, now)
  }

  /** By time after the fill, 0 to 1; null: a side of the book was empty, or the recording ended before. */
  of(fill: number): readonly (number | null)[] {
    return this.#middles.map(middles => {
      const twice = fill < middles.length ? middles.at(fill) : NONE
      return twice === NONE ? null : twice / 20_000
    })
  }

  #read(middles: NumberColumn, after: number, now: number): void {
    while (middles.length < this.#at.length) {
      const due = this.#at.at(middles.length) + after
      if (due > now) {
        this.dueAt = Math.min(this.dueAt, due)
        return
      }
      const { bid, ask } = this.#books[this.#market.at(middles.length)]!
      middles.push(bid === 0 || ask === 0 ? NONE : bid + ask)
    }
  }
}
