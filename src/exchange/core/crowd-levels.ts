import { BookLadder } from '../../model/book-ladder.js'
import type { Lane } from './matching.js'

/**
 * What a recording shows of one market, both lanes by price. Several exchanges may share one such book; each keeps for itself what its own takers
 * took.
 */
export class CrowdLevels {
  /** Counts changes of a best price and clears of the book. While the count stays the same, so do the best prices. */
  moves = 0
  readonly #lanes = [new BookLadder(), new BookLadder()] as const

  /** The best price of a lane where something rests; 0: none. */
  best(lane: Lane): number {
    return this.#lanes[lane].best
  }

  /** The next worse price where something rests; 0: none. */
  below(lane: Lane, price: number): number {
    return this.#lanes[lane].below(price)
  }

  /** In millionths of a share. */
  sizeAt(lane: Lane, price: number): number {
    return this.#lanes[lane].sizeAt(price)
  }

  /** Sets a level to what the recording says. */
  set(lane: Lane, price: number, size: number): void {
    const ladder = this.#lanes[lane]
    const { best } = ladder
    ladder.set(price, size)
    if (ladder.best !== best) this.moves++
  }

  clear(): void {
    this.moves++
    for (const ladder of this.#lanes) ladder.clear()
  }

  /** All that rests in a lane, by price. */
  shown(lane: Lane): Map<number, number> {
    const shown = new Map<number, number>()
    const ladder = this.#lanes[lane]
    for (let price = 1; price <= ladder.best; price++) if (ladder.sizeAt(price) > 0) shown.set(price, ladder.sizeAt(price))
    return shown
  }
}
