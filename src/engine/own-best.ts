import type { BookSide } from '../model/money.js'
import type { Slot } from './slot.js'

/** The best price in YES terms at which an order of ours rests or may rest on a side, including those that are leaving. 0: none. */
export function ownBest({ orders }: Pick<Slot, 'orders'>, side: BookSide): number {
  let best = 0
  for (let i = 0; i < orders.length; i++) {
    const { terms, yesPrice, left } = orders[i]!
    if (terms.bookSide !== side || left === 0) continue
    if (best === 0 || (side === 'bid' ? yesPrice > best : yesPrice < best)) best = yesPrice
  }
  return best
}
