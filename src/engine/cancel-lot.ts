import type { CancelLot } from '../model/intent.js'
import type { Timestamp } from '../model/time.js'
import type { Order } from './order.js'
import { Proof } from './order-record.js'

/** An order of this age is certainly recorded at the venue, in microseconds; in practice it takes about 10 ms. */
const YOUNG = 1_000_000

/** Most orders in one removal request, for a venue that gives no other number. */
export const CANCELS_A_CALL = 100

/** Which other orders may share a removal request with this one. */
export function lotOf(order: Order, at: Timestamp): CancelLot {
  if (order.proof !== Proof.SEEN || order.missed > 0) return 'alone'
  return order.asks > 0 || at - order.placedAt < YOUNG ? 'young' : 'old'
}
