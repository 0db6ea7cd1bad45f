import { performance } from 'node:perf_hooks'
import { type RunClock, Timestamp } from '../model/time.js'

/** The wall clock has whole milliseconds, so smaller moves are noise. In microseconds. */
const NOISE_MAX = 5_000

/** How the clocks of this machine are read; a test passes its own. Both in ms. */
export interface SystemTimes {
  /** Runs evenly, from any beginning. */
  readonly monotonic: () => number
  /** Since the epoch. */
  readonly wall: () => number
}

/** The clocks of this machine. */
export const SYSTEM_TIMES: SystemTimes = { monotonic: () => performance.now(), wall: () => Date.now() }

/**
 * The computer's clock to the microsecond, in two parts. `now` starts at wall time and advances by the monotonic clock, so a step of the wall clock
 * neither stops it nor makes it jump; the offset to the wall clock is kept beside it.
 */
export function createSystemClock({ monotonic, wall }: SystemTimes = SYSTEM_TIMES): RunClock {
  const anchor = (wall() - monotonic()) * 1_000
  let offset = 0
  const now = (): Timestamp => Timestamp.of(monotonic() * 1_000 + anchor)
  return {
    now,
    wallOffset: () => {
      const found = wall() * 1_000 - now()
      if (Math.abs(found - offset) > NOISE_MAX) offset = Math.round(found)
      return offset
    },
  }
}
