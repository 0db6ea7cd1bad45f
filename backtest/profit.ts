import { type Outcome, WEI_PER_MILLIONTH, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import type { ProfitParts } from './result.js'
import { WEI_PER_PRODUCT, weiOfMillionths, weiOfProducts } from './venue/amounts.js'
import type { VenueLeg } from './venue/venue-match.js'
import type { VenueBook } from './venue-book.js'
import { WeiProfit } from './wei-profit.js'

/** Twice a price. */
const DOUBLE = 20_000
const WEI_PER_HALF = WEI_PER_PRODUCT / 2n
/** Sums below it, plus one more amount of at most this size, are exact in a double. */
const SUM_MAX = 4e15
/** The most millionths of a share for which shares times price stays below `SUM_MAX`. */
const SHARES_MAX = SUM_MAX / DOUBLE

/**
 * The sources of an account's profit. Shares are valued at the mid price of the recorded book: a fill earns the distance to it, holding earns its
 * moves, a payout the rest, and the parts sum to the total. Cash is an integer number of products in a double; share values, at a mid between two
 * prices, are integers in half products. From the first fee on, or when a sum becomes too large, everything continues in wei.
 */
export class Profit {
  /** Result of `look`: cash and marks in products, without the initial cash. */
  equity = 0
  /** Remainder of `equity`, in wei. */
  equityRest = 0n
  #cash = 0
  /** Profit of each market, in half products. */
  readonly #spread: Float64Array
  readonly #drift: Float64Array
  readonly #settlement: Float64Array
  /** null as long as doubles are exact. */
  #exact: WeiProfit | null = null
  /** YES minus NO by market, in shares, until everything continues in wei; and the last returned copy, null: changed since. */
  readonly #net: number[]
  #netShown: readonly number[] | null = null
  readonly #books: readonly VenueBook[]
  /** By market and outcome, in millionths and half products: held shares, their last value, everything bought and its cost. */
  readonly #shares: Float64Array
  readonly #carried: Float64Array
  readonly #bought: Float64Array
  readonly #boughtFor: Float64Array
  /** Markets with shares. */
  readonly #held: number[] = []

  constructor(books: readonly VenueBook[]) {
    this.#books = books
    this.#spread = new Float64Array(books.length)
    this.#drift = new Float64Array(books.length)
    this.#settlement = new Float64Array(books.length)
    this.#shares = new Float64Array(books.length * 2)
    this.#carried = new Float64Array(books.length * 2)
    this.#bought = new Float64Array(books.length * 2)
    this.#boughtFor = new Float64Array(books.length * 2)
    this.#net = books.map(() => 0)
  }

  /** Books a leg of a match, settled or not. */
  fill(market: number, leg: VenueLeg): void {
    this.#netShown = null
    const place = placeOf(market, leg.outcome)
    if (leg.fee.amount !== 0n || this.#shares[place]! + leg.size > SHARES_MAX) this.#goOnInWei()
    leg.entry = this.#exact?.fill(market, inWei(leg)) ?? null
    if (leg.entry !== null) return
    this.#mark(market)
    const worth = this.#worth(place, leg.size)
    leg.spread = leg.isBuy ? worth - 2 * leg.value : 2 * leg.value - worth
    this.#spread[market]! += leg.spread
    this.#move(place, leg, worth, leg.isBuy ? 1 : -1)
    this.#note(market)
  }

  /** Reverts a leg whose settlement failed. Its gains in the meantime were never ours. */
  undo(market: number, leg: VenueLeg): void {
    this.#netShown = null
    if (this.#exact !== null) {
      const entry = leg.entry ?? { fill: inWei(leg), spread: BigInt(leg.spread) * WEI_PER_HALF, fees: 0n }
      return this.#exact.undo(market, entry)
    }
    this.#mark(market)
    const place = placeOf(market, leg.outcome)
    const worth = this.#worth(place, leg.size)
    this.#move(place, leg, worth, leg.isBuy ? -1 : 1)
    this.#spread[market]! -= leg.spread
    this.#drift[market]! += leg.spread + (leg.isBuy ? 2 * leg.value - worth : worth - 2 * leg.value)
    this.#note(market)
  }

  /** Books the payout of shares of a resolved market; both in wei. */
  pay(market: number, outcome: Outcome, shares: bigint, value: bigint): void {
    this.#netShown = null
    if (shares % WEI_PER_MILLIONTH !== 0n || value % WEI_PER_PRODUCT !== 0n) this.#goOnInWei()
    if (this.#exact !== null) return this.#exact.pay(market, { outcome, shares: Wei.of(shares), value: Wei.of(value) })
    this.#mark(market)
    const place = placeOf(market, outcome)
    const size = Number(shares / WEI_PER_MILLIONTH)
    const products = Number(value / WEI_PER_PRODUCT)
    const worth = this.#worth(place, size)
    this.#shares[place]! -= size
    this.#carried[place]! -= worth
    this.#cash += products
    this.#settlement[market]! += 2 * products - worth
    this.#note(market)
  }

  /** Computes equity at a moment between rows. */
  look(now: Timestamp): void {
    if (this.#exact !== null) return this.#write(this.#exact.equity(now))
    let equity = this.#cash
    for (let at = 0; at < this.#held.length; at++) {
      const market = this.#held[at]!
      const yes = this.#markOf(market, 'yes', now)
      const no = this.#markOf(market, 'no', now)
      if (yes < 0 || no < 0) return this.#write(this.#copy().equity(now))
      equity += yes + no
    }
    if (equity > Number.MAX_SAFE_INTEGER) return this.#write(this.#copy().equity(now))
    this.equity = equity
    this.equityRest = 0n
  }

  /** One market's fills and payouts plus its shares at their mark, in wei; the sum over all markets is the equity. */
  equityOf(market: number, now: Timestamp): bigint {
    if (this.#exact !== null) return this.#exact.equityOf(market, now)
    const yes = this.#markOf(market, 'yes', now)
    const no = this.#markOf(market, 'no', now)
    if (yes < 0 || no < 0) return this.#copy().equityOf(market, now)
    // Its parts equal its cash plus its share value.
    const parts = this.#spread[market]! + this.#drift[market]! + this.#settlement[market]!
    const cash = (parts - this.#carried[market * 2]! - this.#carried[market * 2 + 1]!) / 2
    return weiOfProducts(cash) + weiOfProducts(yes) + weiOfProducts(no)
  }

  /** YES minus NO, in shares. The same list until something is booked. */
  net(): readonly number[] {
    this.#netShown ??= this.#exact?.net() ?? this.#net.slice()
    return this.#netShown
  }

  /** In wei, from all fills and payouts, without the initial cash. */
  get cash(): bigint {
    return this.#exact?.cash ?? weiOfProducts(this.#cash)
  }

  /** In wei. */
  shares(market: number, outcome: Outcome): bigint {
    return this.#exact?.shares(market, outcome) ?? weiOfMillionths(this.#shares[placeOf(market, outcome)]!)
  }

  /** Values held shares by the marks; nothing may be booked afterwards. Returns the profit of each market. */
  close(now: Timestamp): readonly ProfitParts[] {
    return (this.#exact ?? this.#copy()).close(now)
  }

  /** `sign` 1: shares are added and cash is paid; -1: the opposite. */
  #move(place: number, { size, value, isBuy }: VenueLeg, worth: number, sign: 1 | -1): void {
    this.#shares[place]! += sign * size
    this.#carried[place]! += sign * worth
    this.#cash -= sign * value
    if (!isBuy) return
    this.#bought[place]! += sign * size
    this.#boughtFor[place]! += sign * value
  }

  /** Revalues held shares at the current mid price; every booking begins with it. */
  #mark(market: number): void {
    for (let place = market * 2; place < market * 2 + 2; place++) {
      const shares = this.#shares[place]!
      if (shares === 0) continue
      const value = this.#worth(place, shares)
      this.#drift[market]! += value - this.#carried[place]!
      this.#carried[place] = value
    }
  }

  /** Equity is computed every second of a run, and few markets are held at a time. */
  #note(market: number): void {
    const yes = this.#shares[market * 2]!
    const no = this.#shares[market * 2 + 1]!
    this.#net[market] = ((yes - no) * 1e12) / 1e18
    const isHeld = yes !== 0 || no !== 0
    const at = this.#held.indexOf(market)
    if (isHeld && at < 0) this.#held.push(market)
    else if (!isHeld && at >= 0) this.#held.splice(at, 1)
    const paid = Math.max(this.#boughtFor[market * 2]!, this.#boughtFor[market * 2 + 1]!)
    const [spread, drift, settlement] = [this.#spread[market]!, this.#drift[market]!, this.#settlement[market]!]
    if (isLarge(this.#cash) || isLarge(spread) || isLarge(drift) || isLarge(settlement) || isLarge(paid)) this.#goOnInWei()
  }

  /** In half products. */
  #worth(place: number, size: number): number {
    const middle = this.#books[place >> 1]!.middle
    return size * ((place & 1) === 0 ? middle : DOUBLE - middle)
  }

  /** In products; -1: there is no mark, and the cost of the shares need not be an integer number of products. */
  #markOf(market: number, outcome: Outcome, now: Timestamp): number {
    const shares = this.#shares[placeOf(market, outcome)]!
    if (shares === 0) return 0
    const price = this.#books[market]!.priceOf(outcome, now)
    return price === null ? -1 : shares * price
  }

  #goOnInWei(): void {
    this.#exact ??= this.#copy()
  }

  #copy(): WeiProfit {
    const holdingOf = (place: number) => ({
      shares: weiOfMillionths(this.#shares[place]!),
      carried: BigInt(this.#carried[place]!) * WEI_PER_HALF,
      bought: weiOfMillionths(this.#bought[place]!),
      boughtFor: weiOfProducts(this.#boughtFor[place]!),
    })
    return new WeiProfit(this.#books, {
      cash: this.cash,
      parts: this.#books.map((_, market) => ({
        spread: BigInt(this.#spread[market]!) * WEI_PER_HALF,
        drift: BigInt(this.#drift[market]!) * WEI_PER_HALF,
        settlement: BigInt(this.#settlement[market]!) * WEI_PER_HALF,
      })),
      holdings: this.#books.map((_, market) => ({ yes: holdingOf(market * 2), no: holdingOf(market * 2 + 1) })),
    })
  }

  #write(equity: bigint): void {
    const rest = equity % WEI_PER_PRODUCT
    this.equity = Number(equity / WEI_PER_PRODUCT)
    this.equityRest = rest
    if (Number.isSafeInteger(this.equity)) return
    this.equity = 0
    this.equityRest = equity
  }
}

const placeOf = (market: number, outcome: Outcome): number => (outcome === 'yes' ? market * 2 : market * 2 + 1)
const isLarge = (sum: number): boolean => sum > SUM_MAX || sum < -SUM_MAX

const inWei = ({ order, size, value, fee, outcome }: VenueLeg) => ({
  outcome,
  side: order.terms.side,
  shares: weiOfMillionths(size),
  value: weiOfProducts(value),
  fee,
})
