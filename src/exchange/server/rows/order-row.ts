import type { z } from 'zod'
import type { order as orderSchema } from '../../../protocol/api/schemas-account.js'
import type { CoreOrder } from '../../core/core-event.js'
import type { Reads } from '../read-models/reads.js'

export type OrderRow = z.input<typeof orderSchema>

/** An order as its owner reads it: numbers of the core, and the order as it was signed. Throws where it was never posted. */
export const orderRow = (reads: Reads, order: CoreOrder): OrderRow => {
  const market = reads.core.market(order.spec.market)
  const posted = reads.posted(order)
  if (posted === null) throw new Error(`the signed form of order ${order.id} is lost`)
  return {
    id: String(order.id),
    marketId: order.spec.market,
    currency: 'USDT',
    amount: String(order.spec.shares),
    amountFilled: String(order.settled),
    isNegRisk: market?.spec.isNegRisk ?? false,
    isYieldBearing: market?.spec.isYieldBearing ?? false,
    strategy: order.spec.strategy,
    status: order.status,
    rewardEarningRate: order.isResting ? reads.core.rewardRate(order.id) : 0,
    order: posted,
  }
}
