/** Stops a timer. */
export type StopTimer = () => void

/** How an exchange waits: with the computer's timers, or with virtual ones in a simulation. */
export interface Timers {
  /** Runs work at the end of this event-loop turn. */
  soon(work: () => void): void
  /** Runs work once, after a delay in ms. */
  after(ms: number, work: () => void): StopTimer
  /** Runs work repeatedly, at an interval in ms. */
  every(ms: number, work: () => void): StopTimer
}

/** The timers of this computer. */
export const SYSTEM_TIMERS: Timers = {
  soon: work => void setImmediate(work),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  every: (ms, work) => {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
}
