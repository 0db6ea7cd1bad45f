import type { Timestamp } from '../model/time.js'
import type { Order } from './order.js'
import { Proof } from './order-record.js'
import { Word } from './word-ring.js'

/** A word about an order, and when it was heard. */
export interface OrderWord {
  readonly word: Word
  readonly at: Timestamp
  readonly lockedUntil: Timestamp
}

/** Whether a word adds nothing to what is known of its order. */
export function isKnown(order: Order, { word, at, lockedUntil }: OrderWord): boolean {
  if (order.proof !== Proof.SEEN || order.missed > 0) return false
  if (word === Word.ACCEPTED) return lockedUntil <= order.lockedUntil
  if (!order.hasEnded || order.endedAt > at) return false
  if (word === Word.REMOVED) return order.how !== 'missing'
  // Any other end that we did not request makes its side quiet.
  return word === Word.CANCELED && order.how === 'canceled' && order.isAsked
}

/** Whether a word accepts an order about which nothing else was reported or requested: sums have counted it in full since it was opened. */
export const isExpected = (order: Order, word: Word): boolean =>
  word === Word.ACCEPTED && order.proof === Proof.NONE && !order.isAsked && !order.hasEnded
