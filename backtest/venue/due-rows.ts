import type { DueKind } from '../../src/exchange/core/due-queue.js'
import { cut } from '../../src/model/cut.js'
import { NEVER } from '../never.js'

/** More than the orders or matches of any run. */
const ID_MAX = 2 ** 48

/** What is due at a venue, in the order of the core's queue: time, kind, id. A binary heap in columns; `thing` is the order or match concerned. */
export class DueRows<Thing> {
  /** When the first is due; `NEVER` if there is none. */
  dueAt: number = NEVER
  length = 0
  #at = new Float64Array(64)
  /** Kind and id as one number. */
  #rank = new Float64Array(64)
  readonly #things: Thing[] = []

  push(at: number, kind: DueKind, id: number, thing: Thing): void {
    if (this.length === this.#at.length) this.#grow()
    this.#rise(this.length++, at, kind * ID_MAX + id, thing)
    this.dueAt = this.#at[0]!
  }

  /** Kind and id of the first as one number, which orders entries of the same time; infinity if there is none. */
  get rank(): number {
    return this.length === 0 ? NEVER : this.#rank[0]!
  }

  get id(): number {
    return this.#rank[0]! % ID_MAX
  }

  get thing(): Thing {
    return this.#things[0]!
  }

  /** Removes the first. */
  drop(): void {
    const last = --this.length
    const thing = this.#things.pop()!
    if (last > 0) this.#sink(last, this.#at[last]!, this.#rank[last]!, thing)
    this.dueAt = last === 0 ? NEVER : this.#at[0]!
  }

  /** Drops entries that no longer matter, so that expiries of ended orders do not pile up. */
  keep(isAlive: (thing: Thing, id: number) => boolean): void {
    const { length } = this
    let kept = 0
    for (let row = 0; row < length; row++) {
      const thing = this.#things[row]!
      if (!isAlive(thing, this.#rank[row]! % ID_MAX)) continue
      this.#rise(kept++, this.#at[row]!, this.#rank[row]!, thing)
    }
    cut(this.#things, kept)
    this.length = kept
    this.dueAt = kept === 0 ? NEVER : this.#at[0]!
  }

  #rise(from: number, at: number, rank: number, thing: Thing): void {
    let row = from
    while (row > 0) {
      const parent = (row - 1) >> 1
      if (!this.#isAfter(parent, at, rank)) break
      this.#move(parent, row)
      row = parent
    }
    this.#write(row, at, rank, thing)
  }

  /** Puts the last of `length` entries in place of the first. */
  #sink(length: number, at: number, rank: number, thing: Thing): void {
    let row = 0
    for (;;) {
      let child = row * 2 + 1
      if (child >= length) break
      if (child + 1 < length && this.#isAfter(child, this.#at[child + 1]!, this.#rank[child + 1]!)) child++
      if (this.#isAfter(child, at, rank)) break
      this.#move(child, row)
      row = child
    }
    this.#write(row, at, rank, thing)
  }

  #isAfter(row: number, at: number, rank: number): boolean {
    const other = this.#at[row]!
    return other === at ? this.#rank[row]! > rank : other > at
  }

  #move(from: number, to: number): void {
    this.#write(to, this.#at[from]!, this.#rank[from]!, this.#things[from]!)
  }

  #write(row: number, at: number, rank: number, thing: Thing): void {
    this.#at[row] = at
    this.#rank[row] = rank
    this.#things[row] = thing
  }

  #grow(): void {
    this.#at = longer(this.#at)
    this.#rank = longer(this.#rank)
  }
}

const longer = (old: Float64Array): Float64Array<ArrayBuffer> => {
  const next = new Float64Array(old.length * 2)
  next.set(old)
  return next
}
