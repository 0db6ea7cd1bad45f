import type { Batch } from '../model/batch.js'
import { cut } from '../model/cut.js'
import { type EventColumns, EventKind, type MarketEvent } from '../model/event.js'
import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'
import { Depth } from './depth.js'
import { NetBook } from './net-book.js'

/** What the market says: shared by every account that looks at it. */
export interface Books {
  apply(batch: Batch): void
  /** By the last batch: the first `changedCount` of the list, which keeps its memory. */
  readonly changed: readonly MarketIndex[]
  readonly changedCount: number
  /** The number of the last batch, from 1. */
  readonly batch: number
  /** The book as the feed shows it, our own orders included: for screens. */
  book(market: MarketIndex): LiveBook | DarkBook
  /** The same as ladders, for desks. Throws a RangeError for a market that is not of this run. */
  depth(market: MarketIndex | undefined): Depth
  reference(name: string): { readonly value: number; readonly at: Timestamp } | undefined
}

/** Makes the books of a run, each dark until its first `clear`. `markets` stand in the order of their index. */
export const createBooks = (markets: readonly Market[]): Books => new MarketBooks(markets)

class MarketBooks implements Books {
  readonly changed: MarketIndex[] = []
  changedCount = 0
  batch = 0
  readonly #depths: readonly Depth[]
  readonly #faces: readonly NetBook[]
  readonly #references = new Map<string, { readonly value: number; readonly at: Timestamp }>()

  constructor(markets: readonly Market[]) {
    this.#depths = markets.map(market => new Depth(frozenCopy(market)))
    this.#faces = this.#depths.map(depth => new NetBook(depth))
  }

  apply(batch: Batch): void {
    if (this.changedCount > 0) this.#forget()
    this.batch++
    const { events, from, to } = batch
    if (to > events.length) throw new RangeError(`no row ${to - 1} in ${events.length} rows`)
    const { kind } = events
    for (let row = from; row < to; row++) {
      if (kind[row]! < EventKind.CLEAR) this.#level(events, row)
      else this.#otherRow(events, row)
    }
    for (let i = 0; i < this.changedCount; i++) {
      const depth = this.#depths[this.changed[i]!]!
      if (depth.isUnread) depth.read(batch.now)
    }
  }

  book(market: MarketIndex): LiveBook | DarkBook {
    const face = this.#faces[market]
    if (face === undefined) throw new RangeError(`no market has index ${market}`)
    face.refresh()
    return face.face
  }

  depth(market: MarketIndex | undefined): Depth {
    const depth = market === undefined ? undefined : this.#depths[market]
    if (depth === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#depths.length}`)
    return depth
  }

  reference(name: string): { readonly value: number; readonly at: Timestamp } | undefined {
    return this.#references.get(name)
  }

  #forget(): void {
    for (let i = 0; i < this.changedCount; i++) {
      const depth = this.#depths[this.changed[i]!]!
      depth.isChanged = false
      if (depth.trades.length > 0) cut(depth.trades, 0)
    }
    this.changedCount = 0
  }

  /** Nearly every row: kept apart from the others, so that the compiler puts it into the loop. */
  #level(events: EventColumns, row: number): void {
    const depth = this.#touched(events.market[row]!)
    depth.updatedAt = depth.heardAt = events.receivedAt[row]!
    depth.set(events.side[row]!, events.price[row]!, events.size[row]!, this.batch)
  }

  #otherRow(events: EventColumns, row: number): void {
    const kind = events.kind[row]!
    if (kind === EventKind.RARE) return this.#rare(events.rare[events.price[row]!])
    const depth = this.#touched(events.market[row]!)
    const at = events.receivedAt[row]!
    depth.updatedAt = at
    if (kind === EventKind.TRADE) {
      // A print says that the book has changed and not how: it keeps no book young. A view freezes it where a strategy reads it.
      const side = events.side[row] === 0 ? 'bid' : 'ask'
      depth.trades.push({ side, price: events.price[row]!, size: events.size[row] ?? Size.ZERO, at })
    } else {
      depth.heardAt = at
      depth.open(at)
    }
  }

  #rare(event: MarketEvent | undefined): void {
    if (event?.kind === 'reference')
      this.#references.set(event.name, Object.freeze({ value: event.value, at: event.receivedAt }))
    else if (event?.kind === 'market') this.#touched(event.market.index).market = frozenCopy(event.market)
    else if (event?.kind === 'confirmed') this.#touched(event.market).heardAt = event.receivedAt
    else if (event?.kind === 'feed') this.#touched(event.market).tell(event.state, event.why, event.receivedAt)
  }

  #touched(market: MarketIndex): Depth {
    const depth = this.#depths[market]
    if (depth === undefined) return this.depth(market)
    if (!depth.isChanged) this.#noteChange(depth, market)
    return depth
  }

  #noteChange(depth: Depth, market: MarketIndex): void {
    depth.isChanged = true
    this.changed[this.changedCount++] = market
  }
}
