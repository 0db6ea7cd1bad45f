import type { Place } from '../src/model/intent.js'
import { NEVER } from './never.js'

/** Commands on their way from a desk to its venue, as rows that are used again: one line, so what is sent later never arrives earlier. */
export class CommandRing {
  /** When the first row arrives; `NEVER` while there is none. The other fields are those of that row. */
  dueAt: number = NEVER
  readonly #dues: number[] = []
  readonly #orders: number[] = []
  /** null: a removal. */
  readonly #places: (Place | null)[] = []
  #head = 0
  #tail = 0
  #lastDue = 0

  /** Sends the number of an order that would arrive at `due`, were it alone. `place` null: it shall be removed. */
  send(due: number, order: number, place: Place | null): void {
    if (due > this.#lastDue) this.#lastDue = due
    const row = this.#tail++
    this.#dues[row] = this.#lastDue
    this.#orders[row] = order
    this.#places[row] = place
    if (row === this.#head) this.dueAt = this.#lastDue
  }

  get order(): number {
    return this.#orders[this.#head]!
  }

  get place(): Place | null {
    return this.#places[this.#head]!
  }

  /** The first row is done with. All that is on its way at a moment is what was sent within a latency, so the rows stay few. */
  drop(): void {
    this.#places[this.#head] = null
    if (++this.#head === this.#tail) this.#head = this.#tail = 0
    else if (this.#head >= COMPACT_AT) this.#compact()
    this.dueAt = this.#tail === 0 ? NEVER : this.#dues[this.#head]!
  }

  #compact(): void {
    for (const column of [this.#dues, this.#orders, this.#places]) column.splice(0, this.#head)
    this.#tail -= this.#head
    this.#head = 0
  }
}

const COMPACT_AT = 1_024
