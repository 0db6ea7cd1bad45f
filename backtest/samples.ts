import { Price } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import { Course } from './course.js'
import type { FairValues } from './fair-values.js'
import { NEVER } from './never.js'
import type { Profit } from './profit.js'
import type { BookSample } from './result.js'
import type { Rewards } from './rewards.js'
import type { VenueBook } from './venue-book.js'

/** Every account is marked once a second. */
const EVERY = 1_000_000
/** Beyond it, every second sample is dropped, and from then on half as many are kept. */
const KEPT_MAX = 20_000
/** Over all markets; beyond it, books are sampled half as often. */
const BOOKS_MAX = 80_000

/** The parts of an account that are sampled. */
interface Marked {
  readonly profit: Profit
  readonly rewards: Rewards
  readonly fairs: FairValues | null
}

/** Equity, positions and books over a run, in bounded memory; the drawdown includes every mark, kept or not. */
export class Samples {
  /** When the next marks are due. */
  dueAt: number = NEVER
  books: BookSample[] = []
  readonly #recorded: readonly VenueBook[]
  /** By market: its best bid and ask in the last kept sample, 0: none; and the change counter of its levels at the last look. */
  readonly #shown: { bid: number; ask: number; moves: number }[]
  readonly #courses: Course[] = []
  #stride = 1
  #bookStride = 1
  #count = 0

  readonly #strategies: readonly (readonly number[])[]

  /** `strategies`: the market indexes of each. */
  constructor(recorded: readonly VenueBook[], strategies: readonly (readonly number[])[] = []) {
    this.#strategies = strategies.length > 1 ? strategies : []
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

  take(at: Timestamp, accounts: readonly Marked[]): void {
    const isKept = this.#count++ % this.#stride === 0
    for (let index = 0; index < accounts.length; index++) {
      const { profit, rewards, fairs } = accounts[index]!
      const course = (this.#courses[index] ??= new Course(this.#strategies))
      course.take(at, profit, isKept)
      rewards.look(at)
      fairs?.look(at)
    }
    if (this.#count % this.#bookStride === 0) this.#lookAtBooks(at)
    if ((this.#courses[0]?.length ?? 0) > KEPT_MAX) this.#thin()
  }

  of(account: number): Course {
    return this.#courses[account] ?? new Course([])
  }

  #lookAtBooks(at: Timestamp): void {
    for (let market = 0; market < this.#recorded.length; market++) {
      const book = this.#recorded[market]!
      const shown = this.#shown[market]!
      // With many markets, most do not change from one second to the next.
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

  /** Of a market's changes within one longer interval the last one is kept, so the value at the interval's end is never lost. */
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
    for (const course of this.#courses) course.halve()
  }
}
