import { EventKind } from '../../model/event.js'
import type { MarketIndex } from '../../model/ids.js'
import { type BookSide, Price, Size } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import type { Coverage } from '../columns/coverage.js'
import { addRow, createRows, type Rows } from '../columns/rows.js'
import { PAIR_WITHIN_US } from './event-source.js'
import { type CrossedLevel, SizeBook } from './size-book.js'
import { addWaiting, createWaitingRows, dropWaiting, Wait } from './waiting-rows.js'

/** How long, in arrival time, a print or decrease waits for its counterpart; the two come from separate streams. Microseconds. */
const HOLD = 1_000_000

/** One level or print in YES terms. */
export interface PairedRow {
  readonly kind: 'change' | 'print'
  /** By the venue's clock; null: the line has no venue time. */
  readonly at: Timestamp | null
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share: the printed size, or the change of the level. */
  readonly size: number
}

/** A whole book in YES terms. */
interface BookStart {
  readonly kind: 'snapshot'
  readonly at?: Timestamp | null
  readonly levels: readonly CrossedLevel[]
}

/**
 * Turns the rows of one market into events in venue-time order. A print comes right before the decrease it caused, which is `traded`; every other
 * decrease is `removed`. A whole book becomes a `clear` and its levels. Venue times are corrected by the known offset of the venue's clock; a time
 * that is still later than the arrival is set to the arrival. If a message leaves the book crossed, its newest level is believed and the crossed
 * levels are removed.
 */
export class PairedRows {
  /** How far the venue's clock is ahead of ours, in microseconds; set before the first row. */
  aheadUs = 0
  readonly #coverage: Coverage
  readonly #market: MarketIndex
  readonly #book = new SizeBook()
  readonly #waiting = createWaitingRows()
  /** Prints among the waiting rows that are not paired yet. */
  #prints: number[] = []
  #receivedAt = 0
  #at = 0
  #toldAt = 0
  /** The newest venue time of any change, before it was moved. */
  #newestAt = 0
  #grownSide: BookSide = 'bid'

  constructor(coverage: Coverage, market: MarketIndex) {
    this.#coverage = coverage
    this.#market = market
  }

  /** Current size of a level, in millionths of a share. */
  sizeAt(side: BookSide, price: Price): number {
    return this.#book.sizeAt({ side, price })
  }

  /** Every level with a size. */
  levels(): readonly CrossedLevel[] {
    return this.#book.levels(Price.of)
  }

  /** Takes a row whose arrival is not earlier than the last one's; returns false if it cannot be used. The row object is not kept. */
  take(line: PairedRow | BookStart, receivedAt: Timestamp): boolean {
    if (!this.#isUsable(line)) return false
    this.#receivedAt = receivedAt
    if (line.kind === 'snapshot') this.#snapshot(line)
    else this.#row(line)
    return true
  }

  /** Ends a message; removes levels that leave the book crossed. */
  endMessage(): void {
    if (!this.#book.isCrossed) return
    this.#coverage.crossed++
    this.#coverage.repaired++
    const at = this.#venueTime(this.#receivedAt)
    for (const { side, price } of this.#book.crossedLevels(this.#grownSide === 'bid' ? 'ask' : 'bid', Price.of)) {
      this.#book.set({ side, price }, 0)
      this.#wait(Wait.LEVEL, { side, price, change: 0, size: 0, at, toldAt: at })
    }
  }

  /** All rows that have waited long enough, in order. */
  drain({ isOver = false } = {}): Rows {
    const rows = createRows(1_024)
    const waiting = this.#waiting
    const end = isOver ? waiting.length : this.#firstYoung()
    for (let row = 0; row < end; row++) this.#write(rows, row)
    dropWaiting(waiting, end)
    this.#prints = this.#prints.filter(print => print >= end).map(print => print - end)
    return rows
  }

  /** Before the first whole book, changes cannot be applied. */
  #isUsable(line: PairedRow | BookStart): boolean {
    if (line.kind === 'snapshot') return line.levels.every(({ size }) => size >= 0)
    if (!this.#book.isKnown) return false
    return line.kind === 'print' ? line.size > 0 : this.#book.sizeAt(line) + line.size >= 0
  }

  #isYoung(row: number): boolean {
    return this.#waiting.receivedAt[row]! > this.#receivedAt - HOLD
  }

  #firstYoung(): number {
    let row = 0
    while (row < this.#waiting.length && !this.#isYoung(row)) row++
    return row
  }

  #snapshot({ at: told = null, levels }: BookStart): void {
    const at = this.#venueTime(this.#ownTime(told))
    this.#book.start(levels)
    this.#wait(Wait.CLEAR, { side: 'bid', price: 0, change: 0, size: 0, at, toldAt: at })
    for (const { side, price, size } of levels) this.#wait(Wait.LEVEL, { side, price, change: 0, size, at, toldAt: at })
  }

