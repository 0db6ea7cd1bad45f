import { LATER_US } from '../../backtest/later-middles.js'
import { NEVER } from '../../backtest/never.js'
import type { VenueBook } from '../../backtest/venue-book.js'
import type { OpenFill } from './slow-joined-levels.js'

interface Waiting {
  readonly due: number
  readonly market: number
  readonly middles: (number | null)[]
  readonly place: number
}

/** The slow twin of `LaterMiddles`: a list of all mid prices that are still to be read. */
export class SlowLater {
  readonly #recorded: readonly VenueBook[]
  #waiting: readonly Waiting[] = []

  constructor(recorded: readonly VenueBook[]) {
    this.#recorded = recorded
  }

  get dueAt(): number {
    return this.#waiting.reduce((least, { due }) => Math.min(least, due), NEVER)
  }

  add(fill: OpenFill): void {
    const middles = LATER_US.map((): number | null => null)
    fill.middlesAfter = middles
    const { at, market } = fill
    this.#waiting = [...this.#waiting, ...LATER_US.map((after, place) => ({ due: at + after, market, middles, place }))]
  }

  look(now: number): void {
    for (const { due, market, middles, place } of this.#waiting) {
      const { bid, ask } = this.#recorded[market]!
      if (due <= now && bid !== 0 && ask !== 0) middles[place] = (bid + ask) / 2 / 10_000
    }
    this.#waiting = this.#waiting.filter(({ due }) => due > now)
  }
}
