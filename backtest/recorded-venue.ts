import { CrowdChange } from '../src/exchange/core/crowd-change.js'
import { marketChange } from '../src/exchange/crowd/market-change.js'
import { rungOf } from '../src/model/book-ladder.js'
import { packEvents } from '../src/model/columns.js'
import { type EventColumns, EventKind, type LevelCause, type MarketEvent } from '../src/model/event.js'
import type { Market } from '../src/model/market.js'
import { Timestamp } from '../src/model/time.js'
import type { Chunk } from '../src/recording/columns/recording.js'
import { Evidence, NO_ROW } from './evidence.js'
import { NEVER } from './never.js'
import { coreMarket } from './order-spec.js'
import { SharedBook } from './shared-book.js'
import type { SimulatedAccount } from './simulated-account.js'
import { type RowMoment, VenueBook } from './venue-book.js'

const CAUSES: readonly LevelCause[] = ['added', 'traded', 'removed', 'unexplained']
const NOTHING = packEvents([])

/**
 * The recording as its venue saw it, row by row in venue time: one book for all accounts. A row is passed to an account only if it has an order at
 * that price or one that the row reaches; any other row costs one write and a check for each account.
 */
export class RecordedVenue {
  readonly books: readonly VenueBook[]
  /** Time of the next row; `NEVER` if none is known. */
  dueAt: number = NEVER
  /** Rows before this time may be applied without interruption. */
  until: number = NEVER
  /** Time of the last row. Times are fields here and not arguments, which would allocate. */
  at = Timestamp.ZERO
  /** Whether the last row affected an account. */
  hasAffected = false
  /** Number of rows so far. */
  events = 0
  readonly evidence = new Evidence()
  #sharedBooks: readonly SharedBook[] = []
  #accounts: readonly SimulatedAccount[] = []
  #chunk: Chunk = { events: NOTHING, batchEnds: new Uint32Array(), byVenueTime: new Uint32Array() }
  #cursor = 0
  readonly #change = new CrowdChange()
  readonly #moment: RowMoment = { at: NEVER }

  constructor(markets: readonly Market[]) {
    this.books = markets.map(market => new VenueBook(market, this.#moment))
  }

  /** Connects the accounts, once their markets are open there. */
  join(accounts: readonly SimulatedAccount[]): void {
    this.#accounts = accounts
    this.#sharedBooks = this.books.map((book, index) => {
      const crowds = accounts.map(account => account.crowdOf(index))
      return new SharedBook(book, crowds)
    })
  }

  /** An account's orders in a market changed. */
  readonly ordersChanged = (market: number): void => this.#sharedBooks[market]?.refresh()

  add(chunk: Chunk): void {
    this.#chunk = chunk
    this.evidence.events = chunk.events
    this.#cursor = 0
    this.#aim()
  }

  /** Applies rows before `until`, or up to one that affects an account. Most of them only set a level, or are prints without effect. */
  run(): void {
    const { events, byVenueTime } = this.#chunk
    const { at, kind, market, side, price, size } = events
    const sharedBooks = this.#sharedBooks
    const { until } = this
    const end = byVenueTime.length
    const from = this.#cursor
    let next = from
    let last = this.at
    let hasAffected = false
    while (next < end && !hasAffected) {
      const row = byVenueTime[next]!
      const rowAt = at[row]!
      if (rowAt >= until) break
      last = rowAt
      next++
      const shared = sharedBooks[market[row]!]
      const lane = side[row]!
      const rung = rungOf(lane, price[row]!)
      if (shared === undefined || kind[row]! >= EventKind.CLEAR) hasAffected = this.#otherRow(events, row)
      else if (shared.levelMayMatter(lane, rung)) hasAffected = this.#level(shared, row, rung)
      else shared.book.row(rowAt, lane, rung, size[row]!)
    }
    this.evidence.row = NO_ROW
    this.#moment.at = NEVER
    this.hasAffected = hasAffected
    this.at = last
    this.#cursor = next
    this.events += next - from
    this.#aim()
  }

