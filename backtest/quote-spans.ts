import type { Core } from '../src/exchange/core/core.js'
import type { CoreOrder } from '../src/exchange/core/core-event.js'
import { type BookSide, inYesTerms, type Level, Price } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import { coreMarket } from './order-spec.js'
import type { QuoteSpan } from './result.js'

type Open = { -readonly [K in keyof QuoteSpan]: QuoteSpan[K] }
const WEI_PER_PRICE = 10n ** 14n
/** A picture needs no more, and a run of months shall not be kept whole. */
const SPANS_MAX = 200_000
const SIDES = ['bid', 'ask'] as const

/** What an account's best quotes were, and when. */
export class QuoteSpans {
  readonly spans: QuoteSpan[] = []
  /** By market and side. */
  readonly #open: (Open | undefined)[] = []

  /** Looks at an account's best orders after something happened to those of one market. */
  look(at: Timestamp, market: number, core: Pick<Core, 'bestOrders'>): void {
    for (const side of SIDES) this.#side(at, market, side, core.bestOrders(coreMarket(market), side))
  }

  #side(at: Timestamp, market: number, side: BookSide, best: Level | null): void {
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

/** Where an order of the core stands in the book of YES prices. */
export const yesTermsOf = ({ spec: { outcome, side, limit } }: CoreOrder): { side: BookSide; price: Price } =>
  inYesTerms({ outcome, side, price: Price.of(Math.min(9_999, Math.max(1, Number(limit / WEI_PER_PRICE)))) })
