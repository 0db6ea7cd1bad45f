import { Ladder, rungOf } from '../model/ladder.js'
import type { Market } from '../model/market.js'
import { Price } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { Trade } from '../strategy/view.js'

/** One market as the feed has it. Written by `Books` only. */
export class Depth {
  market: Market
  /** YES bids by price, and YES asks as NO bids by 1 - price. */
  readonly bids = new Ladder()
  readonly asks = new Ladder()
  readonly #sides = [this.bids, this.asks] as const
  #keepsBatches = false
  /** What the feed says of itself; a book that stands crossed is dark as well. */
  feed: 'live' | 'suspect' | 'lost' = 'lost'
  isCrossed = false
  why = 'no book has come yet'
  since = Timestamp.ZERO
  /** When its last row came. */
  updatedAt = Timestamp.ZERO
  /** When the venue last said anything of this book: a row, or that it is as we have it. What limits of age go by. */
  heardAt = Timestamp.ZERO
  /** Prints of the last batch. */
  readonly trades: Trade[] = []
  isChanged = false
  /** Another one after each batch that changed the touch or the state of the feed: while it is the same, so are they. */
  version = 0
  /** A row of this batch may have changed what `version` counts. */
  isUnread = true
  readonly #touch = new SeenTouch()

  constructor(market: Market) {
    this.market = market
  }

  define(market: Market): void {
    this.market = market
  }

  /** From now on the batches of rows are kept, for desks whose own orders the book shows. */
  keepBatches(): void {
    this.#keepsBatches = true
    this.bids.keepBatches()
    this.asks.keepBatches()
  }

  /** Sets a level. Rows below the best of their side, which are most, leave the touch alone. */
  set(side: 0 | 1, price: number, size: number, batch: number): void {
    const ladder = this.#sides[side]
    const rung = rungOf(side, price)
    if (rung >= ladder.best) this.isUnread = true
    ladder.set(rung, size)
    if (this.#keepsBatches) ladder.note(rung, batch)
  }

  /** Empties both sides; from here on the feed is believed. */
  open(at: Timestamp): void {
    this.bids.clear()
    this.asks.clear()
    this.feed = 'live'
    this.why = ''
    this.since = at
    this.isUnread = true
    this.version++
  }

  /** What the feed says of itself. */
  tell(feed: 'suspect' | 'lost', why: string, at: Timestamp): void {
    this.feed = feed
    this.why = why
    this.since = at
    this.version++
  }

  /** Reads the touch again. A crossed book says nothing true, but it is whole: it heals by itself when the levels part again. */
  read(now: Timestamp): void {
    this.isUnread = false
    const { bids, asks } = this
    const bid = bids.best
    const ask = asks.best
    if (!this.#touch.change(bid, bids.sizeAt(bid), ask, asks.sizeAt(ask))) return
    this.version++
    const isCrossed = bid > 0 && ask > 0 && bid + ask >= Price.ONE
    if (isCrossed && !this.isCrossed) this.since = now
    this.isCrossed = isCrossed
  }
}

/** The touch as it was last read. */
class SeenTouch {
  #bid = 0
  #bidSize = 0
  #ask = 0
  #askSize = 0

  /** Takes down a touch. Answers whether it is another one. */
  change(bid: number, bidSize: number, ask: number, askSize: number): boolean {
    if (bid === this.#bid && ask === this.#ask && bidSize === this.#bidSize && askSize === this.#askSize) return false
    this.#bid = bid
    this.#bidSize = bidSize
    this.#ask = ask
    this.#askSize = askSize
    return true
  }
}
