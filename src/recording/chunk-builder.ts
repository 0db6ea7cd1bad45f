import { EventKind } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import type { Coverage } from './columns/coverage.js'
import { sliceColumns } from './columns/plain-columns.js'
import type { Chunk } from './columns/recording.js'
import { BatchMark, copyRows, createRows, dropRows, type Rows } from './columns/rows.js'
import { sortRows } from './columns/sort-rows.js'
import type { Run } from './merge-sources.js'

/** Rows a chunk, about 5 MB in memory. Small on purpose: a replay starts when the first file is decoded and decodes the others in parallel. */
const CHUNK_ROWS = 2 ** 17
/** How much arrival time, in microseconds, must be known beyond a cut before it is made. */
const LOOK_AHEAD = 5_000_000

/**
 * Packs rows into chunks. It cuts where no later row has an earlier venue time than a row before the cut, so each chunk can be replayed by itself.
 */
export class ChunkBuilder {
  readonly #coverage: Coverage
  readonly #chunkRows: number
  readonly #rows = createRows(1_024)
  /** No later row may have an arrival or venue time before these two. */
  #toldAt = 0
  #heardAt = 0

  constructor(coverage: Coverage, chunkRows = CHUNK_ROWS) {
    this.#coverage = coverage
    this.#chunkRows = chunkRows
  }

  /** Takes the rows that arrived next and repairs their times in place. */
  append({ rows, from, to }: Run): void {
    this.#repair(rows, from, to)
    copyRows(this.#rows, rows, from, to)
  }

  /** The chunks that are complete by now; with `isOver`, the rest too. */
  *chunks({ isOver = false } = {}): Generator<Chunk> {
    while (this.#rows.length > this.#chunkRows) {
      if (!isOver && !this.#canSee()) return
      yield this.#cut(this.#findCut())
    }
    if (isOver && this.#rows.length > 0) yield this.#cut(this.#rows.length)
  }

  #repair(rows: Rows, from: number, to: number): void {
    for (let row = from; row < to; row++) {
      const receivedAt = rows.receivedAt[row]!
      const at = rows.at[row]!
      if (receivedAt < this.#heardAt || at < this.#toldAt || at > receivedAt) this.#move(rows, row)
      this.#heardAt = rows.receivedAt[row]!
    }
  }

  #move(rows: Rows, row: number): void {
    const [wasAt, wasReceivedAt] = [rows.at[row]!, rows.receivedAt[row]!]
    const receivedAt = Math.max(wasReceivedAt, this.#heardAt)
    const at = Math.max(Math.min(wasAt, receivedAt), this.#toldAt)
    if (receivedAt !== wasReceivedAt) this.#coverage.repaired++
    if (at !== wasAt) this.#coverage.clamped++
    rows.at[row] = at
    rows.receivedAt[row] = receivedAt
    const rare = rows.kind[row] === EventKind.RARE ? rows.price[row]! : null
    if (rare !== null) rows.rare[rare] = { ...rows.rare[rare]!, at: Timestamp.of(at), receivedAt: Timestamp.of(receivedAt) }
  }

  #canSee(): boolean {
    const { receivedAt, length } = this.#rows
    return length >= 2 * this.#chunkRows || receivedAt[length - 1]! - receivedAt[this.#chunkRows]! > LOOK_AHEAD
  }

  /** The last end of a batch before which all venue time is known; if there is none, the last end of a batch. */
  #findCut(): number {
    const { at, length } = this.#rows
    const newest = new Float64Array(this.#chunkRows + 1)
    for (let row = 0; row < this.#chunkRows; row++) newest[row + 1] = Math.max(newest[row]!, at[row]!)
    let oldest = Number.POSITIVE_INFINITY
    let anyEnd = 0
    for (let row = length; row > this.#chunkRows / 2; row--) {
      if (row < length) oldest = Math.min(oldest, at[row]!)
      if (row > this.#chunkRows || !this.#endsBatch(row - 1)) continue
      if (newest[row]! <= oldest) return row
      if (anyEnd === 0) anyEnd = row
    }
    if (anyEnd > 0) return anyEnd
    let row = this.#chunkRows
    while (row < length && !this.#endsBatch(row - 1)) row++
    return row
  }

  #endsBatch(row: number): boolean {
    const { receivedAt, mark, length } = this.#rows
    if (row === length - 1 || mark[row] === BatchMark.LAST) return true
    return mark[row] === BatchMark.BY_TIME && receivedAt[row] !== receivedAt[row + 1]
  }

  #cut(length: number): Chunk {
    const rows = this.#rows
    const events = sliceColumns(rows, 0, length)
    const ends: number[] = []
    for (let row = 0; row < length; row++) if (row === length - 1 || this.#endsBatch(row)) ends.push(row + 1)
    const byVenueTime = sortRows(rows, length)
    this.#toldAt = Math.max(this.#toldAt, rows.at[byVenueTime[length - 1]!]!)
    this.#heardAt = rows.receivedAt[length - 1]!
    dropRows(rows, length)
    // Rows after the cut must not have a venue time before it.
    this.#repair(rows, 0, rows.length)
    return { events, batchEnds: Uint32Array.from(ends), byVenueTime }
  }
}
