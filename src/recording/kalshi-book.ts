import type { BookSide, Price } from '../model/money.js'

interface Level {
  readonly side: BookSide
  readonly price: Price
  readonly size: number
}

/** The sizes of one market, because the venue tells changes and not what they lead to. Millionths of a share. */
export class KalshiBook {
  readonly #bid = new Float64Array(10_000)
  readonly #ask = new Float64Array(10_000)
  #isKnown = false

  /** Whether a whole book has come. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  start(levels: readonly Level[]): void {
    this.#isKnown = true
    this.#bid.fill(0)
    this.#ask.fill(0)
    for (const level of levels) this.#side(level.side)[level.price] = level.size
  }

  sizeAt({ side, price }: Omit<Level, 'size'>): number {
    return this.#side(side)[price] ?? 0
  }

  /** Adds a change to its level and answers what it holds then. */
  change({ side, price, size }: Level): number {
    const next = this.sizeAt({ side, price }) + size
    this.#side(side)[price] = next
    return next
  }

  #side(side: BookSide): Float64Array {
    return side === 'bid' ? this.#bid : this.#ask
  }
}
