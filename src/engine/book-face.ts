import type { BookSide, Level, Outcome, Price, Side, Size } from '../model/money.js'
import { type Ladder, Quotes, Take, type TakeStyle, type Touch } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import { closeFace } from '../strategy/close-face.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'

/** What a live book's face reads. */
interface Readable {
  readonly updatedAt: Timestamp
  readonly isTwoSided: boolean
  readonly touch: Omit<Touch, 'mid'>
  best(side: BookSide): Level | null
  sizeAt(side: BookSide, price: Price): Size
  levels(side: BookSide, count: number): readonly Level[]
}

/** A live book as a strategy sees it. It has no state of its own. */
export class LiveFace implements LiveBook {
  readonly #book: Readable
  readonly #touch: TouchFace

  constructor(book: Readable) {
    this.#book = book
    this.#touch = new TouchFace(book.touch)
    Object.freeze(this)
  }

  get state() {
    return 'live' as const
  }

  get updatedAt(): Timestamp {
    return this.#book.updatedAt
  }

  get touch(): Touch | null {
    return this.#book.isTwoSided ? this.#touch : null
  }

  best(side: BookSide): Level | null {
    return this.#book.best(side)
  }

  sizeAt(side: BookSide, price: Price): Size {
    return this.#book.sizeAt(side, price)
  }

  levels(side: BookSide, count: number): readonly Level[] {
    return this.#book.levels(side, count)
  }

  quote(sides: { readonly bid?: Ladder | undefined; readonly ask?: Ladder | undefined }): Quotes {
    return Quotes.of(sides.bid ?? null, sides.ask ?? null)
  }

  take(outcome: Outcome, side: Side, worst: Level, style: TakeStyle = 'market'): Take {
    return Take.of({ outcome, side, worst, style })
  }
}

class TouchFace implements Touch {
  readonly #touch: Omit<Touch, 'mid'>

  constructor(touch: Omit<Touch, 'mid'>) {
    this.#touch = touch
    Object.freeze(this)
  }

  get bid(): Price {
    return this.#touch.bid
  }

  get bidSize(): Size {
    return this.#touch.bidSize
  }

  get ask(): Price {
    return this.#touch.ask
  }

  get askSize(): Size {
    return this.#touch.askSize
  }

  get mid(): number {
    return (this.#touch.bid + this.#touch.ask) / 2
  }

  get microprice(): number {
    return this.#touch.microprice
  }
}

/** A dark book as a strategy sees it. */
export class DarkFace implements DarkBook {
  readonly #dark: DarkBook

  constructor(dark: DarkBook) {
    this.#dark = dark
    Object.freeze(this)
  }

  get state(): DarkBook['state'] {
    return this.#dark.state
  }

  get since(): Timestamp {
    return this.#dark.since
  }

  get why(): string {
    return this.#dark.why
  }
}

for (const face of [LiveFace, TouchFace, DarkFace]) closeFace(face)
