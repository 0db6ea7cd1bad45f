import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import { DISORDER_MAX, type EventSource } from './event-source.js'

/** Where an event stands among the batches of the recording. */
export const Mark = {
  /** Its batch ends where the next event arrives at another time. */
  BY_TIME: 0,
  /** The last of a batch. */
  LAST: 1,
  /** More of its batch follows. */
  MORE: 2,
} as const

export type Mark = (typeof Mark)[keyof typeof Mark]

/** An event on its way into a recording. */
export interface Arrival {
  readonly event: MarketEvent
  /** Breaks ties of time: as its venue meant it, and the sources in their order. */
  readonly order: number
  readonly mark: Mark
}

/** More events than any source has; orders stay whole numbers in a double. */
const ORDERS_A_SOURCE = 2 ** 36

/**
 * Merges sources into one stream in the order of arrival, opening each when its time has come, so that memory holds seconds and not files. What
 * comes out does not depend on how the disk cut the groups. An event later than its source may be is left to whoever takes the stream.
 */
export async function* mergeSources(sources: readonly EventSource[]): AsyncGenerator<readonly Arrival[]> {
  const waiting = sources.map((source, index) => new Cursor(source, index)).toSorted((a, b) => a.heardAt - b.heardAt)
  let pool: Arrival[] = []
  for (;;) {
    const next = earliest(waiting)
    if (next === null) break
    const group = await next.pull()
    pool = group.length === 0 ? pool : merged(pool, group)
    const horizon = (earliest(waiting)?.heardAt ?? Number.POSITIVE_INFINITY) - DISORDER_MAX
    const count = countBefore(pool, horizon)
    if (count === 0) continue
    yield pool.slice(0, count)
    pool = pool.slice(count)
  }
  if (pool.length > 0) yield pool
}

class Cursor {
  /** Nothing more of this source arrives much before this. */
  heardAt: Timestamp
  isOver = false
  readonly #source: EventSource
  #groups: ReturnType<EventSource['groups']> | null = null
  #order: number

  constructor(source: EventSource, index: number) {
    this.#source = source
    this.heardAt = source.startsAt
    this.#order = index * ORDERS_A_SOURCE
  }

  async pull(): Promise<readonly Arrival[]> {
    this.#groups ??= this.#source.groups()
    const { value, done } = await this.#groups.next()
    if (done === true) {
      this.isOver = true
      return []
    }
    const { events, isBatch } = value
    const last = events.length - 1
    return events.map((event, index) => {
      this.heardAt = Timestamp.max(this.heardAt, event.receivedAt)
      const mark = isBatch ? (index === last ? Mark.LAST : Mark.MORE) : Mark.BY_TIME
      return { event, order: this.#order++, mark }
    })
  }
}

function earliest(cursors: readonly Cursor[]): Cursor | null {
  let found: Cursor | null = null
  for (const cursor of cursors) if (!cursor.isOver && (found === null || cursor.heardAt < found.heardAt)) found = cursor
  return found
}

/** Sorting nearly sorted lists costs little more than a walk over them. */
function merged(pool: readonly Arrival[], group: readonly Arrival[]): Arrival[] {
  const both = pool.concat(group)
  return both.every((one, index) => index === 0 || later(both[index - 1]!, one) <= 0) ? both : both.sort(later)
}

const later = (a: Arrival, b: Arrival): number => a.event.receivedAt - b.event.receivedAt || a.order - b.order

function countBefore(pool: readonly Arrival[], horizon: number): number {
  let low = 0
  let high = pool.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (pool[middle]!.event.receivedAt < horizon) low = middle + 1
    else high = middle
  }
  return low
}
