import { Price } from '../model/money.js'
import { lossOf } from './order-loss.js'
import type { Slot } from './slot.js'

/** Payout of a share in a voided market. */
const HALF = Price.ONE / 2

/** The most that `size` of an order loses if its market is voided, given that it loses `loss` if its worse outcome wins. In 1e-10. */
export const halved = (loss: number, size: number): number => Math.max(0, loss - HALF * size)

/**
 * The most that a market loses if it is voided and each share pays half a unit, in 1e-10: over the same shares, fills and orders as its worst case,
 * each order and unsettled fill with its worst effect. Ghosts are counted as of their last `recount`.
 */
export function lossIfHalf({ inventory, orders, ghosts, sums, market }: Slot): number {
  let loss = inventory.lossIfHalf + ghosts.lossIfHalf() + sums.rounding + ghosts.rounding
  for (let i = 0; i < orders.length; i++) {
    const { terms, left } = orders[i]!
    loss += halved(lossOf(terms, left, market), left)
  }
  return loss
}
