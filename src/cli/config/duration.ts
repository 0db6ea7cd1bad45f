import { Timestamp } from '../../model/time.js'
import { ExitCode, ExitError } from './exit.js'

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses the value of an option: a day such as `2026-03-01`, which begins at midnight UTC, or a time such as `2026-03-01T12:00Z`. */
export function dateOf(option: string, text: string): Timestamp {
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw new ExitError(ExitCode.USAGE, `${option}: expected a date such as 2026-03-01, found "${text}"`)
  return Timestamp.ofMs(ms)
}

/** Parses `30s`, `500ms` or `1.5h` into milliseconds. */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const scale = unit === undefined ? undefined : MS[unit]
  if (digits === undefined || scale === undefined) {
    throw new ExitError(ExitCode.USAGE, `a duration looks like 30s, 5m or 1.5h, found "${text}"`)
  }
  return Math.round(Number(digits) * scale)
}
