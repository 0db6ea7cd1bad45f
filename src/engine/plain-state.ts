import { OrderId } from '../model/ids.js'
import { recentCalls } from './call-log.js'
import type { DeskState } from './desk-state.js'
import type { Order } from './order.js'
import { type OrderRecord, recordOf } from './order-record.js'
import { recentOf } from './settlement-log.js'

/** A state with its orders as plain data, which shares its parts with the state: to be read at once, or copied. */
export function plainState(state: Omit<DeskState, 'orders'>, orders: readonly Order[]): DeskState {
  const { epoch, calls, settlement } = state
  const records = new Map<OrderId, OrderRecord>()
  for (const order of orders) records.set(OrderId.of(epoch, order.terms.number), recordOf(order, epoch))
  const recent = { calls: recentCalls(calls), settlement: { ...settlement, recent: recentOf(settlement) } }
  return { ...state, ...recent, orders: records }
}
