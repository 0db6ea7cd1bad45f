/** One share that the recording displays. */
interface Share {
  isTaken: boolean
}

interface Departed {
  readonly at: number
  readonly shares: Share[]
}

/**
 * One side of a recorded book, share by share, as the rule is read. A share fills us once. Where a level shrinks, shares leave that fill no order
 * any more, those that we did not take first. Where it grows within `flickerUs` of a decrease, the shares that left come back as they
 * were, those that we took first; all others are new.
 */
export class LotBook {
  /** Shares that ever came to each level, returns not counted. */
  readonly came = new Map<number, number>()
  /** Shares of each level that filled us. */
  readonly filled = new Map<number, number>()
  readonly #flickerUs: number
  readonly #levels = new Map<number, Share[]>()
  readonly #departed = new Map<number, Departed[]>()

  constructor(flickerUs: number) {
    this.#flickerUs = flickerUs
  }

  show(at: number, price: number, size: number): void {
    const level = this.#levels.get(price) ?? []
    const departed = this.#departed.get(price) ?? []
    const kept = departed.filter(each => at - each.at <= this.#flickerUs)
    if (size < level.length) {
      const inOrder = level.toSorted((a, b) => Number(b.isTaken) - Number(a.isTaken))
      this.#levels.set(price, inOrder.slice(0, size))
      this.#departed.set(price, this.#flickerUs === 0 ? [] : [...kept, { at, shares: inOrder.slice(size) }])
      return
    }
    const returned = kept
      .flatMap(each => each.shares.map(share => ({ share, each })))
      .toSorted((a, b) => Number(b.share.isTaken) - Number(a.share.isTaken))
      .slice(0, size - level.length)
    for (const { share, each } of returned) each.shares.splice(each.shares.indexOf(share), 1)
    const fresh = Array.from({ length: size - level.length - returned.length }, () => ({ isTaken: false }))
    this.#levels.set(price, [...level, ...returned.map(({ share }) => share), ...fresh])
    this.#departed.set(price, kept)
    this.came.set(price, (this.came.get(price) ?? 0) + fresh.length)
  }

  /** A whole book, which is told from the beginning on: levels that it does not name are gone. */
  whole(at: number, levels: ReadonlyMap<number, number>): void {
    for (const price of this.#levels.keys()) if (!levels.has(price)) this.show(at, price, 0)
    for (const [price, size] of levels) this.show(at, price, size)
  }

  /** What a seller of `size` down to `least` takes, best first. Answers how much. */
  take(least: number, size: number): number {
    let left = size
    for (const price of [...this.#levels.keys()].toSorted((a, b) => b - a)) if (price >= least) left -= this.takeAt(price, left)
    return size - left
  }

  takeAt(price: number, size: number): number {
    const taken = (this.#levels.get(price) ?? []).filter(({ isTaken }) => !isTaken).slice(0, size)
    for (const share of taken) share.isTaken = true
    this.filled.set(price, (this.filled.get(price) ?? 0) + taken.length)
    return taken.length
  }

  /** What is left to take at each price, best first. */
  left(): readonly (readonly [price: number, size: number])[] {
    return [...this.#levels]
      .map(([price, shares]) => [price, shares.filter(({ isTaken }) => !isTaken).length] as const)
      .filter(([, size]) => size > 0)
      .toSorted(([a], [b]) => b - a)
  }
}
