import type { Halt } from '../model/halt.js'
import type { Report } from '../model/report.js'
import { UNSENT } from './tell-rejections.js'

/** What the limit needs to know. */
interface RejectionLimit {
  /** The most rejections in a row; null: no limit. */
  readonly max: number | null
  /** Whether a venue's answer says that an order itself is wrong, which no correct order is. */
  readonly isOrderWrong: (slug: string) => boolean
  readonly halt: (why: Halt) => void
}

/**
 * Halts a run that does not speak the venue's language any more: if its orders have another contract, signature or field by now, it would send
 * orders that are all rejected. Other rejections count neither way; an accepted order starts the count again.
 */
export function createRejectionLimit({ max, isOrderWrong, halt }: RejectionLimit): (reports: readonly Report[]) => void {
  let inARow = 0
  return reports => {
    for (const report of reports) {
      if (report.kind === 'accepted') inARow = 0
      if (max === null || report.kind !== 'rejected' || UNSENT.has(report.slug) || !isOrderWrong(report.slug)) continue
      inARow++
      // Orders that were sent before the halt may be rejected after it.
      if (inARow === max + 1)
        halt({ rule: 'rejectedInARowMax', limit: max, found: inARow, note: `the venue calls orders wrong: ${report.slug}` })
    }
  }
}
