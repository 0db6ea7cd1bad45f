import { NEVER } from '../../backtest/never.js'
import type { AccountSample, BookSample } from '../../backtest/result.js'
import type { VenueBook } from '../../backtest/venue-book.js'
import { Price, Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import type { SlowAccount } from './slow-account.js'

/** Every account is marked once a second. */
const EVERY = 1_000_000
/** Beyond that every second sample is dropped, and from then on half as many are kept. */
const KEPT_MAX = 20_000
/** Of all markets together; beyond that books are looked at half as often. */
const BOOKS_MAX = 80_000

/** How an account went, as far as it was marked. */
export interface SlowCourse {
  readonly samples: readonly AccountSample[]
  readonly maxDrawdown: Wei
  /** When it was marked last. */
  readonly markedAt: Timestamp
}

/** The slow twin of `Samples`: equity, positions and books through a run, in bounded memory; the drawdown is that of every mark, kept or not. */
export class SlowSamples {
  /** When the next marks are due. */
  dueAt: number = NEVER
  books: BookSample[] = []
  readonly #recorded: readonly VenueBook[]
  /** By market: its best bid and ask when it was last kept, 0: none; and when it was last looked at, the moves of its levels. */
  readonly #shown: { bid: number; ask: number; moves: number }[]
  #courses: { samples: AccountSample[]; peak: bigint; maxDrawdown: bigint }[] = []
  #markedAt = Timestamp.ZERO
  #stride = 1
  #bookStride = 1
  #count = 0

  constructor(recorded: readonly VenueBook[]) {
    this.#recorded = recorded
    this.#shown = recorded.map(() => ({ bid: -1, ask: -1, moves: -1 }))
  }

  begin(at: Timestamp): void {
    this.aim(at)
  }

  /** The next marks are due at the first whole second after `now`. */
  aim(now: number): void {
    this.dueAt = now - (now % EVERY) + EVERY
  }

  take(at: Timestamp, accounts: readonly SlowAccount[]): void {
    this.#markedAt = at
    const isKept = this.#count++ % this.#stride === 0
    for (let index = 0; index < accounts.length; index++) {
      const { profit, rewards } = accounts[index]!
      const course = (this.#courses[index] ??= { samples: [], peak: 0n, maxDrawdown: 0n })
      const equity = profit.equity(at)
      if (equity > course.peak) course.peak = equity
      else if (course.peak - equity > course.maxDrawdown) course.maxDrawdown = course.peak - equity
      if (isKept) course.samples.push({ at, equity, byStrategy: [], net: profit.net() })
      rewards.look(at)
    }
    if (this.#count % this.#bookStride === 0) this.#lookAtBooks(at)
    if ((this.#courses[0]?.samples.length ?? 0) > KEPT_MAX) this.#thin()
  }

  of(account: number): SlowCourse {
    const { samples = [], maxDrawdown = 0n } = this.#courses[account] ?? {}
    return { samples, maxDrawdown: Wei.of(maxDrawdown), markedAt: this.#markedAt }
  }

  #lookAtBooks(at: Timestamp): void {
    for (let market = 0; market < this.#recorded.length; market++) {
      const book = this.#recorded[market]!
      const shown = this.#shown[market]!
      // Of many markets most stand still from one second to the next.
      if (shown.moves === book.levels.moves) continue
      shown.moves = book.levels.moves
      const { bid, ask } = book
      if (shown.bid === bid && shown.ask === ask) continue
      shown.bid = bid
      shown.ask = ask
      this.books.push({ at, market, bid: bid === 0 ? null : Price.of(bid), ask: ask === 0 ? null : Price.of(ask) })
    }
    while (this.books.length > BOOKS_MAX) this.#thinBooks()
  }

  /** Of the changes of a market within one longer interval the last one stays: what stands at its end is never lost. */
  #thinBooks(): void {
    this.#bookStride *= 2
    const interval = EVERY * this.#bookStride
    const last = new Map<string, number>()
    for (const [index, { market, at }] of this.books.entries()) last.set(`${market} ${Math.floor(at / interval)}`, index)
    const kept = new Set(last.values())
    this.books = this.books.filter((_, index) => kept.has(index))
  }

  #thin(): void {
    this.#stride *= 2
    for (const course of this.#courses) course.samples = course.samples.filter((_, index) => index % 2 === 0)
  }
}
