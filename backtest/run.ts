import { createBooks } from '../src/engine/books.js'
import type { Batch } from '../src/model/batch.js'
import { Timestamp } from '../src/model/time.js'
import type { Chunk } from '../src/recording/columns/recording.js'
import { accountResult } from './account-result.js'
import type { BacktestOptions } from './backtest-options.js'
import { strategyShares } from './backtest-options.js'
import { FeedLine } from './feed-line.js'
import { resultHash } from './join-results.js'
import { NEVER } from './never.js'
import { RecordedVenue } from './recorded-venue.js'
import type { BacktestResult } from './result.js'
import { RunBatch } from './run-batch.js'
import { Samples } from './samples.js'
import { SimulatedAccount } from './simulated-account.js'
import { resolutionsOf } from './venue-book.js'

/** A running backtest. */
export interface Backtest {
  /** Takes the next chunk of the recording and replays as far as the venue's rows in it allow. */
  add(chunk: Chunk): void
  /** Replays the rest and returns the result. */
  finish(): BacktestResult
}

/**
 * Creates a backtest: every account's desk and venue, connected by delayed lines. The earliest next step is carried out; at the same time the order
 * is: the venues' own actions, recorded rows in venue time, arrivals of our orders, the feed's batches, arrivals of the venue's answers, timers.
 * Throws a RangeError for invalid options.
 */
export const createBacktest = (options: BacktestOptions): Backtest => new RunningBacktest(options)

class RunningBacktest implements Backtest {
  readonly #options: BacktestOptions
  /** Markets that exist from the beginning. */
  readonly #firstMarkets
  readonly #books
  readonly #venue: RecordedVenue
  readonly #samples: Samples
  readonly #feed: FeedLine
  readonly #timerUs: number
  /** One object for all turns caused by the feed, and one for those without rows, which answers and timers cause. */
  readonly #feedBatch = new RunBatch()
  readonly #emptyBatch = new RunBatch()
  #accounts: readonly SimulatedAccount[] = []
  /** The earliest over all accounts: a venue's own action, an arrival of our orders, an arrival of answers. */
  #ownDue = NEVER
  #arrivalDue = NEVER
  #answerDue = NEVER
  #timerDue = NEVER
  /** When the mid price after a fill must be read, before anything else of that moment. */
  #laterDue = NEVER
  /** The earliest arrival at venue or desk beside the feed. */
  #oursDue = NEVER
  /** Before this time, only recorded rows and the feed's batches happen. */
  #calmUntil = NEVER
  /** Rows before this time, and before the feed's next batch, may be applied without interruption. */
  #rowsEnd = NEVER
  #batches = 0
  #isLast = false
  #from: Timestamp | null = null
  #now = Timestamp.ZERO

