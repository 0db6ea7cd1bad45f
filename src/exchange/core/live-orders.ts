import type { Working } from './world.js'

/**
 * An account's open or unsettled orders, in the order of acceptance. A linked list, so adding and removing is two writes: a map of the few
 * orders that a quick account has at a time would be reallocated every few orders.
 */
export class LiveOrders {
  #oldest: Working | null = null
  #newest: Working | null = null

  add(working: Working): void {
    working.older = this.#newest
    if (this.#newest === null) this.#oldest = working
    else this.#newest.newer = working
    this.#newest = working
  }

  /** Removes an order and clears its links: a finished order would keep every newer one in memory. */
  delete(working: Working): void {
    const { older, newer } = working
    if (older === null) this.#oldest = newer
    else older.newer = newer
    if (newer === null) this.#newest = older
    else newer.older = older
    working.older = working.newer = null
  }

  /** The order of the present step may be removed during the iteration. */
  *[Symbol.iterator](): Iterator<Working> {
    let next = this.#oldest
    while (next !== null) {
      const working = next
      next = working.newer
      yield working
    }
  }
}
