import { performance } from 'node:perf_hooks'
import { type Clock, Timestamp } from '../model/time.js'

/** How far the fine clock may stray from the wall before it is set again, in microseconds. */
const DRIFT_MAX = 5_000

/**
 * The computer's clock to the microsecond, never backwards. The wall clock has milliseconds and can be set back; the monotonic one is fine
 * but knows nothing of corrections. So the second runs, and the first sets it when they part.
 */
export function createSystemClock(): Clock {
  let offset = 0
  let last = 0
  return {
    now: () => {
      const fine = performance.now() * 1_000
      const wall = Date.now() * 1_000
      if (Math.abs(wall - fine - offset) > DRIFT_MAX) offset = wall - fine
      last = Math.max(last, Math.floor(fine + offset))
      return Timestamp.of(last)
    },
  }
}
