import type { PairedRow } from './paired-rows.js'

/** Messages remembered; a repetition of an older message is not recognized. */
const MESSAGES_MAX = 2 ** 17
const FIRST_CAPACITY = 1_024

/** A change or print with its identifying numbers. */
export interface NumberedRow extends PairedRow {
  readonly sid: number | null
  readonly seq: number | null
}

/** The newest messages of a source, in columns: remembering must cost almost nothing, because hardly any source repeats messages. */
export class RecentMessages {
  #sid = new Float64Array(FIRST_CAPACITY)
  #seq = new Float64Array(FIRST_CAPACITY)
  #at = new Float64Array(FIRST_CAPACITY)
  /** Kind, side and price in one number. */
  #what = new Float64Array(FIRST_CAPACITY)
  #size = new Float64Array(FIRST_CAPACITY)
  /** Messages added in total. */
  #count = 0
  /** The newest place of each message by its numbers; null: not needed yet, built by the first `has`. */
  #places: Map<number, number> | null = null

  add(message: NumberedRow): void {
    if (this.#count === this.#sid.length && this.#sid.length < MESSAGES_MAX) this.#grow()
    const row = this.#count % this.#sid.length
    if (this.#places !== null) this.#replace(row, message)
    this.#sid[row] = message.sid ?? -1
    this.#seq[row] = message.seq ?? -1
    this.#at[row] = message.at ?? -1
    this.#what[row] = whatOf(message)
    this.#size[row] = message.size
    this.#count++
  }

  /** Whether the newest remembered message with these numbers equals this one in every field. */
  has(message: NumberedRow): boolean {
    this.#places ??= this.#index()
    const row = this.#places.get(keyOf(message.sid ?? -1, message.seq ?? -1))
    return (
      row !== undefined &&
      this.#sid[row] === message.sid &&
      this.#seq[row] === message.seq &&
      this.#at[row] === (message.at ?? -1) &&
      this.#what[row] === whatOf(message) &&
      this.#size[row] === message.size
    )
  }

  #index(): Map<number, number> {
    const places = new Map<number, number>()
    const length = this.#sid.length
    for (let number = Math.max(0, this.#count - length); number < this.#count; number++) {
      const row = number % length
      places.set(keyOf(this.#sid[row]!, this.#seq[row]!), row)
    }
    return places
  }

  #replace(row: number, { sid, seq }: NumberedRow): void {
    const places = this.#places!
    const oldKey = keyOf(this.#sid[row]!, this.#seq[row]!)
    if (this.#count >= this.#sid.length && places.get(oldKey) === row) places.delete(oldKey)
    places.set(keyOf(sid ?? -1, seq ?? -1), row)
  }

  #grow(): void {
    const length = this.#sid.length * 2
    const [sid, seq, at, what, size] = [this.#sid, this.#seq, this.#at, this.#what, this.#size].map(column => {
      const next = new Float64Array(length)
      next.set(column)
      return next
    })
    this.#sid = sid!
    this.#seq = seq!
    this.#at = at!
    this.#what = what!
    this.#size = size!
  }
}

/** Keys may collide; the columns decide. */
const keyOf = (sid: number, seq: number): number => sid * 2 ** 40 + seq

const whatOf = ({ kind, side, price }: PairedRow): number =>
  (kind === 'change' ? 0 : 20_000) + (side === 'bid' ? 0 : 10_000) + price
