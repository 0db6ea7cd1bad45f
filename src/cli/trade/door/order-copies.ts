import type { DeskLook, OrderLook } from '../../../engine/desk-look.js'
import type { MarketIndex } from '../../../model/ids.js'
import type { OrderCopy } from '../../../operator/schemas-market.js'
import type { QueueEstimates } from './queue-estimates.js'

/** Our orders that may rest, oldest first. `live`: markets whose book may be read. */
export function orderCopies(
  { orders, now }: DeskLook,
  { queues, live }: { readonly queues: QueueEstimates; readonly live: ReadonlySet<MarketIndex> },
): readonly OrderCopy[] {
  const ahead = queues.of(orders, live)
  return orders.map(order => orderCopy(order, now, ahead.get(order.id) ?? null)).toSorted((a, b) => b.ageMs - a.ageMs)
}

const orderCopy = (order: OrderLook, now: number, ahead: number | null): OrderCopy => ({
  id: order.id,
  market: order.market.id,
  strategy: order.strategy,
  outcome: order.outcome,
  side: order.side,
  yesSide: order.yesSide,
  price: order.price / 1e4,
  yesPrice: order.yesPrice / 1e4,
  size: order.size / 1e6,
  left: order.left / 1e6,
  state: order.isLeaving && order.status !== 'unknown' ? 'canceling' : order.status,
  // An order that was found at the venue has no time of its own.
  ageMs: order.placedAt === 0 ? 0 : Math.max(0, (now - order.placedAt) / 1_000),
  expiresInMs: (order.expiresAt - now) / 1_000,
  ahead,
})
