import { MarketIndex } from '../model/ids.js'
import type { Timestamp } from '../model/time.js'

/** What was asked of the venue before an index became free may still be answered by it, in microseconds. */
const REST_US = 60_000_000

/** Indexes of the markets of a session: one that is free again is given out once all that still means its last market has come. */
export class IndexPool {
  #next: number
  readonly #free: { readonly index: MarketIndex; readonly since: Timestamp }[] = []

  /** Those below `used` are taken. */
  constructor(used: number) {
    this.#next = used
  }

  take(now: Timestamp): MarketIndex {
    const [first] = this.#free
    if (first === undefined || now - first.since < REST_US) return MarketIndex.of(this.#next++)
    this.#free.shift()
    return first.index
  }

  free(index: MarketIndex, now: Timestamp): void {
    this.#free.push({ index, since: now })
  }
}
