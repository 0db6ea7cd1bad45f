/** The one source of chance of a simulation: the same seed gives the same numbers everywhere. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) | 0
  }

  /** 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  hits(share: number): boolean {
    return share > 0 && this.next() < share
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)]
    if (picked === undefined) throw new RangeError('expected something to pick from')
    return picked
  }
}
