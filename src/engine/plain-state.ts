import { OrderId } from '../model/ids.js'
import { recentCalls } from './call-log.js'
import type { DeskState } from './desk-state.js'
import type { Order } from './order.js'
import type { OrderRecord } from './order-record.js'
import { recentOf } from './settlement-log.js'

/** A state and its orders as plain data, sharing parts with the state: read it at once, or copy it. */
export function plainState(state: Omit<DeskState, 'orders'>, orders: readonly Order[]): DeskState {
  const { epoch, calls, settlement } = state
  const records = new Map<OrderId, OrderRecord>()
  for (const order of orders) records.set(OrderId.of(epoch, order.terms.number), recordOf(order, epoch))
  const recent = { calls: recentCalls(calls), settlement: { ...settlement, recent: recentOf(settlement) } }
  return { ...state, ...recent, orders: records }
}

/** An order as saved. */
function recordOf(order: Order, epoch: number): OrderRecord {
  const { number, marketId, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice } =
    order.terms
  const { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed, lastAt } = order
  return {
    id: OrderId.of(epoch, number),
    ...{ market: marketId, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice },
    ...{ proof, filled, left, shown, lockedUntil, askedAt: order.isAsked ? askedAt : null, asks },
    ...{ endedAt: order.hasEnded ? endedAt : null, how, missed, lastAt },
  }
}
