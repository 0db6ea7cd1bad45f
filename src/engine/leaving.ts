import { cut } from '../model/cut.js'
import { type OrderHash, OrderId } from '../model/ids.js'
import type { Approved, Cancel, CancelLot, Command, Submit } from '../model/intent.js'
import type { Order } from './order.js'
import type { Outgoing } from './outgoing.js'
import { placeOf } from './risk.js'

/** The surest first: a venue refuses a removal whole where it does not know one of its orders. */
const LOTS: readonly CancelLot[] = ['old', 'young', 'alone']

/** What leaves a turn, as the orders that it is about, until a driver takes it as objects or as rows. */
export class Leaving {
  /** Cancels that wait for nothing, those of what is replaced, and creates. */
  readonly #pulls: Order[] = []
  readonly #removals: Order[] = []
  readonly #creates: Approved<Order>[] = []
  readonly #strangers: OrderHash[] = []
  /** Nothing leaves: what most turns come to. */
  isEmpty = true

  /** A pull goes before what is replaced. */
  cancel(order: Order, why: 'pull' | 'replace'): void {
    this.isEmpty = false
    if (why === 'pull') this.#pulls.push(order)
    else this.#removals.push(order)
  }

  cancelStranger(order: OrderHash): void {
    this.isEmpty = false
    this.#strangers.push(order)
  }

  create(order: Approved<Order>): void {
    this.isEmpty = false
    this.#creates.push(order)
  }

  /** All that leaves in this turn: pulls, then the removals of what is replaced, then creates. */
  take(epoch: number): Command[] {
    const strangers = this.#strangers.map((order): Cancel => ({ kind: 'cancel', order }))
    const cancels = [...this.#pulls, ...this.#removals].map(({ terms, lot }): Cancel => {
      const order = OrderId.of(epoch, terms.number)
      return lot === 'old' ? { kind: 'cancel', order } : { kind: 'cancel', order, lot }
    })
    const submits = this.#creates.map((order): Submit => {
      const named = { kind: 'submit', id: OrderId.of(epoch, order.terms.number), order: placeOf(order) } as const
      const { wallOffset } = order.terms
      // A zero is left out; it nearly always is one.
      return wallOffset === 0 ? named : { ...named, wallOffset }
    })
    this.#clear()
    return [...strangers, ...cancels, ...submits]
  }

  /** The same for a driver that takes rows: cancels lot by lot, then creates. */
  tell(outgoing: Outgoing): void {
    for (let i = 0; i < LOTS.length && this.#pulls.length + this.#removals.length > 0; i++) {
      tellCancels(outgoing, this.#pulls, LOTS[i]!)
      tellCancels(outgoing, this.#removals, LOTS[i]!)
    }
    for (let i = 0; i < this.#creates.length; i++) outgoing.create(this.#creates[i]!.terms.number, this.#creates[i]!.terms)
    this.#clear()
  }

  #clear(): void {
    this.isEmpty = true
    cut(this.#pulls, 0)
    cut(this.#removals, 0)
    cut(this.#creates, 0)
    cut(this.#strangers, 0)
  }
}

function tellCancels(outgoing: Outgoing, orders: readonly Order[], lot: CancelLot): void {
  for (let i = 0; i < orders.length; i++) if (orders[i]!.lot === lot) outgoing.cancel(orders[i]!.terms.number)
}
