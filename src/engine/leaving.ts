import { cut } from '../model/cut.js'
import { type OrderHash, OrderId } from '../model/ids.js'
import type { Approved, Cancel, CancelLot, Command, Place, Submit } from '../model/intent.js'
import type { Order } from './order.js'
import type { Outgoing } from './outgoing.js'

/** The surest first: a venue refuses a removal whole where it does not know one of its orders. */
const LOTS: readonly CancelLot[] = ['old', 'young', 'alone']

/** What leaves a turn, as the orders that it is about, until a driver takes it as objects or as rows. */
export class Leaving {
  /** Cancels that wait for nothing, those of what is replaced, and creates with what risk let pass. */
  readonly #pulls: Order[] = []
  readonly #removals: Order[] = []
  readonly #creates: Order[] = []
  readonly #approved: Approved<Place>[] = []
  readonly #strangers: OrderHash[] = []

  /** A pull goes before what is replaced. */
  cancel(order: Order, why: 'pull' | 'replace'): void {
    if (why === 'pull') this.#pulls.push(order)
    else this.#removals.push(order)
  }

  cancelStranger(order: OrderHash): void {
    this.#strangers.push(order)
  }

  create(order: Order, approved: Approved<Place>): void {
    this.#creates.push(order)
    this.#approved.push(approved)
  }

  get isEmpty(): boolean {
    return this.#pulls.length + this.#removals.length + this.#creates.length + this.#strangers.length === 0
  }

  /** All that leaves in this turn: pulls, then the removals of what is replaced, then creates. */
  take(epoch: number): Command[] {
    const strangers = this.#strangers.map((order): Cancel => ({ kind: 'cancel', order }))
    const cancels = [...this.#pulls, ...this.#removals].map(({ number, lot }): Cancel => {
      const order = OrderId.of(epoch, number)
      return lot === 'old' ? { kind: 'cancel', order } : { kind: 'cancel', order, lot }
    })
    const submits = this.#creates.map(({ number, wallOffset }, i): Submit => {
      const named = { kind: 'submit', id: OrderId.of(epoch, number), order: this.#approved[i]! } as const
      // Nearly always 0, and then left out.
      return wallOffset === 0 ? named : { ...named, wallOffset }
    })
    this.#clear()
    return [...strangers, ...cancels, ...submits]
  }

  /** The same for a driver that takes rows: cancels lot by lot, then creates. */
  tell(outgoing: Outgoing): void {
    for (const lot of LOTS) {
      for (let i = 0; i < this.#pulls.length; i++) if (this.#pulls[i]!.lot === lot) outgoing.cancel(this.#pulls[i]!.number)
      for (let i = 0; i < this.#removals.length; i++)
        if (this.#removals[i]!.lot === lot) outgoing.cancel(this.#removals[i]!.number)
    }
    for (let i = 0; i < this.#creates.length; i++) outgoing.create(this.#creates[i]!.number, this.#approved[i]!)
    this.#clear()
  }

  #clear(): void {
    cut(this.#pulls, 0)
    cut(this.#removals, 0)
    cut(this.#creates, 0)
    cut(this.#approved, 0)
    cut(this.#strangers, 0)
  }
}
