import { type DeskState } from '../engine/desk-state.js'
import { Proof } from '../engine/order-record.js'
import type { Journal } from '../journal/journal.js'
import type { Timestamp } from '../model/time.js'
import type { Executor } from './executor.js'

/**
 * Asks once more about orders of an earlier life whose answer never came: the same bytes, so the venue either says that it has the order
 * or takes it now, and in both cases it is ours and known. Orders that would take what rests are left to expire: the book they
 * were meant for is gone. Returns how many were asked about.
 */
export function resendDoubtful(options: {
  readonly state: DeskState
  readonly journal: Pick<Journal, 'recall'>
  readonly executor: Pick<Executor, 'resend'>
  readonly now: Timestamp
}): number {
  let count = 0
  for (const order of options.state.orders.values()) {
    const isDoubtful = order.proof <= Proof.UNANSWERED && order.endedAt === null && order.expiresAt > options.now
    if (!isDoubtful || order.style !== 'post-only') continue
    const signed = options.journal.recall(order.id)
    if (signed === null) continue
    options.executor.resend(signed, order.expiresAt)
    count += 1
  }
  return count
}
