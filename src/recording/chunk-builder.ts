import { createEventWriter, type EventWriter, unpackEvent } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import type { Coverage } from './coverage.js'
import { type Arrival, Mark } from './merge-sources.js'
import { sliceColumns } from './plain-columns.js'
import type { Chunk } from './recording.js'

/** Rows of a chunk, some 20 MB in memory. */
const CHUNK_ROWS = 2 ** 19
/** How much arrival time must be known behind a cut before it is made, in microseconds. */
const LOOK_AHEAD = 5_000_000

/** Packs arrivals into chunks, cut where no later row lies before an earlier one in venue time, so that each can be replayed by itself. */
export class ChunkBuilder {
  readonly #coverage: Coverage
  readonly #rows: number
  #writer: EventWriter = createEventWriter(1_024)
  #orders: number[] = []
  #marks: Mark[] = []
  /** Nothing may lie before these two any more. */
  #toldAt = Timestamp.ZERO
  #heardAt = Timestamp.ZERO

  constructor(coverage: Coverage, rows = CHUNK_ROWS) {
    this.#coverage = coverage
    this.#rows = rows
  }

  push({ event, order, mark }: Arrival): void {
    const isWrong = event.receivedAt < this.#heardAt || event.at < this.#toldAt || event.at > event.receivedAt
    const fixed = isWrong ? this.#moved(event) : event
    this.#heardAt = fixed.receivedAt
    this.#writer.push(fixed)
    this.#orders.push(order)
    this.#marks.push(mark)
  }

  /** The chunks that are whole by now; at the end, the rest. */
  *chunks({ isOver = false } = {}): Generator<Chunk> {
    while (this.#length > this.#rows) {
      if (!isOver && !this.#canSee()) return
      yield this.#cut(this.#findCut())
    }
    if (isOver && this.#length > 0) yield this.#cut(this.#length)
  }

  get #length(): number {
    return this.#marks.length
  }

  #moved(event: MarketEvent): MarketEvent {
    const receivedAt = Timestamp.max(event.receivedAt, this.#heardAt)
    const at = Timestamp.max(event.at > receivedAt ? receivedAt : event.at, this.#toldAt)
    if (receivedAt !== event.receivedAt) this.#coverage.repaired++
    if (at !== event.at) this.#coverage.clamped++
    return { ...event, at, receivedAt }
  }

  #canSee(): boolean {
    const { receivedAt } = this.#writer.columns
    return this.#length >= 2 * this.#rows || receivedAt[this.#length - 1]! - receivedAt[this.#rows]! > LOOK_AHEAD
  }

  /** The last end of a batch before which all of the venue's time is told; where there is none, the last end of a batch. */
  #findCut(): number {
    const { at } = this.#writer.columns
    const newest = new Float64Array(this.#rows + 1)
    for (let row = 0; row < this.#rows; row++) newest[row + 1] = Math.max(newest[row]!, at[row]!)
    let oldest = Number.POSITIVE_INFINITY
    let anyEnd = 0
    for (let row = this.#length; row > this.#rows / 2; row--) {
      if (row < this.#length) oldest = Math.min(oldest, at[row]!)
      if (row > this.#rows || !this.#endsBatch(row - 1)) continue
      if (newest[row]! <= oldest) return row
      if (anyEnd === 0) anyEnd = row
    }
    if (anyEnd > 0) return anyEnd
    let row = this.#rows
    while (row < this.#length && !this.#endsBatch(row - 1)) row++
    return row
  }

  #endsBatch(row: number): boolean {
    const { receivedAt } = this.#writer.columns
    if (row === this.#length - 1 || this.#marks[row] === Mark.LAST) return true
    return this.#marks[row] === Mark.BY_TIME && receivedAt[row] !== receivedAt[row + 1]
  }

  #cut(rows: number): Chunk {
    const events = sliceColumns(this.#writer.columns, 0, rows)
    const ends: number[] = []
    for (let row = 0; row < rows; row++) if (row === rows - 1 || this.#endsBatch(row)) ends.push(row + 1)
    const byVenueTime = this.#inVenueTime(rows)
    this.#toldAt = Timestamp.max(this.#toldAt, events.at[byVenueTime[rows - 1]!]!)
    this.#keep(rows)
    return { events, batchEnds: Uint32Array.from(ends), byVenueTime }
  }

  #inVenueTime(rows: number): Uint32Array {
    const { at } = this.#writer.columns
    const orders = this.#orders
    const later = (a: number, b: number): number => at[a]! - at[b]! || orders[a]! - orders[b]!
    const places = new Uint32Array(rows)
    let isSorted = true
    for (let row = 0; row < rows; row++) {
      places[row] = row
      if (row > 0 && later(row - 1, row) > 0) isSorted = false
    }
    // A plain list is sorted by its runs, a typed one from scratch.
    return isSorted ? places : Uint32Array.from([...places].sort(later))
  }

  /** What stands behind a cut begins anew. */
  #keep(from: number): void {
    const { columns } = this.#writer
    const [orders, marks] = [this.#orders.slice(from), this.#marks.slice(from)]
    this.#writer = createEventWriter(1_024)
    this.#orders = []
    this.#marks = []
    for (const [index, mark] of marks.entries())
      this.push({ event: unpackEvent(columns, from + index), order: orders[index]!, mark })
  }
}