  #aim(): void {
    const { events, byVenueTime } = this.#chunk
    this.dueAt = this.#cursor < byVenueTime.length ? Math.max(this.at, events.at[byVenueTime[this.#cursor]!]!) : NEVER
  }

  #sharedBookOf(market: number): SharedBook {
    const shared = this.#sharedBooks[market]
    if (shared === undefined) throw new RangeError(`a row is of market ${market}, there are ${this.#sharedBooks.length}`)
    return shared
  }

  /** A level where an account has an order or took something, or that reaches an order. Returns whether it affected an account. */
  #level({ book, crowds }: SharedBook, row: number, rung: number): boolean {
    const { at, kind, side, size } = this.#chunk.events
    const change = this.#change
    this.evidence.row = row
    this.#moment.at = at[row]!
    change.at = at[row]!
    change.lane = side[row]!
    change.price = rung
    change.size = size[row]!
    change.cause = CAUSES[kind[row]!]!
    for (let i = 0; i < crowds.length; i++) crowds[i]!.before(change)
    book.row(change.at, change.lane, rung, change.size)
    for (let i = 0; i < crowds.length; i++) crowds[i]!.after(change)
    return this.#readNews()
  }

  /** A row that is not a level. Returns whether it affected an account. */
  #otherRow(events: EventColumns, row: number): boolean {
    this.evidence.row = row
    this.#moment.at = events.at[row]!
    switch (events.kind[row]) {
      case EventKind.RARE:
        return this.#rare(events.rare[events.price[row]!])
      case EventKind.CLEAR:
        this.#clear(this.#sharedBookOf(events.market[row]!), events.at[row]!)
        return false
      default:
        return this.#print(events, row) && this.#readNews()
    }
  }

  #clear({ book, crowds }: SharedBook, at: Timestamp): void {
    for (const crowd of crowds) crowd.clear(at)
    if (at !== book.at) book.begin(at)
    book.clear()
  }

  /** Returns whether the print may hit an order: only then it is passed to the accounts. */
  #print(events: EventColumns, row: number): boolean {
    const shared = this.#sharedBookOf(events.market[row]!)
    const lane = events.side[row]!
    const price = events.price[row]!
    if (!shared.printMayHit(lane, rungOf(lane, price))) return false
    const print = { side: lane === 0 ? 'bid' : 'ask', price, size: events.size[row]! } as const
    for (const crowd of shared.crowds) crowd.print(events.at[row]!, print)
    return true
  }

  #rare(event: MarketEvent | undefined): boolean {
    // A market that left has no more rows: its shares stay valued by the last book.
    if (event?.kind === 'feed' || event?.kind === 'left') {
      const book = this.books[event.market]
      if (book !== undefined) this.#darken(book, event.at)
    }
    if (event?.kind !== 'market' && event?.kind !== 'joined') return false
    this.#define(event.market, event.at)
    this.#readNews()
    return true
  }

  #darken(book: VenueBook, at: Timestamp): void {
    if (at !== book.at) book.begin(at)
    book.darken()
  }

  #define(next: Market, at: Timestamp): void {
    const book = this.books[next.index]
    if (book === undefined) throw new RangeError(`a definition is of market ${next.index}, there are ${this.books.length}`)
    const commands = marketChange(book.market, next, { at, market: coreMarket(next.index) })
    if (at !== book.at) book.begin(at)
    book.define(next)
    for (const account of this.#accounts) account.define(commands)
  }

  /** Has the accounts read what the row did at their venues. Returns whether it affected one. */
  #readNews(): boolean {
    let isNews = false
    for (let i = 0; i < this.#accounts.length; i++) {
      const account = this.#accounts[i]!
      if (!account.hasNews) continue
      account.look()
      isNews = true
    }
    return isNews
  }
}
