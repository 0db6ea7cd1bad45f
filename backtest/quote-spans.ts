import type { RestingOrders } from '../src/exchange/core/core-reads.js'
import { Price, Size } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import type { QuoteSpan } from './result.js'
import { NumberColumn } from './venue/number-column.js'

/** A picture needs no more, and a run of months must not be kept whole. */
const SPANS_MAX = 200_000
const NONE = -1

/** An account's best quotes over time in columns; objects are created when the result is read. */
export class QuoteSpans {
  /** Twice the market, plus the lane. */
  readonly #key = new NumberColumn()
  /** In terms of bids of its lane. */
  readonly #price = new NumberColumn()
  readonly #size = new NumberColumn()
  readonly #from = new NumberColumn()
  /** -1: it still rests. */
  readonly #to = new NumberColumn()
  /** By key: row of the span that still rests; -1: none. */
  readonly #open: Int32Array
  #list: readonly QuoteSpan[] | null = null

  constructor(markets: number) {
    this.#open = new Int32Array(markets * 2).fill(NONE)
  }

  /** Reads an account's best orders, after those of one market may have changed. */
  look(at: number, market: number, orders: RestingOrders): void {
    this.#side(at, market, 0, orders)
    this.#side(at, market, 1, orders)
  }

  /** Created on the first call. */
  get list(): readonly QuoteSpan[] {
    this.#list ??= Array.from({ length: this.#key.length }, (_, row) => this.#span(row))
    return this.#list
  }

  #side(at: number, market: number, lane: 0 | 1, orders: RestingOrders): void {
    const key = market * 2 + lane
    const open = this.#open[key]!
    const price = orders.best(lane)
    const size = orders.sizeAt(lane, price)
    if (open === NONE ? price === 0 : this.#price.at(open) === price && this.#size.at(open) === size) return
    if (open !== NONE) this.#to.set(open, at)
    this.#open[key] = NONE
    if (price === 0 || this.#key.length >= SPANS_MAX) return
    this.#open[key] = this.#key.length
    this.#key.push(key)
    this.#price.push(price)
    this.#size.push(size)
    this.#from.push(at)
    this.#to.push(NONE)
  }

  #span(row: number): QuoteSpan {
    const key = this.#key.at(row)
    const price = this.#price.at(row)
    const to = this.#to.at(row)
    return {
      market: key >> 1,
      side: key % 2 === 0 ? 'bid' : 'ask',
      price: Price.of(key % 2 === 0 ? price : Price.ONE - price),
      size: Size.of(this.#size.at(row)),
      from: Timestamp.of(this.#from.at(row)),
      to: to === NONE ? null : Timestamp.of(to),
    }
  }
}
