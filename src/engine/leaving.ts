import { cut } from '../model/cut.js'
import { type OrderHash, OrderId } from '../model/ids.js'
import type { Approved, Cancel, CancelLot, Command, Submit } from '../model/intent.js'
import type { Order } from './order.js'
import type { Outgoing } from './outgoing.js'
import { placeOf } from './risk.js'

/** The safest first: a venue refuses a whole removal request if it does not know one of its orders. */
const LOTS: readonly CancelLot[] = ['old', 'young', 'alone']

/** What a turn sends, as orders, until a driver takes it as objects or as rows. */
export class Leaving {
  /** Cancels that wait for nothing, cancels of replaced orders, and creates. */
  readonly #pulls: Order[] = []
  readonly #removals: Order[] = []
  readonly #creates: Approved<Order>[] = []
  readonly #strangers: OrderHash[] = []
  /** True: nothing is sent, as in most turns. */
  isEmpty = true

  /** A pull goes before a replacement. */
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

  /** Everything that this turn sends: pulls, then removals of replaced orders, then creates. */
  take(epoch: number): Command[] {
    const strangers = this.#strangers.map((order): Cancel => ({ kind: 'cancel', order }))
    const cancels = [...this.#pulls, ...this.#removals].map(({ terms, lot }): Cancel => {
      const order = OrderId.of(epoch, terms.number)
      return lot === 'old' ? { kind: 'cancel', order } : { kind: 'cancel', order, lot }
    })
    const submits = this.#creates.map((order): Submit => {
      const named = { kind: 'submit', id: OrderId.of(epoch, order.terms.number), order: placeOf(order) } as const
      const { wallOffset } = order.terms
      // Zero, the usual value, is left out.
      return wallOffset === 0 ? named : { ...named, wallOffset }
    })
    this.#clear()
    return [...strangers, ...cancels, ...submits]
  }

  /** The same for a driver that works with rows: cancels by lot, then creates. */
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
