import { rungOf } from '../../src/model/book-ladder.js'
import type { EventColumns, MarketEvent } from '../../src/model/event.js'
import { EventKind } from '../../src/model/event.js'
import type { Fill } from '../../src/model/fill.js'
import type { MarketId } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { type Outcome, Wei } from '../../src/model/money.js'
import { Payout } from '../../src/model/payout.js'
import { Timestamp } from '../../src/model/time.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { LaterMiddles } from '../later-middles.js'
import { NEVER } from '../never.js'
import { type MarkoutPoint, markouts } from '../report/markouts.js'
import type { ProfitParts } from '../result.js'
import { VenueBook } from '../venue-book.js'
import { WeiProfit } from '../wei-profit.js'

/** A fill of a run, with its market's id: an index may be reused after a market left. */
export interface RunFill extends Pick<Fill, 'outcome' | 'side' | 'shares' | 'value' | 'fee'> {
  readonly at: Timestamp
  readonly market: MarketId
}

/** The result of a run by the books that it received, computed as for a backtest's account. */
export interface RunAccounting {
  /** For each market, by index. */
  readonly byMarket: readonly ProfitParts[]
  /** Profit since the beginning, at most once a second. */
  readonly equity: readonly { readonly at: Timestamp; readonly equity: Wei }[]
  /** Largest loss from a peak. */
  readonly maxDrawdown: Wei
  readonly markouts: readonly MarkoutPoint[]
}

interface RunAccountOptions {
  /** By index. */
  readonly markets: readonly Market[]
  /** By time. */
  readonly fills: readonly RunFill[]
  /** Shares held when the run began. They are valued from the market's first two-sided book on, at its mid price. */
  readonly held: ReadonlyMap<MarketId, Readonly<Record<Outcome, bigint>>>
}

const EVERY_US = 1_000_000
/** With more points, every second one is dropped. */
const POINTS_MAX = 20_000

/** Follows a run's fills through the books that it received, without its own orders. */
export class RunAccount {
  readonly #books: readonly VenueBook[]
  readonly #profit: WeiProfit
  readonly #later: LaterMiddles
  readonly #fills: readonly RunFill[]
  readonly #held: Map<number, Readonly<Record<Outcome, bigint>>>
  readonly #places: ReadonlyMap<MarketId, number>
  #points: { readonly at: Timestamp; readonly equity: Wei }[] = []
  #stride = 1
  #count = 0
  #next = 0
  #dueAt = 0
  #peak = 0n
  #fall = 0n
  #now = Timestamp.ZERO

