import { packEvents, unpackEvent } from '../src/model/columns.js'
import { type EventColumns, EventKind, type MarketEvent } from '../src/model/event.js'
import { NumberColumn } from './venue/number-column.js'

/** No row of the recording is being applied. */
export const NO_ROW = -1

/** The row of the recording that accounts are processing. */
export class Evidence {
  events: EventColumns = packEvents([])
  row = NO_ROW

  /** null: no row is being applied. */
  get event(): MarketEvent | null {
    return this.row < 0 ? null : unpackEvent(this.events, this.row)
  }
}

/** Copies of recording rows, column by column: the recording itself is not kept. */
export class KeptRows {
  readonly #kind = new NumberColumn()
  readonly #side = new NumberColumn()
  readonly #market = new NumberColumn()
  readonly #price = new NumberColumn()
  readonly #size = new NumberColumn()
  readonly #at = new NumberColumn()
  readonly #receivedAt = new NumberColumn()
  readonly #rare: MarketEvent[] = []

  /** Returns the copy's index; -1: there was no row. */
  keep({ events, row }: Evidence): number {
    if (row < 0) return -1
    const price = events.price[row]!
    const rare = events.rare[price]
    const isRare = events.kind[row] === EventKind.RARE && rare !== undefined
    this.#kind.push(events.kind[row]!)
    this.#side.push(events.side[row]!)
    this.#market.push(events.market[row]!)
    this.#price.push(isRare ? this.#rare.push(rare) - 1 : price)
    this.#size.push(events.size[row]!)
    this.#at.push(events.at[row]!)
    this.#receivedAt.push(events.receivedAt[row]!)
    return this.#kind.length - 1
  }

  /** All kept rows, in the form of a recording. */
  get columns(): EventColumns {
    const columns = {
      length: this.#kind.length,
      kind: Uint8Array.from(this.#kind.values),
      side: Uint8Array.from(this.#side.values),
      market: this.#market.values,
      price: this.#price.values,
      size: this.#size.values,
      at: this.#at.values,
      receivedAt: this.#receivedAt.values,
      rare: this.#rare,
    }
    // The only cast from plain numbers to branded columns.
    return columns as unknown as EventColumns
  }
}
