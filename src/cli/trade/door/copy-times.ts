import type { Timestamp } from '../../../model/time.js'

/** What the door's readers look at: how often they want a copy (0: they want none), and whose ladder (null: no market's). */
export interface CopyWant {
  readonly everyMs: number
  readonly market: string | null
}

/** A copy to make now: of the whole run, or of the ladder of `market` alone. */
export interface DueCopy {
  readonly isWhole: boolean
  readonly market: string | null
}

/** When to copy the run for the door. */
export interface CopyTimes {
  /** Replaces what is wanted. */
  want(want: CopyWant): void
  /** The copy that is due at a turn of the timer; null: none is. */
  at(now: Timestamp): DueCopy | null
}

export const NOTHING_WANTED: CopyWant = { everyMs: 0, market: null }

/** A copy that is due within this time is made now, because the timer is not exact. */
const EARLY_US = 100_000
/** How often a whole run and a ladder are copied while they are watched. */
const COPY_EVERY_MS = 1_000
const LADDER_EVERY_MS = 250

/** Creates the times; at first nothing is wanted. */
export function createCopyTimes(): CopyTimes {
  let wanted = NOTHING_WANTED
  let wholeAt = Number.NEGATIVE_INFINITY
  let anyAt = Number.NEGATIVE_INFINITY
  return {
    want: want => {
      wanted = want
    },
    at: now => {
      const { everyMs, market } = wanted
      if (everyMs === 0) return null
      const isDue = (since: number, afterMs: number): boolean => now >= since + afterMs * 1_000 - EARLY_US
      const isWhole = isDue(wholeAt, wholeEveryMs(everyMs))
      if (!isWhole && !isDue(anyAt, everyMs)) return null
      anyAt = now
      if (isWhole) wholeAt = now
      return { isWhole, market }
    },
  }
}

/** A question needs a whole copy at once; watchers need one a second, and the ladder more often. */
const wholeEveryMs = (everyMs: number): number => (everyMs < LADDER_EVERY_MS ? everyMs : Math.max(everyMs, COPY_EVERY_MS))
