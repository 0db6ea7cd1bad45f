import type { Batch } from '../model/batch.js'
import type { RunNotice } from './run-notice.js'

/** Above this offset of the clocks a person is warned, in ms. */
export const CLOCK_WARNED_MS = 250
/** The warning ends below this offset. */
const CALM_MS = 200

/** Smaller changes of the offset are not reported to the keeper, in ms. */
const CHANGE_MS = 20

export interface ClockTellerOptions {
  /** Above it no orders are placed; null: no such limit. */
  readonly limitMs: number | null
  readonly orderLifeSeconds: number
  readonly notice: RunNotice
  /** Called with how far the wall clock is ahead of the venue's: for the first measurement, and for each change. */
  readonly onOffset: (offsetMs: number) => void
}

/** Watches the offset between the wall clock and the venue's: reports the first measurement, warns, and reports the end of the warning, once each. */
export function createClockTeller({ limitMs, orderLifeSeconds, notice, onOffset }: ClockTellerOptions): (batch: Batch) => void {
  let aheadUs: number | null = null
  let level = 0
  let toldMs: number | null = null
  const pass = (offsetMs: number): void => {
    if (toldMs !== null && Math.abs(offsetMs - toldMs) < CHANGE_MS) return
    if (toldMs === null) notice('info', `${clockWords(offsetMs)}; ${lifeWords(orderLifeSeconds, offsetMs)}`)
    toldMs = offsetMs
    onOffset(offsetMs)
  }
  return ({ reports, wallOffset }) => {
    for (const report of reports) if (report.kind === 'offset') aheadUs = report.aheadUs
    if (aheadUs === null) return
    const offsetMs = (aheadUs + wallOffset) / 1_000
    pass(offsetMs)
    const next = levelOf(Math.abs(offsetMs), limitMs, level)
    if (next === level) return
    const words = clockWords(offsetMs)
    if (next === 2) notice('error', `${words}: expected at most ${limitMs} ms, so nothing is opened until it is right again`)
    else if (next === 1) notice('warn', `${words}: set it, for example by NTP; orders live that much longer or shorter`)
    else notice('info', `${words}, which is within the limit again`)
    level = next
  }
}

const levelOf = (offsetMs: number, limitMs: number | null, before: number): number => {
  if (limitMs !== null && offsetMs > limitMs) return 2
  if (offsetMs >= CLOCK_WARNED_MS) return 1
  return before > 0 && offsetMs > CALM_MS ? 1 : 0
}

/** An order stamped by a clock that is ahead lives longer by the offset. */
const lifeWords = (seconds: number, offsetMs: number): string =>
  `if host, network or REST is lost, orders live up to ${(seconds + Math.max(0, offsetMs) / 1_000).toFixed(1)} s`

/** The offset as text. */
export const clockWords = (offsetMs: number): string =>
  `the clock of this computer is ${Math.abs(Math.round(offsetMs))} ms ${offsetMs < 0 ? 'behind' : 'ahead of'} the venue’s`
