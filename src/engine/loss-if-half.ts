import { halved, lossOf } from './order-loss.js'
import type { Slot } from './slot.js'

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
