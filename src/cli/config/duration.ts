import { Timestamp } from '../../model/time.js'
import { ExitCode, ExitError } from './exit.js'

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses the value of an option: a day such as `2026-03-01`, which begins at midnight UTC, or a time such as `2026-03-01T12:00Z`. */
export function dateOf(option: string, text: string): Timestamp {
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  // `Date` reads February 31 as March 3.
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10))
  if (!isDay) throw usage(option, 'a date such as 2026-03-01', text)
  return Timestamp.ofMs(ms)
}

/** The shortest and the longest time that an option takes. */
interface DurationLimits {
  readonly min?: string
  readonly max?: string
}

/** Parses an option's `30s`, `500ms` or `1.5h` into milliseconds. Throws an `ExitError` if it is none, or is 0, or beyond the option's limits. */
export function durationOf(option: string, text: string, { min, max }: DurationLimits = {}): number {
  const ms = msOf(text)
  if (ms === null) throw usage(option, 'a duration such as 30s, 5m or 1.5h', text)
  if (ms === 0) throw usage(option, 'a duration above 0', text)
  if (min !== undefined && ms < (msOf(min) ?? 0)) throw usage(option, `${min} or more`, text)
  if (max !== undefined && ms > (msOf(max) ?? 0)) throw usage(option, `${max} or less`, text)
  return ms
}

function msOf(text: string): number | null {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const scale = unit === undefined ? undefined : MS[unit]
  return digits === undefined || scale === undefined ? null : Math.round(Number(digits) * scale)
}

const usage = (option: string, expected: string, found: string): ExitError =>
  new ExitError(ExitCode.USAGE, `${option}: expected ${expected}, found "${found}"`)
