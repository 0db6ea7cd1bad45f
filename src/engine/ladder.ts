const PRICES = 10_001
const WORDS = Math.ceil(PRICES / 32)

/**
 * The resting sizes of one side by price, best is highest: a Yes ask at p is kept as a No bid at 1 - p, so both sides of a book are this.
 * Indexed by price and not by tick, so a change of tick is no event here. Prices in 1/10,000, sizes in millionths of a share.
 */
export class Ladder {
  readonly #sizes = new Float64Array(PRICES)
  readonly #bits = new Int32Array(WORDS)
  /** By price: the number of the batch that set the level last. null: such numbers are not kept, because `batchAt` is not asked. */
  #batches: Uint32Array | null = null
  #best = 0

  /** The highest occupied price; 0: the side is empty. */
  get best(): number {
    return this.#best
  }

  /** Sets what a level holds now; 0 takes it away. `batch` is the number of the batch that said so. The bitmap is left alone where it stays as it is. */
  set(price: number, size: number, batch: number): void {
    const before = this.#sizes[price]!
    this.#sizes[price] = size
    if (this.#batches !== null) this.#batches[price] = batch
    if (size > 0) {
      if (before > 0) return
      this.#bits[price >>> 5]! |= 1 << (price & 31)
      if (price > this.#best) this.#best = price
    } else if (before > 0) {
      this.#bits[price >>> 5]! &= ~(1 << (price & 31))
      if (price === this.#best) this.#best = this.below(price)
    }
  }

  sizeAt(price: number): number {
    return this.#sizes[price]!
  }

  /** From now on `batchAt` tells of rows. */
  keepBatches(): void {
    this.#batches ??= new Uint32Array(PRICES)
  }

  /** The batch of the level's last row since `keepBatches`; 0: it had none. */
  batchAt(price: number): number {
    return this.#batches?.[price] ?? 0
  }

  /** The next occupied price under `price`; 0: none. */
  below(price: number): number {
    let word = price >>> 5
    let bits = this.#bits[word]! & ((1 << (price & 31)) - 1)
    while (bits === 0) {
      if (word === 0) return 0
      bits = this.#bits[--word]!
    }
    return (word << 5) + 31 - Math.clz32(bits)
  }

  clear(): void {
    while (this.#best > 0) this.set(this.#best, 0, 0)
    this.#batches?.fill(0)
  }
}
