import { MarketIndex } from '../model/ids.js'
import type { Timestamp } from '../model/time.js'

/** Answers to requests made before an index became free may arrive this late, in microseconds. */
const REST_US = 60_000_000

/** Indexes of a session's markets: a free index is reused once every message that refers to its last market has arrived. */
export class IndexPool {
  #next: number
  readonly #free: { readonly index: MarketIndex; readonly since: Timestamp }[] = []

  /** Indexes below `used` are taken. */
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
