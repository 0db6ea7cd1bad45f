import { MarketIndex, type OrderHash, type OrderId } from '../../../src/model/ids.js'
import { Wei } from '../../../src/model/money.js'
import type { OpenOrder } from '../../../src/model/order.js'
import { level } from '../desk-bench.js'

/** An open buy of YES in the first market as the venue lists it; an `id` of `null` makes it another program's. */
export const listedOrder = (order: { readonly id: OrderId | null; readonly hash: OrderHash }, at: string): OpenOrder => {
  const [price, count] = at.split(' ').map(Number)
  return {
    ...order,
    venueId: '1',
    market: MarketIndex.of(0),
    outcome: 'yes',
    side: 'buy',
    ...level(price ?? Number.NaN, count ?? Number.NaN),
    filled: Wei.ZERO,
    rewardRate: 0,
  }
}
