import type { z } from 'zod'
import type { order as orderSchema } from '../../../protocol/api/schemas-account.js'
import type { orderStatus } from '../../../protocol/api/schemas-words.js'
import type { CoreOrder } from '../../core/core-event.js'
import { type Page, type PageQuery, pageOf } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'

interface OrderQuery extends PageQuery {
  readonly status?: z.output<typeof orderStatus> | undefined
}

/** A wallet's orders, newest first. Without a status all are shown, as the venue documents; clients disagree on it, so careful ones always send one. */
export const orderPage = (reads: Reads, account: string, query: OrderQuery): Page<AccountOrderRow> => {
  const { rows, cursor } = pageOf(ordersOf(reads, account, query.status ?? null), query, {
    name: 'orders',
    key: order => order.id,
  })
  return { rows: rows.map(order => orderRow(reads, order)), cursor }
}

/** One order of a wallet. Throws a refusal when it does not exist or belongs to another wallet. */
export const orderOf = (reads: Reads, account: string, hash: string): AccountOrderRow => {
  const order = reads.core.order(hash.toLowerCase())
  if (order === null || order.spec.account !== account) throw notFound('order')
  return orderRow(reads, order)
}

function* ordersOf({ core }: Reads, account: string, status: OrderQuery['status'] | null): Iterable<CoreOrder> {
  const orders = status === 'OPEN' ? core.openOrdersOf(account) : core.ordersOf(account)
  for (let at = orders.length - 1; at >= 0; at--) {
    const order = orders[at]
    if (order !== undefined && (status === null || order.status === status)) yield order
  }
}

export type AccountOrderRow = z.input<typeof orderSchema>

/** An order as its owner reads it: numbers of the core, and the order as it was signed. Throws when it was never posted. */
const orderRow = (reads: Reads, order: CoreOrder): AccountOrderRow => {
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
