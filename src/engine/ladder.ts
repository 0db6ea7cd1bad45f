const PRICES = 10_001
const WORDS = Math.ceil(PRICES / 32)

/**
 * The resting sizes of one side by price, best is highest: a Yes ask at p is kept as a No bid at 1 - p, so both sides of a book are this.
 * Indexed by price and not by tick, so a change of tick is no event here. Prices in 1/10,000, sizes in millionths of a share.
 */
export class Ladder {
  readonly #sizes = new Float64Array(PRICES)
  readonly #batches = new Uint32Array(PRICES)
  readonly #bits = new Uint32Array(WORDS)
  #best = 0

  /** The highest occupied price; 0: the side is empty. */
  get best(): number {
    return this.#best
  }

  /** Sets what a level holds now; 0 takes it away. `batch` is the number of the batch that said so. */
  set(price: number, size: number, batch: number): void {
    this.#sizes[price] = size
    this.#batches[price] = batch
    const word = price >>> 5
    if (size > 0) {
      this.#bits[word] = this.#word(word) | (1 << (price & 31))
      if (price > this.#best) this.#best = price
    } else {
      this.#bits[word] = this.#word(word) & ~(1 << (price & 31))
      if (price === this.#best) this.#best = this.below(price)
    }
  }

  sizeAt(price: number): number {
    return this.#sizes[price] ?? 0
  }

  /** The batch of the level's last row; 0: it never had one. */
  batchAt(price: number): number {
    return this.#batches[price] ?? 0
  }

  /** The next occupied price under `price`; 0: none. */
  below(price: number): number {
    let word = price >>> 5
    let bits = this.#word(word) & ((1 << (price & 31)) - 1)
    while (bits === 0) {
      if (word === 0) return 0
      bits = this.#word(--word)
    }
    return (word << 5) + 31 - Math.clz32(bits)
  }

  clear(): void {
    while (this.#best > 0) this.set(this.#best, 0, 0)
    this.#batches.fill(0)
  }

  #word(word: number): number {
    return this.#bits[word] ?? 0
  }
}
