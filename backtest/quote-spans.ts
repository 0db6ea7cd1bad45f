import type { CoreOrder } from '../src/exchange/core/core-event.js'
import { type BookSide, inYesTerms, Price, Size, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import { coreMarket } from './order-spec.js'
import type { QuoteSpan } from './result.js'

type Open = { -readonly [K in keyof QuoteSpan]: QuoteSpan[K] }
const WEI_PER_PRICE = 10n ** 14n
/** A picture needs no more, and a run of months shall not be kept whole. */
const SPANS_MAX = 200_000

/** What an account's best quotes were, and when. */
export class QuoteSpans {
  readonly spans: QuoteSpan[] = []
  /** By market and side. */
  readonly #open: (Open | undefined)[] = []

  /** Looks at an account's open orders after something happened to those of one market. */
  look(at: Timestamp, market: number, orders: readonly CoreOrder[]): void {
    const resting = orders.filter(order => order.isResting && order.spec.market === coreMarket(market))
    for (const side of ['bid', 'ask'] as const) this.#side(at, market, side, bestOf(resting, side))
  }

  #side(at: Timestamp, market: number, side: BookSide, best: Best | null): void {
    const key = market * 2 + Number(side === 'ask')
    const open = this.#open[key]
    if (open?.price === best?.price && open?.size === best?.size) return
    if (open !== undefined) open.to = at
    this.#open[key] = undefined
    if (best === null || this.spans.length >= SPANS_MAX) return
    const span: Open = { market, side, ...best, from: at, to: null }
    this.#open[key] = span
    this.spans.push(span)
  }
}

interface Best {
  readonly price: Price
  readonly size: Size
}

/** The best price in YES terms of orders of one side, with all that is left there. */
function bestOf(orders: readonly CoreOrder[], side: BookSide): Best | null {
  let price = 0
  let left = 0n
  for (const order of orders) {
    const terms = yesTermsOf(order)
    if (terms.side !== side) continue
    if (price === 0 || (side === 'bid' ? terms.price > price : terms.price < price)) {
      price = terms.price
      left = 0n
    }
    if (terms.price === price) left += order.spec.shares - order.matched
  }
  return price === 0 ? null : { price: Price.of(price), size: Size.floorWei(Wei.of(left)) }
}

/** Where an order of the core stands in the book of YES prices. */
export const yesTermsOf = ({ spec: { outcome, side, limit } }: CoreOrder): { side: BookSide; price: Price } =>
  inYesTerms({ outcome, side, price: Price.of(Math.min(9_999, Math.max(1, Number(limit / WEI_PER_PRICE)))) })
