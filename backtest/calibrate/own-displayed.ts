import { type BookSide, inYesTerms } from '../../src/model/money.js'
import type { RunOrder } from './run-order.js'

/** Venues stamp books in milliseconds, rounded down: a book may contain everything that happened within its millisecond. */
const STAMP_US = 999

interface Change {
  readonly at: number
  readonly key: string
  readonly by: number
}

/** The size that a run's own orders added to the levels of the recorded book over time. Call it with ascending times. */
export class OwnDisplayed {
  readonly #changes: readonly Change[]
  readonly #now = new Map<string, number>()
  #next = 0

  constructor(orders: readonly RunOrder[]) {
    this.#changes = orders.flatMap(changesOf).toSorted((a, b) => a.at - b.at)
  }

  /** Our size in what a level displayed at `at`, in millionths of a share. */
  at(at: number, market: number, level: { readonly side: BookSide; readonly price: number }): number {
    for (let change = this.#changes[this.#next]; change !== undefined && change.at <= at + STAMP_US; ) {
      this.#now.set(change.key, (this.#now.get(change.key) ?? 0) + change.by)
      change = this.#changes[++this.#next]
    }
    return Math.max(0, this.#now.get(keyOf(market, level)) ?? 0)
  }
}

const keyOf = (market: number, { side, price }: { readonly side: BookSide; readonly price: number }): string =>
  `${market} ${side} ${price}`

/** An order that takes is never displayed. */
function changesOf({ submit: { order }, arrivedAt, endedAt, fills, afterFailure }: RunOrder): readonly Change[] {
  if (order.style === 'market' || order.style === 'fill-or-kill') return []
  const key = keyOf(order.market, inYesTerms(order))
  let left: number = order.size
  const changes: Change[] = [{ at: arrivedAt, key, by: left }]
  for (const { at, size } of [...fills, ...afterFailure]) {
    left -= size
    changes.push({ at, key, by: -size })
  }
  // An order without a recorded end was removed at the end of the log.
  if (left > 0) changes.push({ at: endedAt ?? order.expiresAt, key, by: -left })
  return changes
}
