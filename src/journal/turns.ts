import type { Journaled, Signed } from '../model/order.js'
import type { Timestamp } from '../model/time.js'
import type { Ahead } from './ahead.js'
import { ordersOf, type TurnLines } from './append.js'

/** Writes turns in order, with at most one of them not yet in the tables. */
export interface Turns {
  append(lines: TurnLines): readonly Journaled<Signed>[]
  begin(lines: TurnLines): readonly Journaled<Signed>[]
  finish(): void
  /** Turns that begin from now on use the market indexes of the checkpoint of this time. */
  follow(checkpointAt: Timestamp): void
}

/** Creates the writer. Without an `ahead`, or before the first checkpoint, a turn is written into the tables when it begins. */
export function createTurns(append: (lines: TurnLines) => void, ahead: Ahead | null): Turns {
  let checkpointAt: Timestamp | null = null
  let unfinished: TurnLines | null = null
  const finish = (): void => {
    if (unfinished === null) return
    append(unfinished)
    unfinished = null
  }
  const appendNow = (lines: TurnLines): readonly Journaled<Signed>[] => {
    // If the previous turn could not be written when it was due, it is tried again now: this turn would overwrite it.
    finish()
    append(lines)
    return ordersOf(lines)
  }
  return {
    append: appendNow,
    begin: lines => {
      if (ahead === null || checkpointAt === null) return appendNow(lines)
      finish()
      ahead.write({ checkpointAt, lines })
      unfinished = lines
      return ordersOf(lines)
    },
    finish,
    follow: at => {
      checkpointAt = at
    },
  }
}
