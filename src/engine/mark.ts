import type { Market } from '../model/market.js'
import { type Outcome, Price } from '../model/money.js'
import { Payout } from '../model/payout.js'
import { takesOrders } from '../model/venue-mode.js'

/** Whether a market trades at a moment: open, without a result, and not past its end. */
export const isTrading = (market: Market, now: number): boolean =>
  takesOrders(market) && (market.endsAt === null || now < market.endsAt)

/**
 * The value of one share by a market's books: long YES at the best bid, long NO at 1 minus the best ask, of others only, in the last live book that
 * had both sides while the market traded. 100 YES with a best bid of 0.42 are worth 42, and stay so when the market closes and its book empties:
 * missing bids do not make a share worthless.
 */
export class Mark {
  /** Best prices in 1/10,000 of the last two-sided book while the market traded; 0: none yet. */
  #bid = 0
  #ask = 0
  /** Best prices of the last live book; 0: that side was empty. */
  #lastBid = 0
  #lastAsk = 0

  /** Takes the best prices of a live book without our own orders, 0: that side is empty. It is not called for a dark book, so the mark then stays. */
  see(bid: number, ask: number, isInTrade: boolean): void {
    this.#lastBid = bid
    this.#lastAsk = ask
    if (!isInTrade || bid === 0 || ask === 0) return
    this.#bid = bid
    this.#ask = ask
  }

  /** The mid of that book, or the payout of YES, in 1/10,000; null: no two-sided book was seen yet. */
  middle({ result }: Market): number | null {
    if (result !== null) return Payout.each(result.yes, 'yes')
    return this.#bid === 0 ? null : (this.#bid + this.#ask) / 2
  }

  /** Value of one share in 1/10,000; null: no two-sided book was seen yet, and cost is used instead. A known result is the value. */
  priceOf(outcome: Outcome, market: Market, now: number): number | null {
    const { result } = market
    if (result !== null) return Payout.each(result.yes, outcome)
    if (this.#bid === 0) return null
    return outcome === 'yes'
      ? capped(this.#bid, this.#lastBid, this.#lastAsk, isTrading(market, now))
      : capped(Price.ONE - this.#ask, complement(this.#lastAsk), complement(this.#lastBid), isTrading(market, now))
  }
}

/** While a market trades without bids for an outcome, its value is capped by the price at which others offer it. */
const capped = (mark: number, bid: number, ask: number, isInTrade: boolean): number =>
  isInTrade && bid === 0 && ask > 0 && ask < mark ? ask : mark

const complement = (price: number): number => (price === 0 ? 0 : Price.ONE - price)
