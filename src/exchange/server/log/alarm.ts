import { type Clock, LONGEST_TIMER_MS, type Timestamp } from '../../../model/time.js'
import type { StopTimer, Timers } from '../timers.js'

/** Calls back at a time of a clock. */
export interface Alarm {
  /** Sets the time; `null` disables the alarm. */
  set(due: Timestamp | null): void
  clear(): void
}

/** Longest time for which one timer is trusted; then it is set again, because the clock may have been adjusted. */
const BELIEVED_US = 1_000_000

/** Setting an alarm to the time that it already has is cheap, because that is the most frequent call. */
export const createAlarm = (clock: Clock, wake: () => void, timers: Timers): Alarm => {
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
      if (due !== null) stop = timers.after(Math.min(Math.max(0, Math.ceil((due - now) / 1_000)), LONGEST_TIMER_MS), ring)
    },
    clear,
  }
}
