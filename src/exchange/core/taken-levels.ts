import { Timestamp } from '../../model/time.js'
import type { Fingerprint } from './fingerprint.js'

/** What takers here took of one level of a recording. Sizes in millionths of a share. */
export interface TakenLevel {
  /** How much of the level's shown size is taken. */
  readonly size: number
  /** For how long after a decrease returning size counts as the size that left; 0: growth is always new size. */
  readonly flickerUs: number
  /** Taken sizes that left with a decrease, one for each decrease, oldest first. */
  readonly left: readonly Departed[]
  /** The level's size before the clear at `clearedAt`, if no row of the level has followed yet; 0: none is awaited. */
  readonly clearedFrom: number
  readonly clearedAt: Timestamp
}

interface Departed {
  readonly at: Timestamp
  readonly size: number
}

/** A level's new size. */
export interface LevelChange {
  readonly at: Timestamp
  readonly price: number
  readonly size: number
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
interface Entry extends Mutable<Omit<TakenLevel, 'left'>> {
  readonly left: Mutable<Departed>[]
}

/**
 * What takers here took of a lane of a recorded book. The recording does not show it, so it stays taken: it shrinks only when the level does. If
 * the level grows again soon after a decrease, the same size has come back, and it is taken again.
 */
export class TakenLevels {
  readonly #entries = new Map<number, Entry>()

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  has(price: number): boolean {
    return this.#entries.has(price)
  }

  /** Prices at which something was taken that may still matter. */
  prices(): Iterable<number> {
    return this.#entries.keys()
  }

  sizeAt(price: number): number {
    return this.#entries.get(price)?.size ?? 0
  }

  /** Adds to what is taken at a price. `flickerUs` is that of the taker's fill model; the longest at a level counts. */
  take(price: number, size: number, flickerUs: number): void {
    const entry = this.#entries.get(price)
    if (entry === undefined) {
      this.#entries.set(price, { size, flickerUs, left: [], clearedFrom: 0, clearedAt: Timestamp.ZERO })
      return
    }
    entry.size += size
    entry.flickerUs = Math.max(entry.flickerUs, flickerUs)
  }

  /** Adjusts what is taken of a level that showed `shown` and is about to change. */
  change(row: LevelChange, shown: number): void {
    const entry = this.#entries.get(row.price)
    if (entry === undefined) return
    catchUp(entry, row.at)
    const before = entry.clearedFrom > 0 ? entry.clearedFrom : shown
    entry.clearedFrom = 0
    if (row.size < before) fall(entry, row.at, row.size)
    else returnTo(entry, row.at, row.size - before)
    if (entry.size === 0 && entry.left.length === 0) this.#entries.delete(row.price)
  }

  /** A whole book follows. Levels in it keep what was taken of them; all others are gone. */
  clear(at: Timestamp, shownAt: (price: number) => number): void {
    for (const [price, entry] of this.#entries) {
      catchUp(entry, at)
      if (entry.clearedFrom > 0) continue
      entry.clearedFrom = shownAt(price)
      entry.clearedAt = at
    }
  }

  /** The rows that were to follow the last clear follow this one instead. */
  clearAgain(at: Timestamp): void {
    for (const entry of this.#entries.values()) if (entry.clearedFrom > 0) entry.clearedAt = at
  }

  forget(price: number): void {
    this.#entries.delete(price)
  }

  forgetAll(): void {
    this.#entries.clear()
  }

  save(): Map<number, TakenLevel> {
    return this.#entries
  }

  load(price: number, level: TakenLevel): void {
    this.#entries.set(price, { ...level, left: level.left.map(departed => ({ ...departed })) })
  }

  fold(print: Fingerprint): void {
    for (const [price, { size, left, clearedFrom }] of [...this.#entries].toSorted(([a], [b]) => a - b)) {
      print.number(price).number(size).number(clearedFrom)
      for (const departed of left) print.number(departed.at).number(departed.size)
    }
  }
}

/** A level without a row after a clear is gone, and so is what was taken of it. */
function catchUp(entry: Entry, at: Timestamp): void {
  if (entry.clearedFrom === 0 || at <= entry.clearedAt) return
  entry.clearedFrom = 0
  fall(entry, entry.clearedAt, 0)
}

/** Lowers what is taken to the level's new size: as much as possible of what is left counts as taken. */
function fall(entry: Entry, at: Timestamp, size: number): void {
  const gone = entry.size - Math.min(entry.size, size)
  entry.size -= gone
  if (gone > 0 && entry.flickerUs > 0) entry.left.push({ at, size: gone })
}

/** Growth of a level first brings back what left it within `flickerUs`. */
function returnTo(entry: Entry, at: Timestamp, growth: number): void {
  const { left, flickerUs } = entry
  let open = growth
  while (left.length > 0 && left[0]!.at + flickerUs < at) left.shift()
  while (open > 0 && left.length > 0) {
    const first = left[0]!
    const back = Math.min(open, first.size)
    entry.size += back
    first.size -= back
    open -= back
    if (first.size === 0) left.shift()
  }
}
