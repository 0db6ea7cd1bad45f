import type { BookSide, Price } from '../../model/money.js'

interface Place {
  readonly side: BookSide
  readonly price: Price
}

/** A level that must be removed from a crossed book. */
export interface CrossedLevel extends Place {
  readonly size: number
}

/** Sizes by level of one market, for venues that send changes and not resulting sizes. Millionths of a share. */
export class SizeBook {
  readonly #bid = new Float64Array(10_000)
  readonly #ask = new Float64Array(10_000)
  #isKnown = false
  /** Best prices; 0 and 10,000 when a side is empty. */
  #bestBid = 0
  #bestAsk = 10_000

  /** Whether a whole book has been received. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  get isCrossed(): boolean {
    return this.#bestBid >= this.#bestAsk
  }

  start(levels: readonly CrossedLevel[]): void {
    this.#isKnown = true
    this.#bid.fill(0)
    this.#ask.fill(0)
    this.#bestBid = 0
    this.#bestAsk = 10_000
    for (const level of levels) this.set(level, level.size)
  }

  sizeAt({ side, price }: Place): number {
    return (side === 'bid' ? this.#bid : this.#ask)[price] ?? 0
  }

  /** Adds a change to its level and returns the resulting size. */
  change({ side, price, size }: CrossedLevel): number {
    const next = this.sizeAt({ side, price }) + size
    this.set({ side, price }, next)
    return next
  }

  set({ side, price }: Place, size: number): void {
    if (side === 'bid') {
      this.#bid[price] = size
      if (size > 0) this.#bestBid = Math.max(this.#bestBid, price)
      else while (this.#bestBid > 0 && this.#bid[this.#bestBid] === 0) this.#bestBid--
    } else {
      this.#ask[price] = size
      if (size > 0) this.#bestAsk = Math.min(this.#bestAsk, price)
      else while (this.#bestAsk < 10_000 && this.#ask[this.#bestAsk] === 0) this.#bestAsk++
    }
  }

  /** Every level with a size. */
  levels(priceOf: (price: number) => Price): readonly CrossedLevel[] {
    const found: CrossedLevel[] = []
    for (let price = 1; price < 10_000; price++) {
      if (this.#bid[price]! > 0) found.push({ side: 'bid', price: priceOf(price), size: this.#bid[price]! })
      if (this.#ask[price]! > 0) found.push({ side: 'ask', price: priceOf(price), size: this.#ask[price]! })
    }
    return found
  }

  /** The levels of `side` at or beyond the other side's best price, which is newer and believed. */
  crossedLevels(side: BookSide, priceOf: (price: number) => Price): readonly CrossedLevel[] {
    const found: CrossedLevel[] = []
    const sizes = side === 'bid' ? this.#bid : this.#ask
    for (let price = this.#bestAsk; price <= this.#bestBid; price++)
      if (sizes[price]! > 0) found.push({ side, price: priceOf(price), size: sizes[price]! })
    return found
  }
}
