import type { OrderHash, OrderId } from '../model/ids.js'
import type { SentOrder } from './messages.js'

/** The orders that the daemon announced. Bounded: the oldest is dropped; the venue's list still shows it. */
export interface ToldOrders {
  sent(orders: readonly SentOrder[]): void
  gone(orders: readonly OrderId[]): void
  /** Orders that may rest at this time, newest first. */
  alive(nowMs: number): readonly { readonly id: OrderId; readonly hash: OrderHash }[]
  /** When the last of all announced orders has expired, in ms; 0: none was announced. */
  readonly lastExpiryMs: number
}

const ORDERS_MAX = 4_000

/** Creates an empty list of orders. */
export function createToldOrders(): ToldOrders {
  const alive = new Map<OrderId, SentOrder>()
  let lastExpiryMs = 0
  return {
    sent: orders => {
      for (const order of orders) {
        const [id, , expiresAtMs] = order
        alive.set(id, order)
        lastExpiryMs = Math.max(lastExpiryMs, expiresAtMs)
        const oldest = alive.size > ORDERS_MAX ? alive.keys().next().value : undefined
        if (oldest !== undefined) alive.delete(oldest)
      }
    },
    gone: orders => {
      for (const id of orders) alive.delete(id)
    },
    alive: nowMs =>
      [...alive.values()].flatMap(([id, hash, expiresAtMs]) => (expiresAtMs > nowMs ? [{ id, hash }] : [])).toReversed(),
    get lastExpiryMs() {
      return lastExpiryMs
    },
  }
}
