/** A call is answered, or given up, within this; in microseconds. */
const KEPT = 10_000_000
/** A call that left this long before a window began has arrived, or never will. */
const ARRIVES_WITHIN = 2_000_000

interface Flight {
  readonly order: number | string
  readonly sentAt: number
  answeredAt: number
  /** Another call for the same order that was not answered when this one left. */
  readonly earlier: Flight | null
}

/** The calls of the last seconds, by when they left and were answered. Times in microseconds. */
export class Flights {
  readonly #all: Flight[] = []
  /** Of each order the newest call without an answer. */
  readonly #open = new Map<number | string, Flight>()

  sent(order: number | string, now: number): void {
    this.#forget(now - KEPT)
    const flight = { order, sentAt: now, answeredAt: Number.POSITIVE_INFINITY, earlier: this.#open.get(order) ?? null }
    this.#all.push(flight)
    this.#open.set(order, flight)
  }

  /** One answer is the answer to every call for the order. */
  answered(order: number | string, now: number): void {
    for (let flight = this.#open.get(order) ?? null; flight !== null; flight = flight.earlier) flight.answeredAt = now
    this.#open.delete(order)
  }

  /** How many were on their way at this moment. To be asked soon after it; what leaves or is answered later changes nothing. */
  at(moment: number): number {
    let count = 0
    for (let i = this.#all.length - 1; i >= 0; i--) {
      const flight = this.#all[i]
      if (flight === undefined || flight.sentAt < moment - ARRIVES_WITHIN) break
      if (flight.sentAt < moment && flight.answeredAt >= moment) count++
    }
    return count
  }

  #forget(before: number): void {
    for (let oldest = this.#all[0]; oldest !== undefined && oldest.sentAt < before; oldest = this.#all[0]) {
      this.#all.shift()
      if (this.#open.get(oldest.order) === oldest) this.#open.delete(oldest.order)
    }
  }
}
