import { type RunClock, Timestamp } from '../model/time.js'

/** A clock that only moves when told to. */
export interface ManualClock extends RunClock {
  /** Moves forward by this many ms, which may be fractional; throws a RangeError for a negative step. Returns the new time. */
  advance(ms: number): Timestamp
  /** Sets the wall clock to this offset from the monotonic one, as a person or a time server does. */
  setWall(offsetMs: number): void
}

/** 2026-01-01: a readable default for tests. */
const START = Timestamp.ofMs(Date.UTC(2026, 0, 1))

/** Creates a manual clock. */
export function createManualClock(start: Timestamp = START): ManualClock {
  let now = start
  let wallOffset = 0
  return {
    now: () => now,
    wallOffset: () => wallOffset,
    advance: ms => {
      if (!(ms >= 0)) throw new RangeError(`a clock goes forward, found a step of ${ms} ms`)
      now = Timestamp.add(now, Math.round(ms * 1_000))
      return now
    },
    setWall: offsetMs => {
      wallOffset = Math.round(offsetMs * 1_000)
    },
  }
}
