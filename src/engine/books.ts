import type { Batch } from '../model/batch.js'
import { cut } from '../model/cut.js'
import { type EventColumns, EventKind, type MarketEvent } from '../model/event.js'
import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import type { VenueMode } from '../model/venue-mode.js'
import { VenueTerms } from '../model/venue-terms.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'
import type { Depth } from './depth.js'
import { MarketPlaces, type RosterChange } from './market-places.js'
import { References } from './references.js'

/** The books of all markets, shared by every account. */
export interface Books {
  /** Takes in the rows of a batch, in their order. Throws a RangeError where a row names a market that is not of this run. */
  apply(batch: Batch): void
  /** Books changed by the last batch: the first `changedCount` entries; the array is reused. */
  readonly changed: readonly MarketIndex[]
  readonly changedCount: number
  /** Number of the last batch, from 1. */
  readonly batch: number
  /**
   * Markets that join, leave, or were redefined after leaving, in the order of the last batch.
   * @internal
   */
  readonly roster: readonly RosterChange[]
  /** Current definitions of all open markets, by index. */
  markets(): readonly Market[]
  /** The book as the feed shows it, including our own orders: for screens. */
  book(market: MarketIndex): LiveBook | DarkBook
  /**
   * The same as ladders, for desks. Throws a RangeError for a market that is not in this run.
   * @internal
   */
  depth(market: MarketIndex | undefined): Depth
  /**
   * Reference feeds.
   * @internal
   */
  readonly references: References
  /** The venue's trading mode. */
  readonly mode: VenueMode
}

/** Creates the books of a run, each dark until its first `clear`. Throws a RangeError if two markets have the same index. */
export const createBooks = (markets: readonly Market[]): Books => new MarketBooks(markets)

/** Outside of `apply`, so that the compiled code of the hot loop stays small. */
const tooFewRows = ({ events, to }: Batch): RangeError => new RangeError(`no row ${to - 1} in ${events.length} rows`)

class MarketBooks implements Books {
  readonly changed: MarketIndex[] = []
  changedCount = 0
  batch = 0
  roster: RosterChange[] = []
  readonly references = new References()
  readonly #terms = new VenueTerms()
  readonly #places: MarketPlaces
  readonly #depths: readonly (Depth | undefined)[]

  constructor(markets: readonly Market[]) {
    this.#places = new MarketPlaces(markets)
    this.#depths = this.#places.depths
  }

  get mode(): VenueMode {
    return this.#terms.mode
  }

  markets(): readonly Market[] {
    return this.#places.markets().map(market => this.#terms.ownOf(market))
  }

  apply(batch: Batch): void {
    if (this.changedCount > 0) this.#forget()
    if (this.roster.length > 0) this.roster = []
    if (this.references.hasNews) this.references.forgetNews()
    this.batch++
    const { events, from, to } = batch
    if (to > events.length) throw tooFewRows(batch)
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
    const face = this.#places.faces[market]
    if (face === undefined) throw new RangeError(`no market has index ${market}`)
    face.refresh()
    return face.face
  }

  depth(market: MarketIndex | undefined): Depth {
    const depth = market === undefined ? undefined : this.#depths[market]
    if (depth === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#depths.length}`)
    return depth
  }

  #forget(): void {
    for (let i = 0; i < this.changedCount; i++) {
      const depth = this.#depths[this.changed[i]!]!
      depth.isChanged = false
      if (depth.trades.length > 0) cut(depth.trades, 0)
    }
    this.changedCount = 0
  }

  /** Handles nearly every row; separate, so that the compiler inlines it into the loop. */
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
      // A print says that the book has changed but not how, so it does not count as an update of the book. A view freezes it when a strategy reads
      // it.
      const side = events.side[row] === 0 ? 'bid' : 'ask'
      depth.trades.push({ side, price: events.price[row]!, size: events.size[row] ?? Size.ZERO, at })
    } else {
      depth.heardAt = at
      depth.open(at)
    }
  }

  #rare(event: MarketEvent | undefined): void {
    if (event?.kind === 'reference') this.references.named(event.name).take(event.value, event.receivedAt)
    else if (event?.kind === 'reference-feed') this.references.named(event.name).tell(event.state, event.why, event.receivedAt)
    else if (event?.kind === 'market') this.#define(event.market)
    else if (event?.kind === 'joined') this.#join(event)
    else if (event?.kind === 'left') this.#leave(event.market, event.receivedAt)
    else if (event?.kind === 'venue') this.#enter(event.mode, event.receivedAt)
    else if (event?.kind === 'confirmed') this.#touched(event.market).heardAt = event.receivedAt
    else if (event?.kind === 'feed') this.#touched(event.market).tell(event.state, event.why, event.receivedAt)
  }

  #join({ market, stanza }: MarketEvent & { readonly kind: 'joined' }): void {
    this.roster.push({ kind: 'joined', depth: this.#places.join(this.#terms.of(market)), stanza: stanza ?? null })
  }

  /** A mode of the venue applies to each of its markets. */
  #enter(mode: VenueMode, at: Timestamp): void {
    this.#terms.enter(mode)
    for (const own of this.markets()) {
      const depth = this.#touched(own.index)
      depth.define(this.#terms.of(own))
      if (mode === 'restart') depth.tell('lost', 'the venue restarts', at)
    }
  }

  /** The index may belong to another market by now. */
  #define(market: Market): void {
    const isHere = this.#depths[market.index]?.market.id === market.id
    if (isHere) this.#touched(market.index).define(this.#terms.of(frozenCopy(market)))
    else this.roster.push({ kind: 'told', market: frozenCopy(market) })
  }

  #leave(market: MarketIndex, at: Timestamp): void {
    const depth = this.#places.leave(market, at)
    this.#terms.forget(market)
    this.roster.push({ kind: 'left', depth })
    if (!depth.isChanged) return
    depth.isChanged = false
    this.changed.splice(this.changed.indexOf(market), 1)
    this.changedCount--
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
