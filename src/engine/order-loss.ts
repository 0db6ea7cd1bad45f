import type { Place } from '../model/intent.js'
import { Price, type Size } from '../model/money.js'
import { type FeeTerms, feeBound, roundingBound } from './fee-bound.js'

/**
 * The most that an order loses if `size` of it fills and its worse outcome wins, in 1e-10 of a collateral unit: a buy loses what it paid, a sell what
 * it gave away, both with their collateral fee. What rounding adds to fees is `roundingBound`.
 */
export function lossOf(order: Pick<Place, 'side' | 'price' | 'style'>, size: Size, market: FeeTerms): number {
  const { side, price } = order
  return (side === 'buy' ? price : Price.ONE - price) * size + feeBound(order, size, market)
}

/** The collateral that a buy takes, including its fee. */
export const cashOf = (place: Place, size: Size, market: FeeTerms): number =>
  lossOf(place, size, market) + roundingBound(place, market)

/** Payout of a share in a voided market. */
const HALF = Price.ONE / 2

/** The most that `size` of an order loses if its market is voided, given that it loses `loss` if its worse outcome wins. In 1e-10. */
export const halved = (loss: number, size: number): number => Math.max(0, loss - HALF * size)
