import type { DeskClock } from './desk-clock.js'
import { lossIfHalf } from './loss-if-half.js'
import type { Slot } from './slot.js'
import { type WorstCase, worstCaseOf } from './worst-case.js'

/** What of a market is summed up over several: all that may still happen there, or what is held alone. In 1e-10. */
export interface Losses {
  readonly of: (slot: Slot) => WorstCase
  /** If its market is voided. */
  readonly ifHalf: (slot: Slot) => number
}

/** Everything: what limits go by. */
export const worstLosses = (clock: Readonly<DeskClock>): Losses => ({
  of: slot => worstCaseOf(slot, clock),
  ifHalf: lossIfHalf,
})

/** Settled and unsettled fills, without any order: what changes by fills alone. */
export const HELD_LOSSES: Losses = {
  of: ({ inventory: { lossIfYes, lossIfNo } }) => ({ ifYes: lossIfYes, ifNo: lossIfNo }),
  ifHalf: ({ inventory: { lossIfHalf } }) => lossIfHalf,
}
