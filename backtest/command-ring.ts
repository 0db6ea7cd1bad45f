import { NEVER } from './never.js'

/** Commands on their way from a desk to its venue, as reused rows: first in, first out, so a later command never arrives earlier. */
export class CommandRing {
  /** When the first row arrives; `NEVER` if there is none. The other fields are those of that row. */
  dueAt: number = NEVER
  #dues = new Float64Array(64)
  #orders = new Float64Array(64)
  #isRemoval = new Uint8Array(64)
  #head = 0
  #tail = 0
  #lastDue = 0

  /** Sends an order's number; `due` is its arrival if nothing before it is slower. */
  send(due: number, order: number, isRemoval: boolean): void {
    if (due > this.#lastDue) this.#lastDue = due
    if (this.#tail === this.#dues.length) this.#makeRoom()
    const row = this.#tail++
    this.#dues[row] = this.#lastDue
    this.#orders[row] = order
    this.#isRemoval[row] = isRemoval ? 1 : 0
    if (row === this.#head) this.dueAt = this.#lastDue
  }

  get order(): number {
    return this.#orders[this.#head]!
  }

  /** True: a removal; false: a create. */
  get isRemoval(): boolean {
    return this.#isRemoval[this.#head] === 1
  }

  /** Removes the first row. */
  drop(): void {
    if (++this.#head === this.#tail) this.#head = this.#tail = 0
    this.dueAt = this.#tail === 0 ? NEVER : this.#dues[this.#head]!
  }

  /** Moves the waiting rows to the beginning; if they fill more than half of the room, it doubles. */
  #makeRoom(): void {
    const { length } = this.#dues
    const waiting = this.#tail - this.#head
    const room = waiting * 2 > length ? length * 2 : length
    this.#dues = moved(this.#dues, this.#head, new Float64Array(room))
    this.#orders = moved(this.#orders, this.#head, new Float64Array(room))
    this.#isRemoval = moved(this.#isRemoval, this.#head, new Uint8Array(room))
    this.#head = 0
    this.#tail = waiting
  }
}

function moved<Values extends Float64Array | Uint8Array>(from: Values, head: number, to: Values): Values {
  to.set(from.subarray(head))
  return to
}
