import { cut } from '../model/cut.js'

/** A call is answered or given up within this time, in microseconds. */
const KEPT = 10_000_000
/** A call sent this long before a window began has arrived, or never will. */
const ARRIVES_WITHIN = 2_000_000
/** How many forgotten calls are cut off at once. */
const COMPACT_AT = 256

/** Recent calls as rows, with the times when they were sent and answered. Times in microseconds. */
export class Flights {
  readonly #orders: (number | string)[] = []
  readonly #sentAt: number[] = []
  readonly #answeredAt: number[] = []
  /** The first row that is not forgotten. */
  #head = 0
  /** Rows without an answer, oldest first: so few that scanning them is faster than a map. */
  readonly #open: number[] = []

  sent(order: number | string, now: number): void {
    this.#forget(now - KEPT)
    this.#open.push(this.#orders.length)
    this.#orders.push(order)
    this.#sentAt.push(now)
    this.#answeredAt.push(Number.POSITIVE_INFINITY)
  }

  /** One answer answers every call for the order. */
  answered(order: number | string, now: number): void {
    const open = this.#open
    let kept = 0
    for (let i = 0; i < open.length; i++) {
      const row = open[i]!
      if (this.#orders[row] === order) this.#answeredAt[row] = now
      else open[kept++] = row
    }
    cut(open, kept)
  }

  /** How many calls were in flight at this moment. Call it soon after; later calls and answers do not change the result. */
  at(moment: number): number {
    let count = 0
    for (let row = this.#orders.length - 1; row >= this.#head; row--) {
      const sentAt = this.#sentAt[row]!
      if (sentAt < moment - ARRIVES_WITHIN) break
      if (sentAt < moment && this.#answeredAt[row]! >= moment) count++
    }
    return count
  }

  #forget(before: number): void {
    while (this.#head < this.#orders.length && this.#sentAt[this.#head]! < before) this.#head++
    const open = this.#open
    let gone = 0
    while (gone < open.length && open[gone]! < this.#head) gone++
    if (gone > 0) open.splice(0, gone)
    if (this.#head >= COMPACT_AT) this.#compact()
  }

  #compact(): void {
    const gone = this.#head
    for (const column of [this.#orders, this.#sentAt, this.#answeredAt]) column.splice(0, gone)
    for (let i = 0; i < this.#open.length; i++) this.#open[i]! -= gone
    this.#head = 0
  }
}
