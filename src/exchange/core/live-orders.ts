/** An order with links to its neighbours in the list. */
export interface Linked<Order> {
  older: Order | null
  newer: Order | null
}

/**
 * An account's open or unsettled orders, in the order of acceptance. A linked list, because adding and removing is then two writes; a map of the
 * few orders of a fast account would be rebuilt every few orders.
 */
export class LiveOrders<Order extends Linked<Order>> {
  #oldest: Order | null = null
  #newest: Order | null = null

  add(order: Order): void {
    order.older = this.#newest
    if (this.#newest === null) this.#oldest = order
    else this.#newest.newer = order
    this.#newest = order
  }

  /** Removes an order and clears its links, because the links of a finished order would keep every newer one in memory. */
  delete(order: Order): void {
    const { older, newer } = order
    if (older === null) this.#oldest = newer
    else older.newer = newer
    if (newer === null) this.#newest = older
    else newer.older = older
    order.older = order.newer = null
  }

  /** The order just yielded may be removed during the iteration. */
  *[Symbol.iterator](): Iterator<Order> {
    let next = this.#oldest
    while (next !== null) {
      const order = next
      next = order.newer
      yield order
    }
  }
}
