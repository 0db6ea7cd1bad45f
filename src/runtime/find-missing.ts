import { type DeskState } from '../engine/desk-state.js'
import { DUST } from '../engine/order-record.js'
import type { Batch } from '../model/batch.js'
import type { OrderId } from '../model/ids.js'
import type { Report } from '../model/report.js'
import type { Gateway } from '../venues/venue.js'

/**
 * Looks up each accepted order that is missing from a snapshot of this batch: a list can be incomplete, an order's final report can be lost, and the
 * next list may take long. That the venue does not know the order proves nothing and is not reported.
 */
export function findMissing(options: MissingOptions): void {
  const { batch, state } = options
  if (!batch.reports.some(({ kind }) => kind === 'snapshot')) return
  for (const { id, missed, endedAt, left } of state().orders.values())
    if (missed > 0 && endedAt === null && left >= DUST) void find(options, id)
}

export interface MissingOptions {
  readonly batch: Pick<Batch, 'reports'>
  /** Copies the whole state, so it is called only for a snapshot and not in each turn. */
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
