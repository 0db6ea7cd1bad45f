import type { Journaled, Signed } from '../model/order.js'
import type { Timestamp } from '../model/time.js'
import type { Ahead } from './ahead.js'
import { ordersOf, type TurnLines } from './append.js'

/** Writes turns one after the other, with at most one of them not in the tables yet. */
export interface Turns {
  append(lines: TurnLines): readonly Journaled<Signed>[]
  begin(lines: TurnLines): readonly Journaled<Signed>[]
  finish(): void
  /** Turns that begin from now on speak of markets as the checkpoint of this time numbers them. */
  follow(checkpointAt: Timestamp): void
}

/** Makes the writer. Without an `ahead`, or before the first checkpoint, a turn is in the tables as soon as it begins. */
export function createTurns(append: (lines: TurnLines) => void, ahead: Ahead | null): Turns {
  let checkpointAt: Timestamp | null = null
  let unfinished: TurnLines | null = null
  const finish = (): void => {
    if (unfinished === null) return
    append(unfinished)
    unfinished = null
  }
  const appendNow = (lines: TurnLines): readonly Journaled<Signed>[] => {
    // A turn that could not be brought into the tables when it was due is tried again: the next one would take its place.
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
