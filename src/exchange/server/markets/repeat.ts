import type { StopTimer, Timers } from '../timers.js'

const LOOK_MS = 200

/** Calls `look` five times a second, one call at a time, until it is stopped or a call fails. */
export const repeat = (timers: Timers, look: () => Promise<void>, onError: (error: unknown) => void): StopTimer => {
  let isLooking = false
  const stop = timers.every(LOOK_MS, () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => {
        stop()
        onError(error)
      })
      .finally(() => {
        isLooking = false
      })
  })
  return stop
}
