import { type EventColumns, EventKind, type MarketEvent } from '../model/event.js'

/** Rows as plain typed arrays, for whoever fills them by the column. */
export interface PlainColumns {
  readonly length: number
  readonly kind: Uint8Array
  readonly side: Uint8Array
  readonly market: Uint32Array
  readonly price: Int32Array
  readonly size: Float64Array
  readonly at: Float64Array
  readonly receivedAt: Float64Array
  readonly rare: readonly MarketEvent[]
}

/** Plain columns as event columns; their numbers must have been proven to be prices, sizes and times. */
export const asEventColumns = (columns: PlainColumns): EventColumns => columns as unknown as EventColumns

/** The way back: packed columns are plain typed arrays. */
export const asPlainColumns = (columns: EventColumns): PlainColumns => columns as unknown as PlainColumns

/** A copy of some rows, with the rare events that are theirs. */
export function sliceColumns(columns: PlainColumns, from: number, to: number): EventColumns {
  const { kind, side, market, price, size, at, receivedAt } = columns
  const prices = price.slice(from, to)
  const rare: MarketEvent[] = []
  for (let row = from; row < to; row++)
    if (kind[row] === EventKind.RARE) prices[row - from] = rare.push(columns.rare[price[row]!]!) - 1
  return asEventColumns({
    length: to - from,
    kind: kind.slice(from, to),
    side: side.slice(from, to),
    market: market.slice(from, to),
    price: prices,
    size: size.slice(from, to),
    at: at.slice(from, to),
    receivedAt: receivedAt.slice(from, to),
    rare,
  })
}