  #row(row: PairedRow): void {
    const { kind, side, price, size: change } = row
    const isChange = kind === 'change'
    const toldAt = this.#ownTime(row.at)
    const at = isChange ? this.#venueTime(toldAt) : Math.min(toldAt, this.#receivedAt)
    const size = Size.of(isChange ? this.#book.change(row) : change)
    if (isChange) this.#newestAt = Math.max(this.#newestAt, toldAt)
    const waiting = this.#wait(isChange ? Wait.CHANGE : Wait.PRINT, { side, price, change, size, at, toldAt })
    if (isChange && change > 0) this.#grownSide = side
    if (!isChange) this.#pairPrint(waiting)
    else if (change < 0 && this.#prints.length > 0) this.#pairDecrease(waiting)
  }

  #wait(kind: number, { side, price, change, size, at, toldAt }: NewRow): number {
    const rows = this.#waiting
    const row = addWaiting(rows)
    rows.kind[row] = kind
    rows.side[row] = side === 'bid' ? 0 : 1
    rows.price[row] = price
    rows.change[row] = change
    rows.size[row] = Size.of(size)
    rows.at[row] = at
    rows.receivedAt[row] = this.#receivedAt
    rows.toldAt[row] = toldAt
    rows.newestAt[row] = this.#newestAt
    return row
  }

  /** Of several matching decreases: the nearest in venue time, then the oldest. */
  #pairPrint(print: number): void {
    const { toldAt, newestAt } = this.#waiting
    let best = -1
    for (let row = print - 1; row >= 0 && this.#isYoung(row); row--) {
      // From this row back, every venue time is too early to match.
      if (toldAt[print]! - newestAt[row]! > PAIR_WITHIN_US) break
      if (this.#areHalves(print, row) && (best < 0 || this.#apart(print, row) <= this.#apart(print, best))) best = row
    }
    if (best < 0 || this.#apart(print, best) > PAIR_WITHIN_US) this.#prints.push(print)
    else this.#pair(print, best)
  }

  #pairDecrease(decrease: number): void {
    this.#prints = this.#prints.filter(print => this.#isYoung(print))
    let best = -1
    for (let index = this.#prints.length - 1; index >= 0; index--) {
      const print = this.#prints[index]!
      const isNearer = best < 0 || this.#apart(print, decrease) <= this.#apart(best, decrease)
      if (isNearer && this.#areHalves(print, decrease)) best = print
    }
    if (best < 0 || this.#apart(best, decrease) > PAIR_WITHIN_US) return
    this.#prints.splice(this.#prints.indexOf(best), 1)
    this.#pair(best, decrease)
  }

  #areHalves(print: number, decrease: number): boolean {
    const { kind, side, price, change, printAt } = this.#waiting
    return (
      kind[decrease] === Wait.CHANGE &&
      price[print] === price[decrease] &&
      side[print] === side[decrease] &&
      change[print] === -change[decrease]! &&
      printAt[decrease] === 0
    )
  }

  #apart(a: number, b: number): number {
    return Math.abs(this.#waiting.toldAt[a]! - this.#waiting.toldAt[b]!)
  }

  #pair(print: number, decrease: number): void {
    const { receivedAt, printAt, isMoved } = this.#waiting
    printAt[decrease] = receivedAt[print]!
    isMoved[print] = 1
    this.#coverage.paired++
  }

  #write(rows: Rows, from: number): void {
    const waiting = this.#waiting
    if (waiting.isMoved[from] === 1) return
    const [at, receivedAt, size] = [waiting.at[from]!, waiting.receivedAt[from]!, waiting.size[from]!]
    const [print, kind] = [waiting.printAt[from]!, waiting.kind[from]!]
    if (kind === Wait.CLEAR || kind === Wait.LEVEL) {
      return this.#add(rows, from, {
        kind: kind === Wait.CLEAR ? EventKind.CLEAR : EventKind.LEVEL_UNEXPLAINED,
        size,
        at,
        receivedAt,
      })
    }
    this.#toldAt = Math.max(this.#toldAt, at)
    if (kind === Wait.PRINT) return this.#trade(rows, from, { size, at: this.#toldAt, receivedAt })
    // Written at the venue time of its decrease, which is more precise.
    if (print > 0) this.#trade(rows, from, { size: -waiting.change[from]!, at, receivedAt: print })
    this.#add(rows, from, { kind: causeOf(waiting.change[from]!, print), size, at, receivedAt })
  }

  #trade(rows: Rows, from: number, { size, at, receivedAt }: Omit<NewEvent, 'kind'>): void {
    this.#add(rows, from, { kind: EventKind.TRADE, size, at, receivedAt: Math.max(receivedAt, at) })
  }

  #add(rows: Rows, from: number, { kind, size, at, receivedAt }: NewEvent): void {
    const row = addRow(rows)
    rows.kind[row] = kind
    rows.side[row] = this.#waiting.side[from]!
    rows.market[row] = this.#market
    rows.price[row] = this.#waiting.price[from]!
    rows.size[row] = size
    rows.at[row] = at
    rows.receivedAt[row] = receivedAt
  }

  /** A venue time by our clock; a row without one gets its arrival time. */
  #ownTime(told: Timestamp | null): number {
    return told === null ? this.#receivedAt : told - this.aheadUs
  }

  /** The venue time of a written row is never later than its arrival and never goes backwards. */
  #venueTime(wanted: number): number {
    const held = Math.max(this.#at, Math.min(wanted, this.#receivedAt))
    if (held !== wanted) this.#coverage.clamped++
    this.#at = held
    return held
  }
}

interface NewRow {
  readonly side: BookSide
  readonly price: number
  readonly change: number
  readonly size: number
  readonly at: number
  readonly toldAt: number
}

interface NewEvent {
  readonly kind: number
  readonly size: number
  readonly at: number
  readonly receivedAt: number
}

const causeOf = (change: number, print: number): number => {
  if (change > 0) return EventKind.LEVEL_ADDED
  return print === 0 ? EventKind.LEVEL_REMOVED : EventKind.LEVEL_TRADED
}