  constructor({ markets, fills, held }: RunAccountOptions) {
    this.#books = markets.map(market => new VenueBook(market))
    this.#profit = new WeiProfit(this.#books)
    this.#later = new LaterMiddles(this.#books)
    this.#places = new Map(markets.map(({ id }, at) => [id, at]))
    this.#fills = fills.filter(({ market }) => this.#places.has(market))
    this.#held = new Map(
      [...held].flatMap(([id, shares]) => {
        const place = this.#places.get(id)
        return place === undefined ? [] : [[place, shares] as const]
      }),
    )
  }

  add({ events, byVenueTime }: Chunk): void {
    for (const row of byVenueTime) {
      const at = events.at[row]!
      if (at > this.#now) this.#pass(at)
      this.#row(events, row)
    }
  }

  /** Books the remaining fills, and values held shares by the marks. */
  finish(): RunAccounting {
    this.#pass(Timestamp.NEVER)
    this.#mark(this.#now)
    const byMarket = this.#profit.close(this.#now)
    return { byMarket, equity: this.#points, maxDrawdown: Wei.of(this.#fall), markouts: this.#markouts() }
  }

  /** Applies fills and marks between two rows, before `until`. */
  #pass(until: number): void {
    for (;;) {
      const fill = this.#fills[this.#next]
      const fillAt = fill?.at ?? NEVER
      const isOver = until === Timestamp.NEVER
      // Nothing is marked before the first row; after the last one only at the end.
      const markAt = this.#now === 0 || isOver ? NEVER : this.#dueAt
      const laterAt = isOver ? NEVER : this.#later.dueAt
      if (Math.min(fillAt, markAt, laterAt) >= until) break
      if (laterAt <= fillAt && laterAt <= markAt) this.#later.look(laterAt)
      else if (fill !== undefined && fillAt <= markAt) {
        const market = this.#places.get(fill.market)!
        this.#profit.fill(market, fill)
        this.#later.add(fillAt, market)
        this.#next++
        if (fillAt > this.#now) this.#now = fill.at
      } else this.#mark(Timestamp.of(markAt))
    }
    if (until === Timestamp.NEVER) return
    if (this.#now === 0) this.#dueAt = until - (until % EVERY_US) + EVERY_US
    this.#now = Timestamp.of(until)
    if (this.#dueAt <= until) this.#dueAt = until - (until % EVERY_US) + EVERY_US
  }

  #mark(at: Timestamp): void {
    this.#dueAt = at - (at % EVERY_US) + EVERY_US
    const equity = this.#profit.equity(at)
    if (equity > this.#peak) this.#peak = equity
    else if (this.#peak - equity > this.#fall) this.#fall = this.#peak - equity
    if (this.#count++ % this.#stride === 0) this.#points.push({ at, equity })
    if (this.#points.length <= POINTS_MAX) return
    this.#stride *= 2
    this.#points = this.#points.filter((_, index) => index % 2 === 0)
  }

  #row(events: EventColumns, row: number): void {
    const at = events.at[row]!
    const kind = events.kind[row]!
    if (kind === EventKind.RARE) return this.#rare(events.rare[events.price[row]!], at)
    const market = events.market[row]!
    const book = this.#books[market]
    if (book === undefined) return
    if (kind === EventKind.CLEAR) {
      if (at !== book.at) book.begin(at)
      book.clear()
    } else if (kind < EventKind.CLEAR) {
      const lane = events.side[row]!
      book.row(at, lane, rungOf(lane, events.price[row]!), events.size[row]!)
      if (this.#held.size > 0) this.#takeOver(market, book)
    }
  }

  /** Shares from before the run count as bought at the mid price of the first book. */
  #takeOver(market: number, book: VenueBook): void {
    const held = this.#held.get(market)
    if (held === undefined || book.bid === 0 || book.ask === 0) return
    this.#held.delete(market)
    for (const outcome of ['yes', 'no'] as const) {
      const shares = Wei.of(held[outcome])
      const middle = BigInt(outcome === 'yes' ? book.middle : 20_000 - book.middle)
      const value = Wei.of((shares * middle) / 20_000n)
      if (shares > 0n) this.#profit.fill(market, { outcome, side: 'buy', shares, value, fee: NO_FEE })
    }
  }

  #rare(event: MarketEvent | undefined, at: Timestamp): void {
    if (event?.kind === 'feed' || event?.kind === 'left') {
      const book = this.#books[event.market]
      if (book === undefined) return
      if (at !== book.at) book.begin(at)
      book.darken()
    }
    if (event?.kind === 'market' || event?.kind === 'joined') this.#define(event.market, at)
  }

  #define(next: Market, at: Timestamp): void {
    const book = this.#books[next.index]
    if (book === undefined) return
    const isNew = next.result !== null && book.market.result === null
    if (at !== book.at) book.begin(at)
    book.define(next)
    if (!isNew || next.result === null) return
    for (const outcome of ['yes', 'no'] as const) {
      const shares = this.#profit.shares(next.index, outcome)
      const value = Wei.of(Payout.of(next.result.yes, outcome, shares))
      if (shares > 0n) this.#profit.pay(next.index, { outcome, shares, value })
    }
  }

  #markouts(): readonly MarkoutPoint[] {
    const fills = this.#fills.map(({ market, ...fill }, index) => ({
      ...fill,
      market: this.#places.get(market)!,
      isSettled: true,
      middlesAfter: this.#later.of(index),
    }))
    return markouts({ markets: this.#books.map(({ market }) => market) }, fills)
  }
}

const NO_FEE: Fill['fee'] = { in: 'cash', amount: Wei.ZERO }
