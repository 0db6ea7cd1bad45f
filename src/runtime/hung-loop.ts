import type { Asked, AskedNow } from '../engine/asking.js'

/** A look at the event loop. `now` in ms; `turns`: how often the loop has turned. */
interface Look {
  readonly now: number
  readonly turns: number
  readonly asked: AskedNow
}

/** What keeps the loop from turning. `calls`: 1 for a single call that does not return, else how often strategies were asked in this turn. */
export interface Hung {
  readonly market: number
  readonly what: Asked
  readonly calls: number
}

const HUNG_MS = 1_000

/** Finds the strategies that keep an event loop from turning for more than a second: by one call, or by many short ones. */
export class HungLoop {
  #turns = -1
  #turnedAt = 0
  #callsBefore = 0
  #looks = 0
  #asks = 0
  #calls = -1
  #calledAt = 0
  /** The single call that was reported. */
  #toldCall = -1
  /** When many calls were reported. */
  #toldAt = Number.NEGATIVE_INFINITY

  /** Returns what is to be reported now; null: nothing. A call is reported once, many of them every second. */
  look({ now, turns, asked }: Look): Hung | null {
    const { market, what, calls } = asked
    if (turns !== this.#turns) this.#turned(now, turns, asked)
    this.#looks++
    if (market === null) return null
    this.#asks++
    if (calls !== this.#calls) {
      this.#calls = calls
      this.#calledAt = now
    }
    if (now - this.#calledAt > HUNG_MS) {
      if (this.#toldCall === calls) return null
      this.#toldCall = calls
      return { market, what, calls: 1 }
    }
    // If strategies were being asked at fewer than half of the looks, something else takes the time.
    const areMany = now - this.#turnedAt > HUNG_MS && this.#asks * 2 >= this.#looks
    if (!areMany || now - this.#toldAt < HUNG_MS) return null
    this.#toldAt = now
    return { market, what, calls: Math.max(1, calls - this.#callsBefore) }
  }

  /** The report could not be sent, so the next look makes it again. */
  again(): void {
    this.#toldCall = -1
    this.#toldAt = Number.NEGATIVE_INFINITY
  }

  #turned(now: number, turns: number, { market, calls }: AskedNow): void {
    this.#turns = turns
    this.#turnedAt = now
    this.#callsBefore = market === null ? calls : calls - 1
    this.#looks = this.#asks = 0
    this.#calls = -1
    this.again()
  }
}
