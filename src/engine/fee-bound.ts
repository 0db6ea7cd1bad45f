import { type FeeFunction, feeOfFill, feesOf, isPaidInShares, makersPay, roundsUp } from '../model/fees.js'
import type { Place } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { Price } from '../model/money.js'
import type { PendingFill } from './desk-state.js'

/** What of a market its fees are. */
export type FeeTerms = Pick<Market, 'fees' | 'takerFeeBps'>

type Placed = Pick<Place, 'side' | 'price' | 'style'>

const BPS = 10_000
const CURVE_ONE = BPS * BPS
/** 1e-10 of a collateral unit, in wei. */
const WEI_PER_UNIT = 100_000_000n

/**
 * The most collateral that `size` of an order may pay as its fee if it fills at its limit, rounding left out, in 1e-10 of a collateral unit. At
 * a better price the fee may be larger, but by less than what the better price saves. What a buy pays in shares is no collateral: 0.
 */
export function feeBound({ side, price, style }: Placed, size: number, market: FeeTerms): number {
  if (restsForFree(style, market)) return 0
  const fees = feesOf(market)
  const bps = highestRate(fees, style)
  if (bps === 0 || isPaidInShares(fees, side)) return 0
  if (fees.curve === 'cheaper') return Math.ceil((Math.min(price, Price.ONE - price) * size * bps) / BPS)
  // A double may be off by less than a unit here.
  return Math.ceil((price * size * ((Price.ONE - price) * bps)) / CURVE_ONE) + 1
}

/**
 * What rounding up adds at most to the fees that an order has still to pay, in 1e-10: one unit, whatever parts it fills in. A fill of a hundredth
 * of a share may be charged all of it and then nothing more may fill, so it is lost whatever the result is.
 */
export function roundingBound({ style }: Pick<Place, 'style'>, market: FeeTerms): number {
  if (restsForFree(style, market)) return 0
  const fees = feesOf(market)
  return highestRate(fees, style) > 0 && roundsUp(fees) ? Number((fees.unit + WEI_PER_UNIT - 1n) / WEI_PER_UNIT) : 0
}

/**
 * The collateral that an unsettled fill counts as its fee, in wei: what it was charged, or its fee before rounding where that is more. An order
 * is charged less for a fill where an earlier one was rounded up; where this one fails, its shares may fill again and be charged in full.
 */
export function unsettledFee(fill: PendingFill, style: Place['style'] | undefined, market: FeeTerms): bigint {
  const charged = fill.feeIn === 'cash' ? fill.fee : 0n
  const fees = feesOf(market)
  if (!roundsUp(fees) || style === undefined) return charged
  const fee = feeOfFill(fees, highestRate(fees, style), fill)
  return fee > charged ? fee : charged
}

/** Most orders rest, and most venues charge no fee for that. */
const restsForFree = (style: Place['style'], market: FeeTerms): boolean => style === 'post-only' && !makersPay(market)

/** A resting order makes; one that may take may pay either rate. */
function highestRate({ makerBps, takerBps }: FeeFunction, style: Place['style']): number {
  return style === 'post-only' || makerBps > takerBps ? makerBps : takerBps
}
