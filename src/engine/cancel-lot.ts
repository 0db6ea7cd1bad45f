import type { CancelLot } from '../model/intent.js'
import type { Timestamp } from '../model/time.js'
import type { Order } from './order.js'
import { Proof } from './order-record.js'

/** An order this old is surely recorded at the venue, in microseconds; it was seen to take about 10 ms. */
const YOUNG = 1_000_000

/** The most orders that one request takes off the book, at a venue that names no other number. */
export const CANCELS_A_CALL = 100

/** With which others an order is taken off at a moment. */
export function lotOf(order: Order, at: Timestamp): CancelLot {
  if (order.proof !== Proof.SEEN || order.missed > 0) return 'alone'
  return order.asks > 0 || at - order.placedAt < YOUNG ? 'young' : 'old'
}
