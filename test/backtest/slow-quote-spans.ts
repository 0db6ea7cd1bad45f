import type { QuoteSpan } from '../../backtest/result.js'
import type { RestingOrders } from '../../src/exchange/core/core-reads.js'
import { Price, Size } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'

type Open = { -readonly [K in keyof QuoteSpan]: QuoteSpan[K] }
/** A picture needs no more, and a run of months shall not be kept whole. */
const SPANS_MAX = 200_000

/** The slow twin of `QuoteSpans`: an object a span from the beginning. */
export class SlowQuoteSpans {
  readonly spans: QuoteSpan[] = []
  /** By market and side. */
  readonly #open: (Open | undefined)[] = []

  /** Looks at an account's best orders after those of one market may have changed. */
  look(at: Timestamp, market: number, orders: RestingOrders): void {
    this.#side(at, market, 0, orders)
    this.#side(at, market, 1, orders)
  }

  #side(at: Timestamp, market: number, lane: 0 | 1, orders: RestingOrders): void {
    const key = market * 2 + lane
    const open = this.#open[key]
    const rung = orders.best(lane)
    const price = lane === 0 || rung === 0 ? rung : Price.ONE - rung
    const size = orders.sizeAt(lane, rung)
    if (open === undefined ? rung === 0 : open.price === price && open.size === size) return
    if (open !== undefined) open.to = at
    this.#open[key] = undefined
    if (rung === 0 || this.spans.length >= SPANS_MAX) return
    const side = lane === 0 ? 'bid' : 'ask'
    const span: Open = { market, side, price: Price.of(price), size: Size.of(size), from: at, to: null }
    this.#open[key] = span
    this.spans.push(span)
  }
}
