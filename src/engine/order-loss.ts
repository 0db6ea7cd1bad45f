import type { Place } from '../model/intent.js'
import { Price, type Size } from '../model/money.js'
import { type FeeTerms, feeBound, roundingBound } from './fee-bound.js'

/**
 * What an order loses at most if `size` of it fills and its worse outcome wins, in 1e-10 of a collateral unit: a buy what it paid, a sell
 * what it gave away, and either the fee that it pays in collateral. What rounding adds to fees is `roundingBound`.
 */
export function lossOf(order: Pick<Place, 'side' | 'price' | 'style'>, size: Size, market: FeeTerms): number {
  const { side, price } = order
  return (side === 'buy' ? price : Price.ONE - price) * size + feeBound(order, size, market)
}

/** The collateral that a buy takes, its fee included. */
export const cashOf = (place: Place, size: Size, market: FeeTerms): number =>
  lossOf(place, size, market) + roundingBound(place, market)
