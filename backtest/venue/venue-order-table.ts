import type { Place } from '../../src/model/intent.js'
import { AnswerState, VenueOrder } from './venue-order.js'

/**
 * An account's orders by the desk's numbers: open addressing over reused rows. The numbers of live orders are close to each other, so their lower
 * bits find them directly.
 */
export class VenueOrderTable {
  #slots: (VenueOrder | null)[] = empty(64)
  #count = 0
  readonly #free: VenueOrder[] = []

  /** Orders that are on their way, open, unsettled, or whose answer is on its way. */
  get count(): number {
    return this.#count
  }

  /** Opens a row for a sent order. */
  open(number: number, place: Place): VenueOrder {
    if (this.#count * 4 > this.#slots.length) this.#grow()
    const order = this.#free.pop() ?? new VenueOrder()
    order.open(number, place)
    this.#put(order)
    this.#count++
    return order
  }

  find(number: number): VenueOrder | null {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = number & mask; ; slot = (slot + 1) & mask) {
      const order = slots[slot]!
      if (order === null || order.terms.number === number) return order
    }
  }

  /** Frees an order once its venue is done with it and its answer was received. */
  release(order: VenueOrder): void {
    if (!order.isOver || order.answer !== AnswerState.HEARD) return
    this.#takeOut(order.terms.number)
    this.#count--
    this.#free.push(order)
  }

  #put(order: VenueOrder): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = order.terms.number & mask
    while (slots[slot] !== null) slot = (slot + 1) & mask
    slots[slot] = order
  }

  /** Entries after it that would be searched in its place move up. */
  #takeOut(number: number): void {
    const slots = this.#slots
    const mask = slots.length - 1
    let gap = number & mask
    while (slots[gap]!.terms.number !== number) gap = (gap + 1) & mask
    for (let slot = (gap + 1) & mask; slots[slot] !== null; slot = (slot + 1) & mask) {
      const home = slots[slot]!.terms.number & mask
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue
      slots[gap] = slots[slot]!
      gap = slot
    }
    slots[gap] = null
  }

  #grow(): void {
    const orders = this.#slots
    this.#slots = empty(orders.length * 2)
    for (const order of orders) if (order !== null) this.#put(order)
  }
}

const empty = (length: number): (VenueOrder | null)[] => Array.from({ length }, () => null)
