import type { Clock, Timestamp } from '../../../model/time.js'

/** Wakes at a time of a clock. */
export interface Alarm {
  /** null: at no time. */
  set(due: Timestamp | null): void
  clear(): void
}

/** setTimeout fires at once beyond this. */
const TIMER_MS_MAX = 2_000_000_000
/** A timer is believed for so long; then it is set anew, because the clock may have been set. */
const BELIEVED_US = 1_000_000

/** An alarm that is set as often as anything happens, and mostly to the time that it is set to already. */
export const createAlarm = (clock: Clock, wake: () => void): Alarm => {
  let timer: NodeJS.Timeout | null = null
  let setTo: Timestamp | null = null
  let believedUntil = 0
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  const ring = (): void => {
    timer = null
    wake()
  }
  return {
    set: due => {
      const now = clock.now()
      if (timer !== null && due === setTo && now < believedUntil) return
      clear()
      setTo = due
      believedUntil = now + BELIEVED_US
      if (due !== null) timer = setTimeout(ring, Math.min(Math.max(0, Math.ceil((due - now) / 1_000)), TIMER_MS_MAX))
    },
    clear,
  }
}
