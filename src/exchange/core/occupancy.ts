/**
 * Which of the prices 1 .. 9,999 are occupied, as a bitmap of two levels: the highest price and the next one below a price are found by counting
 * leading zeros, never by walking empty prices.
 */
export class Occupancy {
  readonly #words = new Int32Array(320)
  readonly #summary = new Int32Array(10)
  #highest = 0

  /** The highest occupied price; 0: none. */
  get highest(): number {
    return this.#highest
  }

  has(price: number): boolean {
    return (this.#words[price >>> 5]! & (1 << (price & 31))) !== 0
  }

  add(price: number): void {
    const word = price >>> 5
    this.#words[word]! |= 1 << (price & 31)
    this.#summary[word >>> 5]! |= 1 << (word & 31)
    if (price > this.#highest) this.#highest = price
  }

  delete(price: number): void {
    const word = price >>> 5
    this.#words[word]! &= ~(1 << (price & 31))
    if (this.#words[word] === 0) this.#summary[word >>> 5]! &= ~(1 << (word & 31))
    if (price === this.#highest) this.#highest = this.below(price)
  }

  clear(): void {
    this.#words.fill(0)
    this.#summary.fill(0)
    this.#highest = 0
  }

  /** The next occupied price below `price`; 0: none. */
  below(price: number): number {
    const word = price >>> 5
    const rest = this.#words[word]! & ((1 << (price & 31)) - 1)
    if (rest !== 0) return (word << 5) + 31 - Math.clz32(rest)
    let storey = word >>> 5
    let words = this.#summary[storey]! & ((1 << (word & 31)) - 1)
    while (words === 0 && storey > 0) words = this.#summary[--storey]!
    if (words === 0) return 0
    const found = (storey << 5) + 31 - Math.clz32(words)
    return (found << 5) + 31 - Math.clz32(this.#words[found]!)
  }
}
