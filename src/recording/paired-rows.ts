import type { MarketEvent, Stamp } from '../model/event.js'
import type { MarketIndex } from '../model/ids.js'
import { type BookSide, Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { Coverage } from './coverage.js'
import { type CrossedLevel, SizeBook } from './size-book.js'

/** A print and the decrease it caused are this near in venue time, in microseconds. */
const PAIR_WITHIN = 50_000
/** How long, in arrival time, a row waits for its other half; they are told by two streams. Microseconds. */
const HOLD = 1_000_000

/** One level or print in YES terms. */
export interface BookRow {
  readonly kind: 'change' | 'print'
  readonly receivedAt: Timestamp
  /** null: the line does not say. */
  readonly at: Timestamp | null
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share: what was printed, or by how much a level changed. */
  readonly size: number
}

/** A whole book in YES terms. */
export interface BookStart {
  readonly kind: 'snapshot'
  readonly receivedAt: Timestamp
  readonly at?: Timestamp | null
  readonly levels: readonly CrossedLevel[]
}

type Row = BookRow

/** A row that waits for its other half. */
interface Waiting {
  readonly row: Row
  readonly stamp: Stamp
  /** What a change left at its level. */
  readonly size: Size
  /** The print that caused this decrease. */
  print: Waiting | null
  /** A print that stands with its decrease now. */
  isMoved: boolean
}

/**
 * Makes events of the rows of one market in venue-time order. A print stands right before the decrease it caused, which is `traded`; every
 * other decrease is `removed`. A whole book is a `clear` and its levels. A row that is told `at` a time after its arrival was there on
 * arrival. Where a message leaves the book crossed, what it wrote last is believed, and the levels it crosses are taken away.
 */
export class PairedRows {
  readonly #coverage: Coverage
  readonly #market: MarketIndex
  readonly #book = new SizeBook()
  #waiting: (Waiting | readonly MarketEvent[])[] = []
  /** Of these, the prints without their decrease. */
  #prints: Waiting[] = []
  #receivedAt = Timestamp.ZERO
  #at = Timestamp.ZERO
  #toldAt = Timestamp.ZERO
  #grownSide: BookSide = 'bid'

  constructor(coverage: Coverage, market: MarketIndex) {
    this.#coverage = coverage
    this.#market = market
  }

  /** What a level holds now, in millionths. */
  sizeAt(side: BookSide, price: Price): number {
    return this.#book.sizeAt({ side, price })
  }

  /** Every level that holds something now. */
  levels(): readonly CrossedLevel[] {
    return this.#book.levels(Price.of)
  }

  /** Takes a row; false where nothing can be made of it. */
  take(line: BookRow | BookStart): boolean {
    if (!this.#isUsable(line)) return false
    if (line.receivedAt < this.#receivedAt) this.#coverage.repaired++
    this.#receivedAt = Timestamp.max(this.#receivedAt, line.receivedAt)
    if (line.kind === 'snapshot') this.#waiting.push(this.#snapshot(line))
    else this.#row(line)
    return true
  }

  /** Tells that a message is over, after which no book may stand crossed. */
  endMessage(): void {
    if (!this.#book.isCrossed) return
    this.#coverage.crossed++
    this.#coverage.repaired++
    const wrong = this.#book.crossedLevels(this.#grownSide === 'bid' ? 'ask' : 'bid', Price.of)
    const stamp = { ...this.#stamp(null), market: this.#market, kind: 'level', size: Size.ZERO, cause: 'unexplained' } as const
    for (const level of wrong) this.#book.set(level, 0)
    this.#waiting.push(wrong.map(({ side, price }) => ({ ...stamp, side, price })))
  }

  /** Everything that has waited long enough, in order. */
  drain({ isOver = false } = {}): readonly MarketEvent[] {
    const ready = isOver ? this.#waiting.length : this.#waiting.findIndex(one => this.#isYoung(one))
    const events = this.#waiting.splice(0, ready < 0 ? this.#waiting.length : ready).flatMap(one => this.#eventsOf(one))
    this.#coverage.events += events.length
    return events
  }

  /** Nothing is known of a level before the first whole book. */
  #isUsable(line: BookRow | BookStart): boolean {
    if (line.kind === 'snapshot') return line.levels.every(({ size }) => size >= 0)
    if (!this.#book.isKnown) return false
    return line.kind === 'print' ? line.size > 0 : this.#book.sizeAt(line) + line.size >= 0
  }

  #isYoung(one: Waiting | readonly MarketEvent[]): boolean {
    return 'row' in one && one.stamp.receivedAt > this.#receivedAt - HOLD
  }

  #snapshot(line: BookStart): readonly MarketEvent[] {
    const stamp = { ...this.#stamp(line.at ?? null), market: this.#market }
    this.#book.start(line.levels)
    const levels = line.levels.map(
      ({ side, price, size }): MarketEvent => ({
        ...stamp,
        kind: 'level',
        side,
        price,
        size: Size.of(size),
        cause: 'unexplained',
      }),
    )
    return [{ ...stamp, kind: 'clear' }, ...levels]
  }

  #row(row: Row): void {
    const isChange = row.kind === 'change'
    const stamp = isChange ? this.#stamp(row.at) : { at: row.at ?? this.#at, receivedAt: this.#receivedAt }
    const size = Size.of(isChange ? this.#book.change(row) : row.size)
    if (isChange && row.size > 0) this.#grownSide = row.side
    const waiting: Waiting = { row, stamp, size, print: null, isMoved: false }
    if (!isChange || row.size < 0) this.#pair(waiting)
    this.#waiting.push(waiting)
  }

  /** Of several that fit, the nearest in venue time, and of those the oldest. */
  #pair(one: Waiting): void {
    const isPrint = one.row.kind === 'print'
    const others = isPrint ? this.#waiting : this.#prints
    let best: Waiting | null = null
    for (let index = others.length - 1; index >= 0; index--) {
      const other = others[index]!
      if (!('row' in other)) continue
      // Changes stand in the order of their times, so those before are still farther.
      if (isPrint && other.row.kind === 'change' && one.stamp.at - other.stamp.at > PAIR_WITHIN) break
      if (isOtherHalf(one, other) && (best === null || apart(one, other) <= apart(one, best))) best = other
    }
    if (best === null || apart(one, best) > PAIR_WITHIN) {
      if (isPrint) this.#prints = [...this.#prints.filter(print => this.#isYoung(print)), one]
      return
    }
    const [print, decrease] = isPrint ? [one, best] : [best, one]
    decrease.print = print
    print.isMoved = true
    this.#prints = this.#prints.filter(other => other !== print)
    this.#coverage.paired++
  }

  #eventsOf(one: Waiting | readonly MarketEvent[]): readonly MarketEvent[] {
    if (!('row' in one)) return one
    if (one.isMoved) return []
    const { row, stamp, size, print } = one
    const { side, price } = row
    this.#toldAt = Timestamp.max(this.#toldAt, stamp.at)
    if (row.kind === 'print') return [this.#trade(one, this.#toldAt)]
    const cause = row.size > 0 ? 'added' : print === null ? 'removed' : 'traded'
    const { at, receivedAt } = stamp
    const level: MarketEvent = { at, receivedAt, kind: 'level', market: this.#market, side, price, size, cause }
    return print === null ? [level] : [this.#trade(print, stamp.at), level]
  }

  /** The print at the venue time of its decrease, which has more digits. */
  #trade({ row: { side, price }, size, stamp }: Waiting, at: Timestamp): MarketEvent {
    this.#coverage.trades++
    const receivedAt = Timestamp.max(stamp.receivedAt, at)
    return { at, receivedAt, kind: 'trade', market: this.#market, side, price, size }
  }

  /** Venue time never lies after the arrival and never runs backwards; the two clocks are different ones. */
  #stamp(at: Timestamp | null): Stamp {
    const receivedAt = this.#receivedAt
    const wanted = at ?? receivedAt
    const held = Timestamp.max(this.#at, wanted > receivedAt ? receivedAt : wanted)
    if (held !== wanted) this.#coverage.clamped++
    this.#at = held
    return { at: held, receivedAt }
  }
}

const apart = (a: Waiting, b: Waiting): number => Math.abs((a.row.at ?? a.stamp.at) - (b.row.at ?? b.stamp.at))

const isOtherHalf = (one: Waiting, other: Waiting): boolean =>
  one.row.kind !== other.row.kind &&
  one.row.price === other.row.price &&
  one.row.side === other.row.side &&
  one.row.size === -other.row.size &&
  !other.isMoved &&
  other.print === null
