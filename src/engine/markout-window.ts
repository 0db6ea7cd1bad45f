/** The average gain of a side's recent fills, weighted by shares. */
export class MarkoutWindow {
  /** For each fill, oldest first: gain times shares, and shares. */
  readonly #gains: number[] = []
  readonly #shares: number[] = []

  get count(): number {
    return this.#shares.length
  }

  /** Gain of each share, in the unit of the gains; 0 without fills. */
  get average(): number {
    let gain = 0
    let shares = 0
    for (let i = 0; i < this.#shares.length; i++) {
      gain += this.#gains[i]!
      shares += this.#shares[i]!
    }
    return shares === 0 ? 0 : gain / shares
  }

  /** Adds a fill, replacing the oldest if there are `most` already. */
  add(gain: number, shares: number, most: number): void {
    this.#gains.push(gain * shares)
    this.#shares.push(shares)
    if (this.#shares.length <= most) return
    this.#gains.shift()
    this.#shares.shift()
  }

  clear(): void {
    this.#gains.length = this.#shares.length = 0
  }
}
