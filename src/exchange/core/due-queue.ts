import type { Timestamp } from '../../model/time.js'

/**
 * What happens first at one instant: points for the span that ends there; expiries and market ends, because a market does not trade at the moment
 * of its end; then settlements, takers whose delay is over, resolutions and submissions. Each kind goes by id.
 */
export const DueKind = { REWARD: 0, EXPIRE: 1, CLOSE: 2, SETTLE: 3, TAKE: 4, RESOLVE: 5, SUBMIT: 6 } as const
export type DueKind = (typeof DueKind)[keyof typeof DueKind]

/** Something that happens when its time comes. `id` is that of a match, an order or a market. */
export interface Due {
  readonly at: Timestamp
  readonly kind: DueKind
  readonly id: number
}

/** A binary heap of what is due, in one total order: time, kind, id. So the order of insertion does not matter. */
export class DueQueue {
  #heap: Due[] = []

  get length(): number {
    return this.#heap.length
  }

  first(): Due | undefined {
    return this.#heap[0]
  }

  push(due: Due): void {
    const heap = this.#heap
    let index = heap.push(due) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(due, heap[parent]!)) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = due
  }

  shift(): Due | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last !== undefined && heap.length > 0) this.#sink(last)
    return first
  }

  /** All entries, in no order. */
  all(): readonly Due[] {
    return this.#heap
  }

  /** Drops entries for which `isAlive` is false, so that expiries of finished orders do not fill the queue. */
  keep(isAlive: (due: Due) => boolean): void {
    const alive = this.#heap.filter(isAlive)
    this.#heap = []
    for (const due of alive) this.push(due)
  }

  #sink(due: Due): void {
    const heap = this.#heap
    let index = 0
    for (;;) {
      let child = index * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, due)) break
      heap[index] = heap[child]!
      index = child
    }
    heap[index] = due
  }
}

const isBefore = (a: Due, b: Due): boolean => {
  if (a.at !== b.at) return a.at < b.at
  return a.kind === b.kind ? a.id < b.id : a.kind < b.kind
}