  constructor(options: BacktestOptions) {
    if (options.settings.ownInBook)
      throw new RangeError('a recorded book does not hold our own orders: expected ownInBook false')
    if (options.models.length === 0) throw new RangeError('expected at least one fill model, found none')
    this.#options = options
    this.#firstMarkets = options.markets.filter(({ id }) => options.joining?.has(id) !== true)
    this.#books = createBooks(this.#firstMarkets)
    this.#venue = new RecordedVenue(options.markets)
    this.#samples = new Samples(
      this.#venue.books,
      strategyShares(options).map(({ markets }) => markets),
    )
    this.#feed = new FeedLine(options.latency)
    this.#timerUs = (options.timerMs ?? 250) * 1_000
  }

  add(chunk: Chunk): void {
    if (chunk.events.length === 0) return
    this.#begin(chunk)
    this.#venue.at = this.#now
    this.#venue.add(chunk)
    this.#feed.add(chunk)
    while (this.#step());
  }

  finish(): BacktestResult {
    this.#isLast = true
    while (this.#step());
    this.#samples.take(this.#now, this.#accounts)
    const accounts = this.#accounts.map((account, index) =>
      accountResult(account, this.#samples.of(index), this.#books.references),
    )
    return {
      strategies: strategyShares(this.#options),
      markets: this.#venue.books.map(({ market }) => market),
      events: this.#venue.events,
      batches: this.#batches,
      from: this.#from ?? Timestamp.ZERO,
      to: this.#now,
      accounts,
      books: this.#samples.books,
      resolutions: resolutionsOf(this.#venue.books),
      hash: resultHash(this.#options.fingerprint, accounts),
    }
  }

  #begin({ events, byVenueTime }: Chunk): void {
    if (this.#from !== null) return
    const at = events.at[byVenueTime[0] ?? 0] ?? Timestamp.ZERO
    this.#from = this.#now = at
    const { books: recorded, evidence, ordersChanged } = this.#venue
    const { terms = {} } = this.#options
    const shared = {
      ...this.#options,
      opening: this.#firstMarkets,
      books: this.#books,
      recorded,
      evidence,
      ordersChanged,
      terms,
    }
    this.#accounts = this.#options.models.map(model => new SimulatedAccount({ ...shared, model }, at))
    this.#venue.join(this.#accounts)
    this.#books.apply(this.#emptyBatchAt(false))
    for (const account of this.#accounts) account.greet(at)
    this.#samples.begin(at)
    if (this.#timerUs > 0) this.#timerDue = at + this.#timerUs
    this.#readDueTimes()
  }

  /** Carries out the next step. Returns false if nothing more may happen before the next chunk, or at all. */
  #step(): boolean {
    const { dueAt: venueDue } = this.#venue
    const { dueAt: feedDue } = this.#feed
    // These two are nearly all steps, so they are checked first.
    if (venueDue <= feedDue && venueDue < this.#calmUntil) this.#rows()
    else if (feedDue < venueDue && feedDue < this.#calmUntil && venueDue < NEVER) this.#feedTurn()
    else if (venueDue === NEVER && (!this.#isLast || feedDue === NEVER)) return false
    else this.#rareStep()
    return true
  }

  #rareStep(): void {
    const { dueAt: venueDue } = this.#venue
    const { dueAt: feedDue } = this.#feed
    const next = Math.min(this.#ownDue, venueDue, this.#oursDue, feedDue)
    if (next >= this.#laterDue) this.#readLaterMids(next)
    if (next >= this.#samples.dueAt) this.#sample(next)
    if (next > this.#now) this.#now = Timestamp.of(next)
    if (this.#ownDue === next) this.#advanceVenues()
    else if (venueDue === next) this.#rows()
    else if (this.#arrivalDue === next) this.#arrivals()
    else if (feedDue === next) this.#feedTurn()
    else if (this.#answerDue === next) this.#answerTurns()
    else this.#timerTurn()
  }

  #advanceVenues(): void {
    for (const account of this.#accounts) if (account.venueDue <= this.#now) account.advance(this.#now)
    this.#readDueTimes()
  }

  /** Rows at the same time as an arrival are applied before it. */
  #rows(): void {
    const venue = this.#venue
    venue.until = Math.min(this.#feed.dueAt + 1, this.#rowsEnd)
    venue.at = this.#now
    venue.run()
    this.#now = venue.at
    if (venue.hasAffected) this.#readDueTimes()
  }

  #arrivals(): void {
    for (const account of this.#accounts) if (account.arrivalDue <= this.#now) account.arrive(this.#now)
    this.#readDueTimes()
  }

  #feedTurn(): void {
    const feed = this.#feed
    const batch = this.#feedBatch
    if (feed.dueAt > this.#now) this.#now = Timestamp.of(feed.dueAt)
    batch.now = this.#now
    feed.take(batch)
    this.#batches++
    this.#turn(batch)
  }

  #answerTurns(): void {
    const batch = this.#emptyBatchAt(false)
    this.#books.apply(batch)
    for (const account of this.#accounts) {
      if (account.answerDue > this.#now) continue
      account.answers(batch)
    }
    this.#readDueTimes()
  }

  #timerTurn(): void {
    this.#timerDue = this.#now + this.#timerUs
    this.#setBounds()
    this.#turn(this.#emptyBatchAt(true))
  }

  #turn(batch: Batch): void {
    this.#books.apply(batch)
    let hasSent = false
    const accounts = this.#accounts
    for (let i = 0; i < accounts.length; i++) if (accounts[i]!.turn(batch)) hasSent = true
    if (hasSent) this.#readDueTimes()
  }

  /** Reads the due times of all accounts, after anything that one of them did or received. */
  #readDueTimes(): void {
    this.#ownDue = this.#arrivalDue = this.#answerDue = this.#laterDue = NEVER
    for (const { venueDue, arrivalDue, answerDue, fills } of this.#accounts) {
      if (venueDue < this.#ownDue) this.#ownDue = venueDue
      if (arrivalDue < this.#arrivalDue) this.#arrivalDue = arrivalDue
      if (answerDue < this.#answerDue) this.#answerDue = answerDue
      if (fills.later.dueAt < this.#laterDue) this.#laterDue = fills.later.dueAt
    }
    this.#setBounds()
  }

  /** Derives the bounds of the loop from the due times, after a change of any of them. */
  #setBounds(): void {
    const pauseDue = Math.min(this.#ownDue, this.#samples.dueAt, this.#laterDue)
    this.#oursDue = Math.min(this.#arrivalDue, this.#answerDue, this.#timerDue)
    this.#rowsEnd = Math.min(this.#oursDue + 1, pauseDue)
    this.#calmUntil = Math.min(this.#oursDue, pauseDue)
  }

  #emptyBatchAt(timer: boolean): Batch {
    const batch = this.#emptyBatch
    batch.now = this.#now
    batch.timer = timer
    return batch
  }

  /** Reads the mid prices that fills waited for. */
  #readLaterMids(next: number): void {
    for (const { fills } of this.#accounts) fills.later.look(next)
    this.#readDueTimes()
  }

  #sample(next: number): void {
    this.#samples.take(Timestamp.of(Math.min(next, this.#samples.dueAt)), this.#accounts)
    this.#samples.aim(next)
    this.#setBounds()
    this.#options.onProgress?.(this.#venue.events)
  }
}
