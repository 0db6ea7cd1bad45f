import type { CoreOrder } from '../core/core-event.js'
import type { House } from './house.js'

/** An order as its owner reads it: numbers of the core, and the order as it was signed. */
export const orderRow = (house: House, order: CoreOrder): object => {
  const market = house.floor.core.market(order.spec.market)
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
    rewardEarningRate: 0,
    order: house.tape.posted(order.spec.hash),
  }
}
