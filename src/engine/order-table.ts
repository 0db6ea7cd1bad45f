import { cut } from '../model/cut.js'
import type { Order } from './order.js'

const FIRST_PLACES = 256
/** Beyond this size, orders with distant numbers are kept in a map beside the table. */
const PLACES_MAX = 65_536

/**
 * Orders by number, and in the order they were added. Numbers are sequential, so the last bits of a number give its place: finding an order is one
 * read, while a map that gains and loses an entry with each order would be rehashed again and again.
 */
export class OrderTable {
  /** In the order they were added; read only. */
  readonly all: Order[] = []
  #places = emptyPlaces(FIRST_PLACES)
  readonly #elsewhere = new Map<number, Order>()

  find(number: number): Order | undefined {
    const order = this.#places[number & (this.#places.length - 1)] ?? null
    if (order !== null && order.terms.number === number) return order
    return this.#elsewhere.size === 0 ? undefined : this.#elsewhere.get(number)
  }

  add(order: Order): void {
    this.all.push(order)
    this.#place(order)
  }

  /** Calls `judge` for each order, oldest first, until it says stop. Removes the orders it says to forget, and passes each to `gone`. */
  forget(judge: (order: Order) => 'keep' | 'forget' | 'stop', gone: (order: Order) => void): void {
    const { all } = this
    let kept = 0
    let next = 0
    for (; next < all.length; next++) {
      const order = all[next]!
      const verdict = judge(order)
      if (verdict === 'stop') break
      if (verdict === 'keep') all[kept++] = order
      else {
        this.#remove(order.terms.number)
        gone(order)
      }
    }
    if (kept === next) return
    for (; next < all.length; next++) all[kept++] = all[next]!
    cut(all, kept)
  }

  #place(order: Order): void {
    const { number } = order.terms
    const taken = this.#places[number & (this.#places.length - 1)] ?? null
    if (taken === null || taken === order) this.#places[number & (this.#places.length - 1)] = order
    else if (this.#places.length < PLACES_MAX) this.#grow()
    else this.#elsewhere.set(number, order)
  }

  #remove(number: number): void {
    const place = number & (this.#places.length - 1)
    if (this.#places[place]?.terms.number === number) this.#places[place] = null
    else this.#elsewhere.delete(number)
  }

  /** Doubles the table until no two of our orders share a place, or the limit is reached. */
  #grow(): void {
    this.#places = emptyPlaces(this.#places.length * 2)
    this.#elsewhere.clear()
    for (const order of this.all) this.#place(order)
  }
}

const emptyPlaces = (length: number): (Order | null)[] => Array.from({ length }, () => null)
