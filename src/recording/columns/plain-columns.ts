import { type EventColumns, EventKind, type MarketEvent } from '../../model/event.js'

/** Rows as plain typed arrays, for code that fills them column by column. */
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

/** Plain columns as event columns; the caller must have checked prices, sizes and times. */
export const asEventColumns = (columns: PlainColumns): EventColumns => columns as unknown as EventColumns

/** Event columns as plain typed arrays, without a copy. */
export const asPlainColumns = (columns: EventColumns): PlainColumns => columns as unknown as PlainColumns

/** Copies some rows with their rare events. */
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
