import { type FeeFunction, feeOfFill, feesOf, isPaidInShares, makersPay, roundsUp } from '../model/fees.js'
import type { Place } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { Price } from '../model/money.js'
import type { PendingFill } from './desk-state.js'
import { unitsUp } from './units.js'

/** The fields of a market that determine its fees. */
export type FeeTerms = Pick<Market, 'fees' | 'takerFeeBps'>

type Placed = Pick<Place, 'side' | 'price' | 'style'>

const BPS = 10_000
const CURVE_ONE = BPS * BPS

/**
 * The largest collateral fee of `size` of an order at its limit price, without rounding, in 1e-10 of a collateral unit. At a better price the fee may
 * be larger, but by less than the better price saves. 0 for a buy that pays its fee in shares.
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
 * The most that rounding up adds to the fees that an order still has to pay, in 1e-10: one unit, however it is filled. A fill of a hundredth of a
 * share may be charged all of it with no further fill, so it is lost whatever the result.
 */
export function roundingBound({ style }: Pick<Place, 'style'>, market: FeeTerms): number {
  if (restsForFree(style, market)) return 0
  const fees = feesOf(market)
  return highestRate(fees, style) > 0 && roundsUp(fees) ? unitsUp(fees.unit) : 0
}

/**
 * The fee to assume for an unsettled fill in collateral, in wei: what it was charged, or its fee before rounding if that is more. An order is charged
 * less for a fill if an earlier one was rounded up; if this fill fails, its shares may fill again and be charged in full.
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

/** A resting order is a maker; an order that may take may pay either rate. */
function highestRate({ makerBps, takerBps }: FeeFunction, style: Place['style']): number {
  return style === 'post-only' || makerBps > takerBps ? makerBps : takerBps
}
