import type { BookSide, Level, Outcome, Price, Side, Size } from '../model/money.js'
import { type Ladder, Quotes, Take, type TakeStyle, type Touch } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import { closeFace } from './close-face.js'
import type { DarkBook, LiveBook } from './view.js'

/**
 * A live book as it was when a strategy was asked. Its touch does not change, so two moments can be compared, and quotes can be made from it later;
 * deeper levels can be read only in the same turn, because they are not copied.
 */
class BookMoment implements LiveBook {
  readonly #book: LiveBook
  readonly #isPresent: () => boolean
  readonly #updatedAt: Timestamp
  readonly #touch: Touch | null

  constructor(book: LiveBook, isPresent: () => boolean) {
    this.#book = book
    this.#isPresent = isPresent
    this.#updatedAt = book.updatedAt
    this.#touch = copyOf(book.touch)
    Object.freeze(this)
  }

  get state() {
    return 'live' as const
  }

  get updatedAt(): Timestamp {
    return this.#updatedAt
  }

  get touch(): Touch | null {
    return this.#touch
  }

  best(side: BookSide): Level | null {
    return this.#present('best').best(side)
  }

  sizeAt(side: BookSide, price: Price): Size {
    return this.#present('sizeAt').sizeAt(side, price)
  }

  levels(side: BookSide, count: number): readonly Level[] {
    return this.#present('levels').levels(side, count)
  }

  quote(sides: { readonly bid?: Ladder | undefined; readonly ask?: Ladder | undefined }): Quotes {
    return Quotes.of(sides.bid ?? null, sides.ask ?? null)
  }

  take(outcome: Outcome, side: Side, worst: Level, style: TakeStyle = 'market'): Take {
    return Take.of({ outcome, side, worst, style })
  }

  #present(name: string): LiveBook {
    if (this.#isPresent()) return this.#book
    throw new Error(
      `"${name}" of a book is read in a later turn than the one it came in; take what you need of it (map) before an operator that waits`,
    )
  }
}

/** Copies what a book shows now. `isPresent` tells whether that turn is still running. */
export function bookMoment(book: LiveBook | DarkBook, isPresent: () => boolean): LiveBook | DarkBook {
  if (book.state === 'live') return new BookMoment(book, isPresent)
  return Object.freeze({ state: book.state, since: book.since, why: book.why })
}

const copyOf = (touch: Touch | null): Touch | null =>
  touch &&
  Object.freeze({
    bid: touch.bid,
    bidSize: touch.bidSize,
    ask: touch.ask,
    askSize: touch.askSize,
    microprice: touch.microprice,
    mid: touch.mid,
  })

closeFace(BookMoment)
