import type { Batch } from '../model/batch.js'
import type { Notice } from './notice.js'

/** From here on a person should know that the clocks differ, in ms. */
export const CLOCK_WARNED_MS = 250
/** The warning is over when they are this near to each other again. */
const CALM_MS = 200

/** Watches how far the wall clock is from the venue's: warns, and says when it is right again. Once for each time. */
export function createClockTeller(limitMs: number | null, notice: Notice): (batch: Batch) => void {
  let aheadUs: number | null = null
  let level = 0
  return ({ reports, wallOffset }) => {
    for (const report of reports) if (report.kind === 'offset') aheadUs = report.aheadUs
    if (aheadUs === null) return
    const offsetMs = (aheadUs + wallOffset) / 1_000
    const next = levelOf(Math.abs(offsetMs), limitMs, level)
    if (next === level) return
    const words = clockWords(offsetMs)
    if (next === 2) notice('error', `${words}: expected at most ${limitMs} ms, so nothing is opened until it is right again`)
    else if (next === 1) notice('warn', `${words}: set it, for example by NTP; orders live that much longer or shorter`)
    else notice('info', `${words}, which is near enough again`)
    level = next
  }
}

const levelOf = (offsetMs: number, limitMs: number | null, before: number): number => {
  if (limitMs !== null && offsetMs > limitMs) return 2
  if (offsetMs >= CLOCK_WARNED_MS) return 1
  return before > 0 && offsetMs > CALM_MS ? 1 : 0
}

/** How far the clock is off, in words. */
export const clockWords = (offsetMs: number): string =>
  `the clock of this computer is ${Math.abs(Math.round(offsetMs))} ms ${offsetMs < 0 ? 'behind' : 'ahead of'} the venue’s`
