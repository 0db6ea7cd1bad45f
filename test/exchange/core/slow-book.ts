import type { Lane } from '../../../src/exchange/core/matching.js'

interface SlowOrder {
  readonly name: number
  readonly lane: Lane
  readonly price: number
  size: number
}

/** Price-time priority written to be seen through: one list, sorted and searched again for every question. */
export class SlowBook {
  #orders: SlowOrder[] = []

  add(name: number, order: { lane: Lane; price: number; size: number }): void {
    this.#orders.push({ name, ...order })
  }

  remove(name: number): void {
    this.#orders = this.#orders.filter(order => order.name !== name)
  }

  reduce(name: number, size: number): void {
    for (const order of this.#orders) if (order.name === name) order.size -= size
    this.#orders = this.#orders.filter(order => order.size > 0)
  }

  /** Names and sizes of what a taker gets. */
  match(lane: Lane, limit: number, size: number): [number, number][] {
    const fills: [number, number][] = []
    let left = size
    for (const order of this.queue(lane)) {
      if (left === 0 || order.price < limit) break
      const taken = Math.min(left, order.size)
      fills.push([order.name, taken])
      left -= taken
    }
    for (const [name, taken] of fills) this.reduce(name, taken)
    return fills
  }

  /** Best price first, within it first come first. */
  queue(lane: Lane): readonly SlowOrder[] {
    // The sort is stable, so the list's own order is time.
    return this.#orders.filter(order => order.lane === lane).sort((a, b) => b.price - a.price)
  }

  levels(lane: Lane): [number, number][] {
    const levels = new Map<number, number>()
    for (const { price, size } of this.queue(lane)) levels.set(price, (levels.get(price) ?? 0) + size)
    return [...levels]
  }
}
