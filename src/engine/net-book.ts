import type { BookLadder } from '../model/book-ladder.js'
import { cut } from '../model/cut.js'
import { type BookSide, type Level, Price, Size } from '../model/money.js'
import type { Touch } from '../model/quote.js'
import { Timestamp } from '../model/time.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'
import { DarkFace, LiveFace } from './book-face.js'
import type { Depth } from './depth.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const SILENT = 'not heard and not confirmed for too long'

/** A market's book without our own sizes: what a strategy sees. One object for each market and account, rewritten by `refresh`. */
export class NetBook {
  /** Whether it may be quoted on. */
  isLive = false
  updatedAt = Timestamp.ZERO
  /** Whether others rest on both sides: otherwise `touch` is meaningless. */
  isTwoSided = false
  readonly touch: Mutable<Omit<Touch, 'mid'>> = {
    bid: Price.ONE,
    bidSize: Size.ZERO,
    ask: Price.ONE,
    askSize: Size.ZERO,
    microprice: 0,
  }
  /** The best prices of the last live book in 1/10,000, 0: none; used by the price collar. */
  lastBid = 0
  lastAsk = 0
  readonly #depth: Depth
  readonly #dark: Mutable<DarkBook> = { state: 'lost', since: Timestamp.ZERO, why: '' }
  /** Our sizes by side: rung, size, rung, size … Few, so a scan is faster than a map. */
  readonly #ownBids: number[] = []
  readonly #ownAsks: number[] = []
  readonly #liveFace: LiveFace
  readonly #darkFace: DarkFace
  #hasOwn = false
  /** The version of the book that `touch` shows; -1: to be read again, because our own sizes changed. */
  #seen = -1

  constructor(depth: Depth) {
    this.#depth = depth
    this.#liveFace = new LiveFace(this)
    this.#darkFace = new DarkFace(this.#dark)
  }

  /** The book as a strategy sees it, or the reason why it is dark. */
  get face(): LiveBook | DarkBook {
    return this.isLive ? this.#liveFace : this.#darkFace
  }

  get state(): (LiveBook | DarkBook)['state'] {
    return this.isLive ? 'live' : this.#dark.state
  }

  /**
   * Reads the book again. `staleAfter`: the oldest time of a venue update that allows quoting. Returns whether what a touch strategy sees has
   * changed.
   */
  refresh(staleAfter = 0): boolean {
    const depth = this.#depth
    if (depth.feed !== 'live' || depth.isCrossed || depth.heardAt < staleAfter) return this.#darken(depth)
    this.updatedAt = depth.updatedAt
    const wasDark = !this.isLive
    this.isLive = true
    if (depth.version === this.#seen && !this.#hasOwn) return wasDark
    this.#seen = this.#hasOwn ? -1 : depth.version
    return this.#readTouch() || wasDark
  }

  /** Whether a look may find a change: another touch, other own sizes in it, or another state. */
  get mayMove(): boolean {
    return this.#hasOwn || !this.isLive || this.#depth.version !== this.#seen
  }

  /** Drops our sizes; `addOwn` adds them again. */
  clearOwn(): void {
    if (!this.#hasOwn) return
    this.#hasOwn = false
    this.#seen = -1
    cut(this.#ownBids, 0)
    cut(this.#ownAsks, 0)
  }

  addOwn(side: BookSide, price: Price, size: number): void {
    this.#hasOwn = true
    this.#ownOf(side).push(rungOf(side, price), size)
  }

  best(side: BookSide): Level | null {
    const rung = this.#next(side, this.#ladder(side).best)
    return rung === 0 ? null : this.#level(side, rung)
  }

  sizeAt(side: BookSide, price: Price): Size {
    return Size.of(this.#net(side, rungOf(side, price)))
  }

  levels(side: BookSide, count: number): readonly Level[] {
    const levels: Level[] = []
    const ladder = this.#ladder(side)
    for (
      let rung = this.#next(side, ladder.best);
      rung > 0 && levels.length < count;
      rung = this.#next(side, ladder.below(rung))
    )
      levels.push(this.#level(side, rung))
    return levels
  }

  #darken(depth: Depth): boolean {
    const dark = this.#dark
    const state = depth.feed === 'lost' ? 'lost' : 'suspect'
    const isNew = this.isLive || dark.state !== state
    const isSilent = depth.feed === 'live' && !depth.isCrossed
    dark.state = state
    dark.why = isSilent ? SILENT : depth.feed === 'live' ? 'bid and ask cross' : depth.why
    dark.since = isSilent ? depth.heardAt : depth.since
    this.isLive = false
    return isNew
  }

  #readTouch(): boolean {
    const bid = this.#next('bid', this.#depth.bids.best)
    const ask = this.#next('ask', this.#depth.asks.best)
    const bidSize = this.#net('bid', bid)
    const askSize = this.#net('ask', ask)
    const { touch } = this
    this.lastBid = bid
    this.lastAsk = ask === 0 ? 0 : Price.ONE - ask
    const isWhole = bid > 0 && ask > 0
    if (isWhole === this.isTwoSided && touch.bidSize === bidSize && touch.askSize === askSize)
      if (!isWhole || (touch.bid === bid && touch.ask === this.lastAsk)) return false
    this.isTwoSided = isWhole
    touch.bidSize = Size.of(bidSize)
    touch.askSize = Size.of(askSize)
    if (!isWhole) return true
    touch.bid = Price.of(bid)
    touch.ask = Price.of(this.lastAsk)
    touch.microprice = (bid * askSize + this.lastAsk * bidSize) / (bidSize + askSize)
    return true
  }

  #ladder(side: BookSide): BookLadder {
    return side === 'bid' ? this.#depth.bids : this.#depth.asks
  }

  // Two fields instead of a record by side: this is the most frequent call of a turn.
  #ownOf(side: BookSide): number[] {
    return side === 'bid' ? this.#ownBids : this.#ownAsks
  }

  /** The first rung at or below `rung` that is not only ours; 0: none. */
  #next(side: BookSide, rung: number): number {
    if (!this.#hasOwn) return rung
    let next = rung
    while (next > 0 && this.#net(side, next) === 0) next = this.#ladder(side).below(next)
    return next
  }

  /** Size of others at a rung. */
  #net(side: BookSide, rung: number): number {
    let size = this.#ladder(side).sizeAt(rung)
    if (!this.#hasOwn) return size
    const own = this.#ownOf(side)
    for (let i = 0; i < own.length; i += 2) if (own[i] === rung) size -= own[i + 1] ?? 0
    return size > 0 ? size : 0
  }

  #level(side: BookSide, rung: number): Level {
    return { price: Price.of(side === 'bid' ? rung : Price.ONE - rung), size: Size.of(this.#net(side, rung)) }
  }
}

const rungOf = (side: BookSide, price: number): number => (side === 'bid' ? price : Price.ONE - price)
