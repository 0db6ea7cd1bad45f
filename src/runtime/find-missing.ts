import { type DeskState } from '../engine/desk-state.js'
import { DUST } from '../engine/order-record.js'
import type { Batch } from '../model/batch.js'
import type { OrderId } from '../model/ids.js'
import type { Report } from '../model/report.js'
import type { Gateway } from '../venues/venue.js'

/**
 * Asks the venue about each accepted order that a snapshot of this batch lacked: a list can be short, and the word of an order's end can be
 * lost, and no other list may come for long. That the venue knows no such order proves nothing and is not passed on.
 */
export function findMissing(options: MissingOptions): void {
  const { batch, state } = options
  if (!batch.reports.some(({ kind }) => kind === 'snapshot')) return
  for (const { id, missed, endedAt, left } of state().orders.values())
    if (missed > 0 && endedAt === null && left >= DUST) void find(options, id)
}

export interface MissingOptions {
  readonly batch: Pick<Batch, 'reports'>
  /** Copies all there is, so it is asked for a snapshot alone and not with each turn. */
  readonly state: () => DeskState
  readonly gateway: Pick<Gateway, 'find'>
  readonly report: (report: Report) => void
}

async function find({ gateway, report }: MissingOptions, id: OrderId): Promise<void> {
  try {
    const found = await gateway.find(id)
    if (found.kind !== 'unanswered') report(found)
  } catch {
    // The next snapshot is evidence too.
  }
}
