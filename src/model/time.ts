import type { Brand } from './brand.js'

/** Whole microseconds since the epoch. */
export type Timestamp = Brand<number, 'Timestamp'>

export const Timestamp = Object.freeze({
  ZERO: 0 as Timestamp,
  /** Later than any time: of what has not happened, or will not. */
  NEVER: Number.POSITIVE_INFINITY as Timestamp,
  /** From whole or fractional microseconds; cut towards the past. A time that is not finite would jam every queue, so it throws. */
  of: (microseconds: number): Timestamp => {
    if (!Number.isFinite(microseconds)) throw notFinite(microseconds)
    return Math.floor(microseconds) as Timestamp
  },
  ofMs: (milliseconds: number): Timestamp => Timestamp.of(milliseconds * 1_000),
  ofSeconds: (seconds: number): Timestamp => Timestamp.of(seconds * 1_000_000),
  add: (time: Timestamp, microseconds: number): Timestamp => (time + microseconds) as Timestamp,
  /** Seconds from one time to another, with fractions; negative where `to` is the earlier one. */
  secondsBetween: (from: Timestamp, to: Timestamp): number => (to - from) / 1_000_000,
  max: (a: Timestamp, b: Timestamp): Timestamp => (a > b ? a : b),
  min: (a: Timestamp, b: Timestamp): Timestamp => (a < b ? a : b),
  /** ISO 8601 text in UTC with milliseconds. */
  iso: (time: Timestamp): string => new Date(time / 1_000).toISOString(),
})

const notFinite = (microseconds: number): RangeError => new RangeError(`a time must be finite, found ${microseconds}`)

/** What stamps `receivedAt` at an edge. Only edges own one. */
export interface Clock {
  now(): Timestamp
}

/**
 * The clock of a run, in two parts. `now` begins at the wall clock's time and then runs evenly, so that nothing jams when somebody sets the
 * wall clock. `wallOffset` says where the wall clock stands beside it: wall time is `now() + wallOffset()`.
 */
export interface RunClock extends Clock {
  /** Wall clock less `now`, in microseconds. It changes only by steps of some milliseconds: small noise is left out. */
  wallOffset(): number
}
