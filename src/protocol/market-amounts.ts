import type { Side } from '../model/money.js'
import { keepDigits, type OrderAmounts, QUANTITY_DIGITS } from './amounts.js'

/** A level to take from, in wei, for the order's own outcome. */
export interface WireLevel {
  readonly price: bigint
  readonly shares: bigint
}

/** The terms of a MARKET order. */
export interface MarketTerms {
  /** The side of the book that is taken, best level first: asks for a buy, bids for a sell. */
  readonly levels: readonly WireLevel[]
  readonly slippageBps: number
  /** For a buy: spend this much for at least that many shares, instead of buying that many shares for at most this much. */
  readonly isMinAmountOut?: boolean
}

const ONE = 10n ** 18n
const BPS = 10_000n

/** Amounts of a MARKET order for a number of shares; fewer if the book holds fewer. Throws a RangeError for an empty book. */
export function marketAmounts(side: Side, shares: bigint, terms: MarketTerms): OrderAmounts {
  const { taken, cost, worst } = walk(keepDigits(shares, QUANTITY_DIGITS), terms.levels)
  if (taken === 0n) throw new RangeError('expected a book with something to take, found none')
  const pricePerShare = cost / taken
  const slippage = BigInt(terms.slippageBps)
  const value = (worst * taken) / ONE
  if (side === 'sell') return { makerAmount: taken, takerAmount: (value * (BPS - slippage)) / BPS, pricePerShare }
  if (terms.isMinAmountOut === true)
    return { makerAmount: cost / ONE, takerAmount: ((cost / worst) * (BPS - slippage)) / BPS, pricePerShare }
  // No share is worth more than a dollar, so no order needs to offer more than a dollar for each.
  const offered = slippage === 0n ? value : least((value * (BPS + slippage)) / BPS, taken)
  return { makerAmount: offered, takerAmount: taken, pricePerShare }
}

/** Amounts of a MARKET buy for a sum of collateral: as many shares as it buys, rounded down to the venue's digits. */
export function marketAmountsByValue(value: bigint, terms: MarketTerms): OrderAmounts {
  let [rest, shares] = [value, 0n]
  for (const level of terms.levels) {
    const whole = (level.price * level.shares) / ONE
    if (whole >= rest) {
      shares += (rest * ONE) / level.price
      break
    }
    rest -= whole
    shares += level.shares
  }
  return marketAmounts('buy', keepDigits(shares, QUANTITY_DIGITS), terms)
}

function walk(shares: bigint, levels: readonly WireLevel[]): { taken: bigint; cost: bigint; worst: bigint } {
  let [taken, cost, worst] = [0n, 0n, 0n]
  for (const level of levels) {
    const part = least(level.shares, shares - taken)
    if (part <= 0n) break
    taken += part
    cost += level.price * part
    worst = level.price
  }
  return { taken, cost, worst }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
