import { EventKind, type MarketEvent } from '../../model/event.js'
import type { PlainColumns } from './plain-columns.js'

/** Where an event stands in its batch. */
export const BatchMark = {
  /** The batch ends where the next event has another arrival time. */
  BY_TIME: 0,
  /** The last event of its batch. */
  LAST: 1,
  /** More events of the batch follow. */
  MORE: 2,
} as const

export type BatchMark = (typeof BatchMark)[keyof typeof BatchMark]

/** Growing columns of a recording. A column's array is replaced when it grows, so keep the rows object and not its columns. */
export interface Rows extends PlainColumns {
  length: number
  kind: Uint8Array
  side: Uint8Array
  market: Uint32Array
  price: Int32Array
  size: Float64Array
  at: Float64Array
  receivedAt: Float64Array
  /** Breaks ties of time: the venue's order, then the order of the sources. */
  order: Float64Array
  /** One of `BatchMark`. */
  mark: Uint8Array
  rare: MarketEvent[]
}

/** Rows with length 0. */
export const createRows = (capacity = 256): Rows => ({
  length: 0,
  kind: new Uint8Array(capacity),
  side: new Uint8Array(capacity),
  market: new Uint32Array(capacity),
  price: new Int32Array(capacity),
  size: new Float64Array(capacity),
  at: new Float64Array(capacity),
  receivedAt: new Float64Array(capacity),
  order: new Float64Array(capacity),
  mark: new Uint8Array(capacity),
  rare: [],
})

/** Makes room for one more row and returns its number; the caller fills the columns. */
export function addRow(rows: Rows): number {
  if (rows.length === rows.kind.length) grow(rows, rows.length + 1)
  return rows.length++
}

/** Appends copies of other rows; order and mark only if they have them. */
export function copyRows(
  into: Rows,
  rows: PlainColumns & Partial<Pick<Rows, 'order' | 'mark'>>,
  from: number,
  to: number,
): void {
  const start = into.length
  const end = start + to - from
  if (end > into.kind.length) grow(into, end)
  into.length = end
  for (const name of EVENT_COLUMNS) into[name].set(whole(from, to, rows[name]), start)
  if (rows.order !== undefined) into.order.set(whole(from, to, rows.order), start)
  if (rows.mark !== undefined) into.mark.set(whole(from, to, rows.mark), start)
  if (rows.rare.length === 0) return
  for (let row = start; row < end; row++)
    if (into.kind[row] === EventKind.RARE) into.price[row] = into.rare.push(rows.rare[into.price[row]!]!) - 1
}

/** Removes the first rows. */
export function dropRows(rows: Rows, count: number): void {
  const left = rows.length - count
  if (left > 0) for (const name of COLUMNS) rows[name].copyWithin(0, count, rows.length)
  rows.length = left
  if (rows.rare.length === 0) return
  const rare: MarketEvent[] = []
  for (let row = 0; row < left; row++)
    if (rows.kind[row] === EventKind.RARE) rows.price[row] = rare.push(rows.rare[rows.price[row]!]!) - 1
  rows.rare = rare
}

/** Moves a row before some of its predecessors. */
export function moveRow(rows: Rows, row: number, to: number): void {
  for (const name of COLUMNS) {
    const column = rows[name]
    const value = column[row]!
    column.copyWithin(to + 1, to, row)
    column[to] = value
  }
}

const EVENT_COLUMNS = ['kind', 'side', 'market', 'price', 'size', 'at', 'receivedAt'] as const
const COLUMNS = [...EVENT_COLUMNS, 'order', 'mark'] as const

/** A subarray only where needed: making a view costs more than copying a few numbers. */
const whole = <T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(from: number, to: number, column: T): T =>
  from === 0 && to === column.length ? column : (column.subarray(from, to) as T)

function grow(rows: Rows, length: number): void {
  const next = createRows(Math.max(length, rows.kind.length * 2))
  for (const name of COLUMNS) {
    next[name].set(rows[name])
    rows[name] = next[name] as never
  }
}
