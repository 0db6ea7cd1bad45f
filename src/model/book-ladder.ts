const ONE = 10_000
const PRICES = ONE + 1
const WORDS = Math.ceil(PRICES / 32)

/**
 * The rung of a level on the ladder of its side (0 bid, 1 ask): the price of a bid, 1 - price of an ask. Computed without a branch: bids and asks
 * alternate without a pattern, and mispredicted branches cost more.
 */
export const rungOf = (side: 0 | 1, price: number): number => price + Math.imul(side, ONE - 2 * price)

/**
 * The resting sizes of one side by price, with the highest price as best: a YES ask at p is kept as a NO bid at 1 - p, so one class serves both
 * sides. Indexed by price and not by tick, so a change of tick changes nothing here. Prices in 1/10,000, sizes in millionths of a share.
 */
export class BookLadder {
  /** The highest price with a size; 0: the side is empty. */
  best = 0
  readonly #sizes = new Float64Array(PRICES)
  readonly #bits = new Int32Array(WORDS)
  /** By price: the number of the batch that last set the level. null: not tracked, because `batchAt` is not used. */
  #batches: Uint32Array | null = null

  /** Sets a level's size; 0 removes it. Most rows change a level that stays: for those this is one read and one write. */
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

  /** The next price with a size below `price`; 0: none. */
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

  /** From now on, `note` is recorded for `batchAt`. */
  keepBatches(): void {
    this.#batches ??= new Uint32Array(PRICES)
  }

  /** Records that a row of this batch set the level. */
  note(price: number, batch: number): void {
    if (this.#batches !== null) this.#batches[price] = batch
  }

  /** The batch of the level's last row since `keepBatches`; 0: none. */
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
