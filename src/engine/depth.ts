import { BookLadder, rungOf } from '../model/book-ladder.js'
import type { Market } from '../model/market.js'
import { Price } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { Trade } from '../strategy/view.js'

/** One market's book as the feed has it. Written only by `Books`. */
export class Depth {
  market: Market
  /** YES bids by price, and YES asks as NO bids at 1 - price. */
  readonly bids = new BookLadder()
  readonly asks = new BookLadder()
  readonly #sides = [this.bids, this.asks] as const
  #keepsBatches = false
  /** The feed's state; a crossed book is dark as well. */
  feed: 'live' | 'suspect' | 'lost' = 'lost'
  isCrossed = false
  why = 'no book has come yet'
  since = Timestamp.ZERO
  /** When its last row came. */
  updatedAt = Timestamp.ZERO
  /** When the venue last reported anything about this book: a row, or that it is unchanged. Age limits use this. */
  heardAt = Timestamp.ZERO
  /** Prints of the last batch. */
  readonly trades: Trade[] = []
  isChanged = false
  /** Changes after each batch that changed the touch or the feed's state: while it is equal, so are they. */
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

  /** From now on, the batch of each level's last row is recorded, for desks whose own orders the book shows. */
  keepBatches(): void {
    this.#keepsBatches = true
    this.bids.keepBatches()
    this.asks.keepBatches()
  }

  /** Sets a level. Most rows are below the best price of their side and do not change the touch. */
  set(side: 0 | 1, price: number, size: number, batch: number): void {
    const ladder = this.#sides[side]
    const rung = rungOf(side, price)
    if (rung >= ladder.best) this.isUnread = true
    ladder.set(rung, size)
    if (this.#keepsBatches) ladder.note(rung, batch)
  }

  /** Empties both sides; from here on the feed is live. */
  open(at: Timestamp): void {
    this.bids.clear()
    this.asks.clear()
    this.feed = 'live'
    this.why = ''
    this.since = at
    this.isUnread = true
    this.version++
  }

  /** Sets the feed's state. */
  tell(feed: 'suspect' | 'lost', why: string, at: Timestamp): void {
    this.feed = feed
    this.why = why
    this.since = at
    this.version++
  }

  /**
   * Computes the touch. The prices of a crossed book cannot be trusted, but it is complete: it becomes live again when the levels no longer cross.
   */
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

/** The touch as last computed. */
class SeenTouch {
  #bid = 0
  #bidSize = 0
  #ask = 0
  #askSize = 0

  /** Stores a touch. Returns whether it changed. */
  change(bid: number, bidSize: number, ask: number, askSize: number): boolean {
    if (bid === this.#bid && ask === this.#ask && bidSize === this.#bidSize && askSize === this.#askSize) return false
    this.#bid = bid
    this.#bidSize = bidSize
    this.#ask = ask
    this.#askSize = askSize
    return true
  }
}
