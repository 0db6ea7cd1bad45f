import { createOnceAMinute } from '../model/once-a-minute.js'
import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { RunNotice } from './run-notice.js'

/** Orders that this run itself held back: the log says elsewhere why. */
export const UNSENT: ReadonlySet<string> = new Set(['stopped', 'stalled', 'not_sent', 'not_journaled'])

/**
 * Reports which orders the venue rejected, which may be every order: each of its answers once a minute, with an order and the number of others since
 * the line before.
 */
export function createRejectionTeller(notice: RunNotice): (reports: readonly Report[], now: Timestamp) => void {
  const passes = createOnceAMinute()
  return (reports, now) => {
    for (const report of reports) {
      if (report.kind !== 'rejected' || UNSENT.has(report.slug)) continue
      const { order, slug } = report
      const heldBack = passes(slug, now)
      if (heldBack === null) continue
      const others = heldBack === 0 ? '' : `, and ${heldBack} others before it`
      notice('info', `the venue rejected order ${order}${others}: ${slug}`, { order, slug })
    }
  }
}
