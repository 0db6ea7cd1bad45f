const ONE = 10_000
const PRICES = ONE + 1
const WORDS = Math.ceil(PRICES / 32)

/**
 * Where a level of a side (0 bid, 1 ask) stands on its ladder: a bid at its price, an ask at 1 - price. A product and no branch: bids and asks
 * alternate without a pattern, and a branch that the processor guesses wrongly costs more.
 */
export const rungOf = (side: 0 | 1, price: number): number => price + Math.imul(side, ONE - 2 * price)

/**
 * The resting sizes of one side by price, best is highest: a Yes ask at p is kept as a No bid at 1 - p, so both sides of a book are this.
 * Indexed by price and not by tick, so a change of tick is no event here. Prices in 1/10,000, sizes in millionths of a share.
 */
export class Ladder {
  /** The highest occupied price; 0: the side is empty. */
  best = 0
  readonly #sizes = new Float64Array(PRICES)
  readonly #bits = new Int32Array(WORDS)
  /** By price: the number of the batch that set the level last. null: such numbers are not kept, because `batchAt` is not asked. */
  #batches: Uint32Array | null = null

  /** Sets what a level holds now; 0 takes it away. Most rows change a level that stays: for them this is one read and one write. */
  set(price: number, size: number): void {
    const before = this.#sizes[price]!
    this.#sizes[price] = size
    if (size > 0) {
      if (before > 0) return
      this.#occupy(price)
    } else if (before > 0) this.#vacate(price)
  }

  sizeAt(price: number): number {
    return this.#sizes[price]!
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
    while (this.best > 0) this.set(this.best, 0)
    this.#batches?.fill(0)
  }

  /** From now on `batchAt` tells of what `note` was told. */
  keepBatches(): void {
    this.#batches ??= new Uint32Array(PRICES)
  }

  /** A row of this batch set the level. */
  note(price: number, batch: number): void {
    if (this.#batches !== null) this.#batches[price] = batch
  }

  /** The batch of the level's last row since `keepBatches`; 0: it had none. */
  batchAt(price: number): number {
    return this.#batches?.[price] ?? 0
  }

  #occupy(price: number): void {
    this.#bits[price >>> 5]! |= 1 << (price & 31)
    if (price > this.best) this.best = price
  }

  #vacate(price: number): void {
    this.#bits[price >>> 5]! &= ~(1 << (price & 31))
    if (price === this.best) this.best = this.below(price)
  }
}
