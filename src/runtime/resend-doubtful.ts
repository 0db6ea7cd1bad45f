import { type DeskState } from '../engine/desk-state.js'
import { Proof } from '../engine/order-record.js'
import type { Journal } from '../journal/journal.js'
import type { Timestamp } from '../model/time.js'
import type { Executor } from './executor.js'

/**
 * Sends unanswered orders from before this start again: the same bytes, so the venue either has the order already or accepts it now, and its state is
 * known in both cases. Taking orders are left to expire: the book they were meant for is gone. Returns how many were sent.
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
