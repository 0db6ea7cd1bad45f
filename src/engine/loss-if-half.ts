import { Price } from '../model/money.js'
import { lossOf } from './order-loss.js'
import type { Slot } from './slot.js'

/** What a share pays where its market is voided. */
const HALF = Price.ONE / 2

/** What `size` of an order loses at most if its market is voided, where it loses `loss` if its worse outcome wins. In 1e-10. */
export const halved = (loss: number, size: number): number => Math.max(0, loss - HALF * size)

/**
 * What a market loses at most if it is voided and each share pays half a unit, in 1e-10: of the same shares, fills and orders as its worst case, each
 * order and unsettled fill as it is worst for that. Ghosts are counted as of their last `recount`.
 */
export function lossIfHalf({ inventory, orders, ghosts, sums, market }: Slot): number {
  let loss = inventory.lossIfHalf + ghosts.lossIfHalf() + sums.rounding + ghosts.rounding
  for (let i = 0; i < orders.length; i++) {
    const { terms, left } = orders[i]!
    loss += halved(lossOf(terms, left, market), left)
  }
  return loss
}
