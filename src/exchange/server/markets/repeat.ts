import type { StopTimer, Timers } from '../timers.js'

const LOOK_MS = 200

/** Looks five times a second, one look at a time, until it is told to stop or a look fails. */
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
