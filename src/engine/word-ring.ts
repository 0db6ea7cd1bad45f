import type { Fill } from '../model/fill.js'
import { Timestamp } from '../model/time.js'

/** What a venue reports about one order or fill, as a number. */
export const Word = {
  ACCEPTED: 0,
  REJECTED: 1,
  /** Rejected by a rate limit. */
  RATIONED: 2,
  /** A create, or a removal, was not answered. */
  CREATE_SILENT: 3,
  CANCEL_SILENT: 4,
  /** The answers to a removal. */
  REMOVED: 5,
  NOTHING_THERE: 6,
  LOCKED: 7,
  SILENT: 8,
  /** Ends that the venue reports by itself. */
  CANCELED: 9,
  EXPIRED: 10,
  INVALIDATED: 11,
  UNMATCHED: 12,
  MATCHED: 13,
  SETTLED: 14,
  FAILED: 15,
} as const
export type Word = (typeof Word)[keyof typeof Word]

/** The due time of an empty ring. */
const NEVER = Number.POSITIVE_INFINITY

/**
 * A venue's words about our orders on their way to the desk, as rows of numbers in reused columns, first in, first out. The fields are those of the
 * first row; `drop` moves to the next.
 */
export class WordRing {
  /** When the first row arrives; infinity if there is none. */
  dueAt: number = NEVER
  #due = new Float64Array(64)
  #word = new Uint8Array(64)
  #order = new Float64Array(64)
  #lockedUntil = new Float64Array(64)
  readonly #fill: (Fill | null)[] = []
  #head = 0
  #tail = 0

  /** Adds a word that arrives at `due`. `order` 0: an unknown one. */
  push(due: number, word: Word, order: number): void {
    if (this.#tail === this.#due.length) this.#makeRoom()
    const row = this.#tail++
    this.#due[row] = due
    this.#word[row] = word
    this.#order[row] = order
    this.#lockedUntil[row] = 0
    this.#fill[row] = null
    if (row === this.#head) this.dueAt = due
  }

  /** The same for an order that cannot be removed before `lockedUntil`. */
  pushLocked(due: number, word: Word, order: number, lockedUntil: Timestamp): void {
    this.push(due, word, order)
    this.#lockedUntil[this.#tail - 1] = lockedUntil
  }

  pushFill(due: number, word: Word, order: number, fill: Fill): void {
    this.push(due, word, order)
    this.#fill[this.#tail - 1] = fill
  }

  get at(): Timestamp {
    return Timestamp.of(this.dueAt)
  }

  get word(): Word {
    return this.#word[this.#head]! as Word
  }

  get order(): number {
    return this.#order[this.#head]!
  }

  /** Timestamp.ZERO: it may be removed. */
  get lockedUntil(): Timestamp {
    return Timestamp.of(this.#lockedUntil[this.#head]!)
  }

  /** null: the word is not about a fill. */
  get fill(): Fill | null {
    return this.#fill[this.#head]!
  }

  /** Removes the first row. */
  drop(): void {
    this.#fill[this.#head] = null
    if (++this.#head === this.#tail) this.#head = this.#tail = 0
    this.dueAt = this.#tail === 0 ? NEVER : this.#due[this.#head]!
  }

  /** Moves the waiting rows to the beginning; if they fill more than half of the room, it doubles. */
  #makeRoom(): void {
    const waiting = this.#tail - this.#head
    const length = waiting * 2 > this.#due.length ? this.#due.length * 2 : this.#due.length
    const moved = <Column extends Float64Array | Uint8Array>(from: Column, to: Column): Column => {
      to.set(from.subarray(this.#head, this.#tail))
      return to
    }
    this.#due = moved(this.#due, new Float64Array(length))
    this.#word = moved(this.#word, new Uint8Array(length))
    this.#order = moved(this.#order, new Float64Array(length))
    this.#lockedUntil = moved(this.#lockedUntil, new Float64Array(length))
    this.#fill.splice(0, this.#head)
    this.#head = 0
    this.#tail = waiting
  }
}
