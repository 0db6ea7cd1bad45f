import type { DeskSummary } from '../engine/desk-summary.js'
import type { Turn } from '../engine/news.js'
import type { Batch } from '../model/batch.js'
import { isAllFailed } from './failed-strategies.js'
import type { RunNotice } from './run-notice.js'

export interface FailedTellerOptions {
  readonly summary: () => Pick<DeskSummary, 'markets'>
  readonly notice: RunNotice
  /** Called each time it is reported. */
  readonly onAllFailed: () => void
}

/** How often it is reported again, in microseconds. */
const EVERY = 60_000_000

/**
 * Reports that every strategy has failed, and again once a minute while that lasts: a strategy that is started again, or a market that joins, ends
 * it. The summary is read only when a strategy fails and when the next report is due.
 */
export function createFailedTeller({
  summary,
  notice,
  onAllFailed,
}: FailedTellerOptions): (batch: Pick<Batch, 'now'>, turn: Pick<Turn, 'faults'>) => void {
  let dueAt: number | null = null
  return ({ now }, { faults }) => {
    const isDue = dueAt !== null && now >= dueAt
    if (faults.length === 0 && !isDue) return
    if (!isAllFailed(summary())) {
      dueAt = null
      return
    }
    if (dueAt !== null && !isDue) return
    dueAt = now + EVERY
    notice('error', 'every strategy has failed: nothing is quoted any more')
    onAllFailed()
  }
}
