import { SYSTEM_TIMES, type SystemTimes } from './system-clock.js'

/** Between a decision and its create: nothing may be sent that was decided before the process stood still. */
export interface Fence {
  /**
   * Called before a create is signed, and again before its first byte. False: too much time has passed since `well`, by the monotonic or the wall
   * clock, and the fence is shut until it is opened again.
   */
  mayOpen(): boolean
  /** How often it was shut: an order started before the last time must not be sent again. */
  readonly shuts: number
  /** Opens it, or keeps it open. */
  well(): void
  /** Shuts it permanently. */
  end(): void
}

/** Creates a fence, initially shut. */
export function createFence(unattendedMaxMs: number, times: SystemTimes = SYSTEM_TIMES): Fence {
  let state: 'open' | 'shut' | 'ended' = 'shut'
  let shuts = 0
  let monotonicAt = 0
  let wallAt = 0
  return {
    mayOpen: () => {
      if (state !== 'open') return false
      if (times.monotonic() - monotonicAt < unattendedMaxMs && times.wall() - wallAt < unattendedMaxMs) return true
      state = 'shut'
      shuts += 1
      return false
    },
    get shuts() {
      return shuts
    },
    well: () => {
      if (state === 'ended') return
      state = 'open'
      monotonicAt = times.monotonic()
      wallAt = times.wall()
    },
    end: () => {
      state = 'ended'
      shuts += 1
    },
  }
}
