import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { RunNotice } from './run-notice.js'

/** A venue may answer every order alike, so each answer is reported once in this time, in microseconds. */
const TOLD_EVERY = 60_000_000
/** Orders that this run itself held back: the log says elsewhere why. */
const HELD_BACK: ReadonlySet<string> = new Set(['stopped', 'stalled', 'not_sent', 'not_journaled'])

interface Told {
  readonly at: Timestamp
  /** Orders with the same answer since then. */
  more: number
}

/** Reports which orders the venue rejected: each of its answers once a minute, with an order and the number of others since the line before. */
export function createRejectionTeller(notice: RunNotice): (reports: readonly Report[], now: Timestamp) => void {
  const toldOf = new Map<string, Told>()
  return (reports, now) => {
    for (const report of reports) {
      if (report.kind !== 'rejected' || HELD_BACK.has(report.slug)) continue
      const { order, slug } = report
      const told = toldOf.get(slug)
      if (told !== undefined && now - told.at < TOLD_EVERY) {
        told.more++
        continue
      }
      toldOf.set(slug, { at: now, more: 0 })
      const others = told === undefined || told.more === 0 ? '' : `, and ${told.more} others before it`
      notice('info', `the venue rejected order ${order}${others}: ${slug}`, { order, slug })
    }
  }
}
