import { Timestamp } from '../model/time.js'
import { BatchMark, copyRows, createRows, dropRows, moveRow, type Rows } from './columns/rows.js'
import { DISORDER_MAX, type EventGroup, type EventSource } from './formats/event-source.js'

/** Consecutive rows; valid until the next run is requested, and their times may be repaired in place. */
export interface Run {
  readonly rows: Rows
  readonly from: number
  readonly to: number
}

/** More events than any source has, small enough that orders stay integers in a double. */
const ORDERS_A_SOURCE = 2 ** 36

/**
 * Merges sources into one stream by arrival time. Each source is opened when the merge reaches its start, so memory holds seconds of data, not files.
 * The result does not depend on how reads from disk were split. Events that exceed a source's allowed disorder are passed on; the consumer repairs
 * them.
 */
export async function* mergeSources(sources: readonly EventSource[]): AsyncGenerator<Run> {
  const cursors = sources.map((source, index) => new Cursor(source, index))
  for (;;) {
    const next = earliest(cursors)
    if (next === null) break
    await next.pull()
    const horizon = (earliest(cursors)?.heardAt ?? Number.POSITIVE_INFINITY) - DISORDER_MAX
    yield* runsBefore(horizon, cursors)
  }
}

/** The waiting rows of one source, sorted by arrival time. */
class Cursor {
  /** Later rows of this source arrive at this time or only slightly before it (`DISORDER_MAX`). */
  heardAt: Timestamp
  isOver = false
  readonly rows = createRows()
  /** The first row not yet emitted. */
  head = 0
  readonly #source: EventSource
  #groups: ReturnType<EventSource['groups']> | null = null
  #order: number

  constructor(source: EventSource, index: number) {
    this.#source = source
    this.heardAt = source.startsAt
    this.#order = index * ORDERS_A_SOURCE
  }

  /** Arrival time of the next row; infinite if none waits. */
  get nextAt(): number {
    return this.head < this.rows.length ? this.rows.receivedAt[this.head]! : Number.POSITIVE_INFINITY
  }

  async pull(): Promise<void> {
    this.#groups ??= this.#source.groups()
    const { value, done } = await this.#groups.next()
    if (done === true) this.isOver = true
    else this.#take(value)
  }

  #take({ events, isBatch }: EventGroup): void {
    const { rows } = this
    dropRows(rows, this.head)
    this.head = 0
    const from = rows.length
    copyRows(rows, events, 0, events.length)
    for (let row = from; row < rows.length; row++) {
      rows.order[row] = this.#order++
      rows.mark[row] = !isBatch ? BatchMark.BY_TIME : row === rows.length - 1 ? BatchMark.LAST : BatchMark.MORE
      this.#place(row)
    }
    const heardAt = rows.length > 0 ? rows.receivedAt[rows.length - 1]! : 0
    this.heardAt = Timestamp.max(this.heardAt, Timestamp.of(heardAt))
  }

  /** Few rows are out of order, and only by a short distance, so insertion is cheap. */
  #place(row: number): void {
    const { receivedAt } = this.rows
    const arrival = receivedAt[row]!
    let to = row
    while (to > 0 && receivedAt[to - 1]! > arrival) to--
    if (to < row) moveRow(this.rows, row, to)
  }
}

function earliest(cursors: readonly Cursor[]): Cursor | null {
  let found: Cursor | null = null
  for (const cursor of cursors) if (!cursor.isOver && (found === null || cursor.heardAt < found.heardAt)) found = cursor
  return found
}

/** Rows that arrived before the horizon, in order; ties in the order of the sources. */
function* runsBefore(horizon: number, cursors: readonly Cursor[]): Generator<Run> {
  for (;;) {
    let first = 0
    for (let index = 1; index < cursors.length; index++) if (cursors[index]!.nextAt < cursors[first]!.nextAt) first = index
    const cursor = cursors[first]
    if (cursor === undefined || !(cursor.nextAt < horizon)) return
    let bound = horizon
    // Timestamps are integers: `< t + 1` is `<= t`.
    for (let index = 0; index < cursors.length; index++)
      if (index !== first) bound = Math.min(bound, cursors[index]!.nextAt + (index > first ? 1 : 0))
    yield runOf(cursor, bound)
  }
}

function runOf(cursor: Cursor, bound: number): Run {
  const { rows, head } = cursor
  let to = head + 1
  while (to < rows.length && rows.receivedAt[to]! < bound) to++
  cursor.head = to
  return { rows, from: head, to }
}
