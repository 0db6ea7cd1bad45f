import { type Outcome, WEI_PER_MILLIONTH } from '../../src/model/money.js'
import { WEI_PER_PRODUCT } from './amounts.js'

const EXACT_MAX = Number.MAX_SAFE_INTEGER

/**
 * One account's cash and shares at its venue, and what its orders and unsettled matches hold of them. Cash is an integer number of products in a
 * double, shares are integer millionths; fees have smaller parts, and sums can exceed what a double counts exactly. Such remainders are kept in wei,
 * and only an account that has one reads them.
 */
export class VenueLedger {
  #cash = 0
  #reservedCash = 0
  /** Beside the doubles, in wei. */
  #cashRest = 0n
  #reservedRest = 0n
  #hasCashRest = false
  /** By market and outcome, in millionths. */
  readonly #shares: Float64Array
  readonly #reservedShares: Float64Array
  /** Beside the doubles, in wei; null: there are none. */
  #sharesRests: Map<number, bigint> | null = null

  constructor(markets: number, fund: bigint) {
    this.#shares = new Float64Array(markets * 2)
    this.#reservedShares = new Float64Array(markets * 2)
    this.addCashWei(fund)
  }

  /** In wei. */
  get cash(): bigint {
    return BigInt(this.#cash) * WEI_PER_PRODUCT + this.#cashRest
  }

  /** The part of `cash` held by buys and unsettled matches, in wei. */
  get reservedCash(): bigint {
    return BigInt(this.#reservedCash) * WEI_PER_PRODUCT + this.#reservedRest
  }

  /** In wei. */
  shares(market: number, outcome: Outcome): bigint {
    const at = placeOf(market, outcome)
    return BigInt(this.#shares[at]!) * WEI_PER_MILLIONTH + this.#restOf(at)
  }

  /** Shares not held by a sell, in wei. */
  freeShares(market: number, outcome: Outcome): bigint {
    return this.shares(market, outcome) - BigInt(this.#reservedShares[placeOf(market, outcome)]!) * WEI_PER_MILLIONTH
  }

  /** Whether this much cash is free, in products and wei. */
  hasCash(products: number, wei: bigint): boolean {
    if (!this.#hasCashRest && wei === 0n) return this.#cash - this.#reservedCash >= products
    return this.cash - this.reservedCash >= BigInt(products) * WEI_PER_PRODUCT + wei
  }

  /** Whether this many millionths are free. */
  hasShares(market: number, outcome: Outcome, size: number): boolean {
    const at = placeOf(market, outcome)
    if (this.#sharesRests === null) return this.#shares[at]! - this.#reservedShares[at]! >= size
    return this.freeShares(market, outcome) >= BigInt(size) * WEI_PER_MILLIONTH
  }

  addCash(products: number): void {
    const cash = this.#cash + products
    if (cash <= EXACT_MAX && cash >= -EXACT_MAX) this.#cash = cash
    else this.#restCash(BigInt(products) * WEI_PER_PRODUCT)
  }

  addCashWei(wei: bigint): void {
    const rest = wei % WEI_PER_PRODUCT
    const products = Number(wei / WEI_PER_PRODUCT)
    if (products > EXACT_MAX || products < -EXACT_MAX) return this.#restCash(wei)
    this.addCash(products)
    if (rest !== 0n) this.#restCash(rest)
  }

  /** A negative amount releases. */
  reserveCash(products: number): void {
    const reserved = this.#reservedCash + products
    if (reserved <= EXACT_MAX && reserved >= -EXACT_MAX) this.#reservedCash = reserved
    else this.reserveCashWei(BigInt(products) * WEI_PER_PRODUCT)
  }

  reserveCashWei(wei: bigint): void {
    if (wei === 0n) return
    this.#hasCashRest = true
    this.#reservedRest += wei
  }

  /** In millionths. Throws a RangeError if a double would not count them exactly. */
  addShares(market: number, outcome: Outcome, size: number): void {
    const at = placeOf(market, outcome)
    const shares = this.#shares[at]! + size
    if (shares > EXACT_MAX) throw new RangeError(`an account holds at most ${EXACT_MAX} millionths of a share, found ${shares}`)
    this.#shares[at] = shares
  }

  addSharesWei(market: number, outcome: Outcome, wei: bigint): void {
    const at = placeOf(market, outcome)
    const rest = wei % WEI_PER_MILLIONTH
    this.addShares(market, outcome, Number(wei / WEI_PER_MILLIONTH))
    if (rest === 0n) return
    this.#sharesRests ??= new Map()
    this.#sharesRests.set(at, this.#restOf(at) + rest)
  }

  reserveShares(market: number, outcome: Outcome, size: number): void {
    this.#reservedShares[placeOf(market, outcome)]! += size
  }

  #restOf(at: number): bigint {
    return this.#sharesRests?.get(at) ?? 0n
  }

  #restCash(wei: bigint): void {
    this.#hasCashRest = true
    this.#cashRest += wei
  }
}

const placeOf = (market: number, outcome: Outcome): number => (outcome === 'yes' ? market * 2 : market * 2 + 1)
