import type { Brand } from './brand.js'

/** Integer 1/10,000 of a collateral unit, 0 < p < 10,000; for levels and quotes only. A fill has no price: it is value / shares. */
export type Price = Brand<number, 'Price'>

/** Integer millionths of a share. Our orders are at most `Size.ORDER_MAX`, so that price * size stays below 2^53. */
export type Size = Brand<number, 'Size'>

/** 1e-18 of a collateral unit or of a share; all accounting uses it. */
export type Wei = Brand<bigint, 'Wei'>

const wholeOf = (value: number, what: string): number => {
  if (!Number.isSafeInteger(value)) throw notWhole(value, what)
  return value
}

// The error is created in a separate function: the checks are in every hot function, and V8 limits how much code it inlines.
const notWhole = (value: number, what: string): RangeError => new RangeError(`${what} must be a whole number, found ${value}`)
const noPrice = (value: number): RangeError => new RangeError(`a price lies between 0 and 10,000, found ${value}`)
const noSize = (value: number): RangeError => new RangeError(`a size is not negative, found ${value}`)

/** Makes prices. All but `of` trust what they are given. */
export const Price = Object.freeze({
  /** One collateral unit: what a share pays at most. It is no price of a level. */
  ONE: 10_000 as Price,
  /** Of whole 1/10,000. Throws a RangeError outside of 1 to 9,999. */
  of: (value: number): Price => {
    if (wholeOf(value, 'a price in 1/10,000') <= 0 || value >= 10_000) throw noPrice(value)
    return value as Price
  },
  /** The same level expressed for the other outcome. */
  complement: (price: Price): Price => (10_000 - price) as Price,
  /** The nearest price on the grid at or below `value` (1/10,000, may be fractional), at least one tick away from 0 and 1. */
  floor: (value: number, tick: Price): Price => clampToGrid(Math.floor(value / tick + 1e-9) * tick, tick),
  /** The nearest price on the grid at or above `value`, at least one tick away from 0 and 1. */
  ceil: (value: number, tick: Price): Price => clampToGrid(Math.ceil(value / tick - 1e-9) * tick, tick),
})

const clampToGrid = (value: number, tick: Price): Price => Math.min(Math.max(value, tick), 10_000 - tick) as Price

/** Makes sizes and counts with them. */
export const Size = Object.freeze({
  ZERO: 0 as Size,
  /** One share. */
  SHARE: 1_000_000 as Size,
  /** The most that one order may have: 900,000 shares. */
  ORDER_MAX: 900_000_000_000 as Size,
  /** Of whole millionths of a share. Throws a RangeError below zero. */
  of: (value: number): Size => {
    if (wholeOf(value, 'a size in millionths of a share') < 0) throw noSize(value)
    return value as Size
  },
  /** Of shares, to the nearest millionth. */
  ofShares: (shares: number): Size => Size.of(Math.round(shares * 1_000_000)),
  /** Whole millionths in an amount of shares; the remainder (dust) is dropped. */
  floorWei: (shares: Wei): Size => Number(shares / WEI_PER_MILLIONTH) as Size,
  /** The smaller one. */
  min: (a: Size, b: Size): Size => (a < b ? a : b),
  /** The sum. */
  add: (a: Size, b: Size): Size => (a + b) as Size,
  /** The difference, or zero if negative. */
  less: (a: Size, b: Size): Size => (a > b ? a - b : 0) as Size,
})

/** Wei of a millionth of a share, or of a unit of collateral. */
export const WEI_PER_MILLIONTH = 10n ** 12n
/** price (1e-4) times size (1e-6) is 1e-10; wei is 1e-18. */
const WEI_PER_PRODUCT = 10n ** 8n

/** Makes amounts and counts with them, exactly. */
export const Wei = Object.freeze({
  ZERO: 0n as Wei,
  /** A whole collateral unit or share. */
  ONE: (10n ** 18n) as Wei,
  /** Of a count of wei. */
  of: (value: bigint): Wei => value as Wei,
  /** From the digits in a wire message or a journal. Throws a RangeError on other text. */
  parse: (digits: string): Wei => {
    if (!/^-?\d{1,78}$/.test(digits)) throw new RangeError(`wei are whole digits, found "${digits.slice(0, 90)}"`)
    return BigInt(digits) as Wei
  },
  /** The same shares in wei. */
  ofSize: (size: Size): Wei => (BigInt(size) * WEI_PER_MILLIONTH) as Wei,
  /** The sum. */
  add: (a: Wei, b: Wei): Wei => (a + b) as Wei,
  /** `a` less `b`. */
  sub: (a: Wei, b: Wei): Wei => (a - b) as Wei,
  /** The smaller one. */
  min: (a: Wei, b: Wei): Wei => (a < b ? a : b),
  /** The larger one. */
  max: (a: Wei, b: Wei): Wei => (a > b ? a : b),
  /** The same with the other sign. */
  negate: (a: Wei): Wei => (0n - a) as Wei,
  /** For statistics and screens only: a double has 15 digits. */
  toNumber: (a: Wei): number => Number(a) / 1e18,
})

/** The cost of `size` shares at `price`: exact, because 1e-4 times 1e-6 is a whole number of wei. */
export const cost = (price: Price, size: Size): Wei => (BigInt(price * size) * WEI_PER_PRODUCT) as Wei

/**
 * Whether `size` shares at `price` cost at least `least`. Doubles decide it except in the closest cases: bigints are slow, and every order calls this
 * several times.
 */
export const isWorth = (price: Price, size: Size, least: Wei): boolean => {
  const lead = price * size - Number(least) / 1e8
  return Math.abs(lead) > 1_000 ? lead > 0 : cost(price, size) >= least
}

/** What an order does. */
export type Side = 'buy' | 'sell'
/** One side of a book of YES prices. */
export type BookSide = 'bid' | 'ask'
/** One tradable side of a market. */
export type Outcome = 'yes' | 'no'

/** The outcome that wins where this one loses. */
export const otherOutcome = (outcome: Outcome): Outcome => (outcome === 'yes' ? 'no' : 'yes')

/** A price with the size that rests there, or with the size of one order. */
export interface Level {
  readonly price: Price
  readonly size: Size
}

/** Whether an order is a bid in the one book of YES prices. */
export const isYesBid = ({ outcome, side }: { readonly outcome: Outcome; readonly side: Side }): boolean =>
  (outcome === 'yes') === (side === 'buy')

/** An order's place in the one book of YES prices: a BUY NO at 1 - a is an ask at a. */
export const inYesTerms = (order: {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Price
}): { side: BookSide; price: Price } =>
  order.outcome === 'yes'
    ? { side: order.side === 'buy' ? 'bid' : 'ask', price: order.price }
    : { side: order.side === 'buy' ? 'ask' : 'bid', price: Price.complement(order.price) }
