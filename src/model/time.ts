import type { Brand } from './brand.js'

/** Integer microseconds since the epoch. */
export type Timestamp = Brand<number, 'Timestamp'>

/** Makes times and counts with them. */
export const Timestamp = Object.freeze({
  ZERO: 0 as Timestamp,
  /** Later than any time: for what has not happened or never will. */
  NEVER: Number.POSITIVE_INFINITY as Timestamp,
  /** From integer or fractional microseconds, rounded down. Throws if not finite: such a time would block every queue. */
  of: (microseconds: number): Timestamp => {
    if (!Number.isFinite(microseconds)) throw notFinite(microseconds)
    return Math.floor(microseconds) as Timestamp
  },
  /** From milliseconds since the epoch. */
  ofMs: (milliseconds: number): Timestamp => Timestamp.of(milliseconds * 1_000),
  /** From seconds since the epoch. */
  ofSeconds: (seconds: number): Timestamp => Timestamp.of(seconds * 1_000_000),
  /** That number of microseconds later. */
  add: (time: Timestamp, microseconds: number): Timestamp => (time + microseconds) as Timestamp,
  /** Seconds from one time to another, fractional; negative if `to` is earlier. */
  secondsBetween: (from: Timestamp, to: Timestamp): number => (to - from) / 1_000_000,
  /** The later one. */
  max: (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b),
  /** The earlier one. */
  min: (a: Timestamp, b: Timestamp): Timestamp => (a < b ? a : b),
  /** ISO 8601 text in UTC with milliseconds. */
  iso: (time: Timestamp): string => new Date(time / 1_000).toISOString(),
})

const notFinite = (microseconds: number): RangeError => new RangeError(`a time must be finite, found ${microseconds}`)

/** Node's longest timer, in milliseconds: it fires a longer one at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Stamps `receivedAt`. Only edges have a clock. */
export interface Clock {
  /** Microseconds since the epoch; never less than before. */
  now(): Timestamp
}

/**
 * The clock of a run, in two parts. `now` starts at wall time and then runs monotonically, so that setting the wall clock blocks nothing.
 * `wallOffset` is the difference to the wall clock: wall time is `now() + wallOffset()`.
 */
export interface RunClock extends Clock {
  /** Wall clock minus `now`, in microseconds. It changes in steps of some milliseconds; smaller noise is filtered out. */
  wallOffset(): number
}
