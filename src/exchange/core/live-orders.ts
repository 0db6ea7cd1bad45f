import type { Working } from './world.js'

/**
 * An account's open or unsettled orders, in the order of acceptance. Each knows its neighbours, so coming and going is two writes: a map of the few
 * orders that a quick account has at a time would be made anew every few orders.
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

  /** Takes out one that is here. It still knows who came after it, so that a walk may go on from it. */
  delete(working: Working): void {
    const { older, newer } = working
    if (older === null) this.#oldest = newer
    else older.newer = newer
    if (newer === null) this.#newest = older
    else newer.older = older
  }

  *[Symbol.iterator](): Iterator<Working> {
    for (let working = this.#oldest; working !== null; working = working.newer) yield working
  }
}
