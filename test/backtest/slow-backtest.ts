import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { strategyShares } from '../../backtest/backtest-options.js'
import { Evidence } from '../../backtest/evidence.js'
import { FeedLine } from '../../backtest/feed-line.js'
import { NEVER } from '../../backtest/never.js'
import { coreMarket } from '../../backtest/order-spec.js'
import type { BacktestResult } from '../../backtest/result.js'
import type { Backtest } from '../../backtest/run.js'
import { resolutionsOf } from '../../backtest/venue-book.js'
import { createBooks } from '../../src/engine/books.js'
import { RollingHash } from '../../src/engine/rolling-hash.js'
import { marketChange } from '../../src/exchange/crowd/market-change.js'
import type { Batch } from '../../src/model/batch.js'
import { packEvents } from '../../src/model/columns.js'
import { type EventColumns, EventKind, type LevelCause } from '../../src/model/event.js'
import type { Market } from '../../src/model/market.js'
import { type BookSide, Price, Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { SlowAccount } from './slow-account.js'
import { slowAccountResult } from './slow-account-result.js'
import { SlowBook } from './slow-book.js'
import { SlowSamples } from './slow-samples.js'

/**
 * The slow twin of the driver: every account's venue is an exchange core with a crowd of its own that hears of every row, the earliest thing is searched again each
 * time, and nothing is left out because it seems not to matter.
 */
export const createSlowBacktest = (options: BacktestOptions): Backtest => new SlowBacktest(options)

type Row = { side: BookSide; price: Price; size: Size; cause: LevelCause }
type MutableBatch = { -readonly [K in keyof Batch]: Batch[K] }

const CAUSES: readonly LevelCause[] = ['added', 'traded', 'removed', 'unexplained']
const NOTHING = packEvents([])

class SlowBacktest implements Backtest {
  readonly #options: BacktestOptions
  readonly #opening: readonly Market[]
  readonly #books
  readonly #recorded: readonly SlowBook[]
  readonly #samples: SlowSamples
  readonly #timerUs: number
  readonly #row: Row = { side: 'bid', price: Price.of(1), size: Size.ZERO, cause: 'added' }
  readonly #batch: MutableBatch
  #accounts: readonly SlowAccount[] = []
  readonly #feed: FeedLine
  /** What the venue reads. */
  #chunk: Chunk | null = null
  #venueAt = NEVER
  #venueCursor = 0
  #timerDue = NEVER
  #rowAt = Timestamp.ZERO
  readonly #evidence = new Evidence()
  #events = 0
  #batches = 0
  #isLast = false
  #from: Timestamp | null = null
  #now = Timestamp.ZERO

  constructor(options: BacktestOptions) {
    if (options.settings.ownInBook)
      throw new RangeError('a recorded book does not hold our own orders: expected ownInBook false')
    if (options.models.length === 0) throw new RangeError('expected at least one fill model, found none')
    this.#options = options
    this.#opening = options.markets.filter(({ id }) => options.joining?.has(id) !== true)
    this.#books = createBooks(this.#opening)
    this.#recorded = options.markets.map(market => new SlowBook(market))
    this.#samples = new SlowSamples(this.#recorded)
    this.#feed = new FeedLine(options.latency)
    this.#timerUs = (options.timerMs ?? 250) * 1_000
    this.#batch = {
      now: Timestamp.ZERO,
      wallOffset: 0,
      events: NOTHING,
      from: 0,
      to: 0,
      reports: [],
      controls: [],
      timer: false,
    }
  }

  add(chunk: Chunk): void {
    if (chunk.events.length === 0) return
    this.#begin(chunk)
    this.#chunk = chunk
    this.#venueCursor = 0
    this.#aimVenue()
    this.#feed.add(chunk)
    while (this.#step());
  }

  finish(): BacktestResult {
    this.#isLast = true
    while (this.#step());
    this.#samples.take(this.#now, this.#accounts)
    const accounts = this.#accounts.map((account, index) => slowAccountResult(account, this.#samples.of(index)))
    const hash = new RollingHash()
    hash.addText(this.#options.fingerprint)
    for (const { stateHash, venueHash } of accounts) hash.addText(stateHash + venueHash)
    return {
      strategies: strategyShares(this.#options),
      markets: this.#recorded.map(({ market }) => market),
      events: this.#events,
      batches: this.#batches,
      from: this.#from ?? Timestamp.ZERO,
      to: this.#now,
      accounts,
      books: this.#samples.books,
      resolutions: resolutionsOf(this.#recorded),
      hash: hash.digest(),
    }
  }

  #begin({ events, byVenueTime }: Chunk): void {
    if (this.#from !== null) return
    const at = events.at[byVenueTime[0] ?? 0] ?? Timestamp.ZERO
    this.#from = this.#now = at
    const { markets, models } = this.#options
    const evidence = this.#evidence
    const ordersChanged = (): void => undefined
    const opening = this.#opening
    const shared = { ...this.#options, opening, ordersChanged, books: this.#books, markets, recorded: this.#recorded, evidence }
    this.#accounts = models.map(model => new SlowAccount({ ...shared, terms: this.#options.terms ?? {}, model }, at))
    const batch = this.#empty(at)
    this.#books.apply(batch)
    for (const account of this.#accounts) account.greet(batch)
    this.#samples.begin(at)
    if (this.#timerUs > 0) this.#timerDue = at + this.#timerUs
  }

  /** Lets the next thing happen. Answers false where nothing may happen before the next chunk, or at all. */
  #step(): boolean {
    if (this.#venueAt === NEVER && (!this.#isLast || this.#feed.dueAt === NEVER)) return false
    let own = NEVER
    let arrival = NEVER
    let answer = NEVER
    for (const account of this.#accounts) {
      own = Math.min(own, account.venueDue)
      arrival = Math.min(arrival, account.arrivalDue)
      answer = Math.min(answer, account.answerDue)
    }
    const ours = Math.min(arrival, this.#feed.dueAt, answer, this.#timerDue)
    const next = Math.min(own, this.#venueAt, ours)
    for (const { later } of this.#accounts) later.look(next)
    if (next >= this.#samples.dueAt) this.#sample(next)
    this.#now = Timestamp.of(Math.max(next, this.#now))
    if (own === next) this.#venuesGoOn()
    else if (this.#venueAt === next)
      this.#rows(ours, Math.min(own, this.#samples.dueAt, ...this.#accounts.map(({ later }) => later.dueAt)))
    else if (arrival === next) this.#arrivals()
    else if (this.#feed.dueAt === next) this.#feedTurn()
    else if (answer === next) this.#answerTurns()
    else this.#timerTurn()
    return true
  }

  #venuesGoOn(): void {
    for (const account of this.#accounts) if (account.venueDue <= this.#now) account.advance(this.#now)
  }

  /** Recorded rows up to and including `until` and before `before`, or up to one that something comes of. */
  #rows(until: number, before: number): void {
    if (this.#chunk === null) return
    const { events, byVenueTime } = this.#chunk
    let isQuiet = true
    while (isQuiet && this.#venueCursor < byVenueTime.length) {
      const row = byVenueTime[this.#venueCursor] ?? 0
      const at = events.at[row] ?? Timestamp.ZERO
      if (at > until || at >= before) break
      this.#venueCursor++
      isQuiet = !this.#venueRow(events, row, at)
      for (const book of this.#recorded) book.isInMoment = false
    }
    this.#aimVenue()
  }

  /** One row at the venue. Answers whether anything came of it for an account. */
  #venueRow(events: EventColumns, row: number, at: Timestamp): boolean {
    if (at !== this.#rowAt) this.#seeBooks()
    for (const book of this.#recorded) book.isInMoment = true
    this.#now = this.#rowAt = at
    this.#events++
    const kind = events.kind[row] ?? EventKind.RARE
    if (kind === EventKind.RARE) return this.#rareRow(events, row, at)
    const market = events.market[row] ?? 0
    const book = this.#recorded[market]
    if (book === undefined) throw new RangeError(`row ${row} is of market ${market}, there are ${this.#recorded.length}`)
    if (kind === EventKind.CLEAR) {
      book.at = at
      book.clear()
      for (const account of this.#accounts) account.core.crowd.clear(at, coreMarket(market))
      return false
    }
    this.#read(events, row, kind)
    if (kind !== EventKind.TRADE) this.#show(book)
    return this.#tellAccounts(events, row, { at, market, isPrint: kind === EventKind.TRADE })
  }

  /** All books, touched or not, as they stand when a moment's last row was. */
  #seeBooks(): void {
    for (const book of this.#recorded) {
      const { isDark, levels, market, mark } = book
      book.middleBefore = book.middle
      const isInTrade =
        market.trading === 'open' && market.result === null && (market.endsAt === null || this.#rowAt < market.endsAt)
      const ask = levels.best(1)
      if (!isDark) mark.see(levels.best(0), ask === 0 ? 0 : Price.ONE - ask, isInTrade)
    }
  }

  #show(book: SlowBook): void {
    const { side, price, size } = this.#row
    book.at = this.#rowAt
    if (side === 'bid') book.set(0, price, size)
    else book.set(1, Price.ONE - price, size)
  }

  #read(events: EventColumns, row: number, kind: number): void {
    const told = this.#row
    told.side = events.side[row] === 0 ? 'bid' : 'ask'
    told.price = events.price[row] ?? told.price
    told.size = events.size[row] ?? Size.ZERO
    told.cause = CAUSES[kind] ?? 'unexplained'
  }

  #tellAccounts(
    events: EventColumns,
    row: number,
    { at, market, isPrint }: { at: Timestamp; market: number; isPrint: boolean },
  ): boolean {
    const id = coreMarket(market)
    let mattered = false
    for (const account of this.#accounts) {
      const { crowd } = account.core
      const isNear = isPrint ? crowd.print(at, id, this.#row) : crowd.level(at, id, this.#row)
      if (isNear && this.#look(account, events, row)) mattered = true
    }
    return mattered
  }

  #look(account: SlowAccount, events: EventColumns, row: number): boolean {
    if (!account.core.hasNews) return false
    this.#evidence.events = events
    this.#evidence.row = row
    account.look()
    this.#evidence.row = -1
    return true
  }

  #rareRow(events: EventColumns, row: number, at: Timestamp): boolean {
    const event = events.rare[events.price[row] ?? -1]
    if (event?.kind === 'feed' || event?.kind === 'left') {
      const book = this.#recorded[event.market]
      if (book !== undefined) book.darken()
    }
    if (event?.kind !== 'market' && event?.kind !== 'joined') return false
    return this.#define(event.market, at, { events, row })
  }

  #define(next: Market, at: Timestamp, { events, row }: { events: EventColumns; row: number }): boolean {
    const book = this.#recorded[next.index]
    if (book === undefined) throw new RangeError(`a definition is of market ${next.index}, there are ${this.#recorded.length}`)
    const commands = marketChange(book.market, next, { at, market: coreMarket(next.index) })
    book.define(next)
    book.at = at
    for (const account of this.#accounts) {
      for (const command of commands) account.core.apply(command)
      this.#look(account, events, row)
    }
    return true
  }

  #arrivals(): void {
    for (const account of this.#accounts) if (account.arrivalDue <= this.#now) account.arrive(this.#now)
  }

  #feedTurn(): void {
    const batch = this.#empty(this.#now)
    this.#feed.take(batch)
    this.#batches++
    this.#books.apply(batch)
    for (const account of this.#accounts) account.turn(batch)
  }

  #answerTurns(): void {
    this.#books.apply(this.#empty(this.#now))
    for (const account of this.#accounts) {
      if (account.answerDue > this.#now) continue
      account.answers(this.#batch)
    }
  }

  #timerTurn(): void {
    const batch = this.#empty(this.#now)
    batch.timer = true
    this.#books.apply(batch)
    for (const account of this.#accounts) account.turn(batch)
    this.#timerDue = this.#now + this.#timerUs
  }

  #empty(now: Timestamp): MutableBatch {
    const batch = this.#batch
    batch.now = now
    batch.events = NOTHING
    batch.from = batch.to = 0
    batch.timer = false
    return batch
  }

  #aimVenue(): void {
    const row = this.#chunk?.byVenueTime[this.#venueCursor]
    this.#venueAt = row === undefined ? NEVER : Math.max(this.#now, this.#chunk?.events.at[row] ?? NEVER)
  }

  #sample(next: number): void {
    this.#samples.take(Timestamp.of(Math.min(next, this.#samples.dueAt)), this.#accounts)
    this.#samples.aim(next)
    this.#options.onProgress?.(this.#events)
  }
}
