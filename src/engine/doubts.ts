import type { DeskClock } from './desk-clock.js'
import type { Order } from './order.js'
import { isBelievedOpen } from './order-record.js'
import { expiryOf, isOver, statusOf } from './order-status.js'

/** How late the venue may report an expiration, in microseconds: it looks for expired orders at intervals. */
const LATE_US = 2_000_000
/** After this many requests, a removal counts as having no effect. */
const ASKS_ENOUGH = 2

/**
 * Numbers of orders that count as resting although the venue should have reported their end: expired, removed without effect, or missing from its
 * last list.
 */
export function doubtfulOrders(orders: Iterable<Order>, clock: Readonly<DeskClock>): readonly number[] {
  const doubtful: number[] = []
  for (const order of orders) {
    if (!isBelievedOpen(order) || isOver(statusOf(order, clock))) continue
    const isOverdue = clock.now >= expiryOf(order.terms, clock) + LATE_US
    if (isOverdue || order.asks >= ASKS_ENOUGH || order.missed > 0) doubtful.push(order.terms.number)
  }
  return doubtful
}
