import type { Clock, Timestamp } from '../../../model/time.js'
import { type StopTimer, SYSTEM_TIMERS, type Timers } from '../timers.js'

/** Wakes at a time of a clock. */
export interface Alarm {
  /** `null` disables it. */
  set(due: Timestamp | null): void
  clear(): void
}

/** setTimeout fires at once beyond this. */
const TIMER_MS_MAX = 2_000_000_000
/** After this time the timer is set again, because the clock may have been adjusted. */
const BELIEVED_US = 1_000_000

/** Setting an alarm to the time that it has already is cheap: that is what happens most. */
export const createAlarm = (clock: Clock, wake: () => void, timers: Timers = SYSTEM_TIMERS): Alarm => {
  let stop: StopTimer | null = null
  let setTo: Timestamp | null = null
  let believedUntil = 0
  const clear = (): void => {
    stop?.()
    stop = null
  }
  const ring = (): void => {
    stop = null
    wake()
  }
  return {
    set: due => {
      const now = clock.now()
      if (stop !== null && due === setTo && now < believedUntil) return
      clear()
      setTo = due
      believedUntil = now + BELIEVED_US
      if (due !== null) stop = timers.after(Math.min(Math.max(0, Math.ceil((due - now) / 1_000)), TIMER_MS_MAX), ring)
    },
    clear,
  }
}
