import { type Lane, ONE } from './matching.js'
import { Occupancy } from './occupancy.js'

/**
 * What a recording shows of one market, both lanes by price. Several exchanges may look at one such book: what their takers took of it is kept
 * by each of them.
 */
export class CrowdLevels {
  /** Levels that came or went so far: while it stays the same, so do the best prices. */
  moves = 0
  readonly #bids = new Float64Array(ONE)
  readonly #asks = new Float64Array(ONE)
  readonly #occupiedBids = new Occupancy()
  readonly #occupiedAsks = new Occupancy()

  /** The best price of a lane where something rests; 0: none. */
  best(lane: Lane): number {
    return this.#occupied(lane).highest
  }

  /** The next worse price where something rests; 0: none. */
  below(lane: Lane, price: number): number {
    return this.#occupied(lane).below(price)
  }

  /** In millionths of a share. */
  sizeAt(lane: Lane, price: number): number {
    return this.#sizes(lane)[price]!
  }

  /** Sets a level to what the recording says; it comes with every row, so the bitmap is left alone where it stays as it is. */
  set(lane: Lane, price: number, size: number): void {
    const sizes = this.#sizes(lane)
    const before = sizes[price]!
    sizes[price] = size
    if (before > 0 === size > 0) return
    this.moves++
    if (size > 0) this.#occupied(lane).add(price)
    else this.#occupied(lane).delete(price)
  }

  clear(): void {
    this.moves++
    for (const lane of [0, 1] as const) {
      this.#sizes(lane).fill(0)
      this.#occupied(lane).clear()
    }
  }

  /** All that rests in a lane, by price. */
  shown(lane: Lane): Map<number, number> {
    const shown = new Map<number, number>()
    for (const [price, size] of this.#sizes(lane).entries()) if (size > 0) shown.set(price, size)
    return shown
  }

  // Two fields and no pair: an index that is known only at run time is slow to read.
  #sizes(lane: Lane): Float64Array {
    return lane === 0 ? this.#bids : this.#asks
  }

  #occupied(lane: Lane): Occupancy {
    return lane === 0 ? this.#occupiedBids : this.#occupiedAsks
  }
}
