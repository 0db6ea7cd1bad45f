import type { Batch } from '../model/batch.js'
import { cut } from '../model/cut.js'
import { type EventColumns, EventKind, type MarketEvent } from '../model/event.js'
import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'
import { type Depth, emptyDepth, openBook } from './depth.js'
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
    this.#depths = markets.map(market => emptyDepth(frozenCopy(market)))
    this.#faces = this.#depths.map(depth => new NetBook(depth))
  }

  apply(batch: Batch): void {
    this.#forget()
    this.batch++
    const { events, to } = batch
    for (let row = batch.from; row < to; row++) this.#row(events, row)
    for (let i = 0; i < this.changedCount; i++) this.#cross(this.depth(this.changed[i]), batch.now)
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
      const depth = this.depth(this.changed[i])
      depth.isChanged = false
      cut(depth.trades, 0)
    }
    this.changedCount = 0
  }

  #row(events: EventColumns, row: number): void {
    const kind = events.kind[row] ?? EventKind.RARE
    const price = events.price[row]
    if (price === undefined) throw new RangeError(`no row ${row} in ${events.length} rows`)
    if (kind === EventKind.RARE) return this.#rare(events.rare[price])
    const depth = this.#touched(events.market[row])
    const at = events.receivedAt[row] ?? Timestamp.ZERO
    depth.updatedAt = at
    // A print says that the book has changed and not how: it keeps no book young.
    if (kind !== EventKind.TRADE) depth.heardAt = at
    if (kind === EventKind.CLEAR) return openBook(depth, at)
    const isBid = events.side[row] === 0
    const size = events.size[row] ?? Size.ZERO
    if (kind === EventKind.TRADE) depth.trades.push(Object.freeze({ side: isBid ? 'bid' : 'ask', price, size, at }))
    else if (isBid) depth.bids.set(price, size, this.batch)
    else depth.asks.set(Price.ONE - price, size, this.batch)
  }

  #rare(event: MarketEvent | undefined): void {
    if (event?.kind === 'reference')
      this.#references.set(event.name, Object.freeze({ value: event.value, at: event.receivedAt }))
    else if (event?.kind === 'market') this.#touched(event.market.index).market = frozenCopy(event.market)
    else if (event?.kind === 'confirmed') this.#touched(event.market).heardAt = event.receivedAt
    else if (event?.kind === 'feed') {
      const depth = this.#touched(event.market)
      depth.feed = event.state
      depth.why = event.why
      depth.since = event.receivedAt
    }
  }

  #touched(market: MarketIndex | undefined): Depth {
    const depth = this.depth(market)
    if (!depth.isChanged) {
      depth.isChanged = true
      this.changed[this.changedCount++] = depth.market.index
    }
    return depth
  }

  /** A crossed book says nothing true, but it is whole: it heals by itself when the levels part again. */
  #cross(depth: Depth, now: Timestamp): void {
    const isCrossed = depth.bids.best > 0 && depth.asks.best > 0 && depth.bids.best + depth.asks.best >= Price.ONE
    if (isCrossed && !depth.isCrossed) depth.since = now
    depth.isCrossed = isCrossed
  }
}
