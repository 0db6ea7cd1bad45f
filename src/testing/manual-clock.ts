import { type RunClock, Timestamp } from '../model/time.js'

/** A clock that stands still until it is told how far to go. */
export interface ManualClock extends RunClock {
  /** Goes on by so many ms, which may be a fraction; throws a RangeError on a step back. Returns the new time. */
  advance(ms: number): Timestamp
  /** Sets the wall clock to so many ms beside the even one, as a person or a time server does. */
  setWall(offsetMs: number): void
}

/** 2026-01-01, so that a test without a wish of its own has a time that people can read. */
const START = Timestamp.ofMs(Date.UTC(2026, 0, 1))

/** Makes a clock that only its owner moves. */
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
