import type { DeskClock } from './desk-clock.js'
import { lossIfHalf } from './loss-if-half.js'
import type { Slot } from './slot.js'
import { type WorstCase, worstCaseOf } from './worst-case.js'

/** Which losses of a market are summed over several: of everything that may still happen, or of held shares only. In 1e-10. */
export interface Losses {
  readonly of: (slot: Slot) => WorstCase
  /** If its market is voided. */
  readonly ifHalf: (slot: Slot) => number
}

/** Everything: what limits use. */
export const worstLosses = (clock: Readonly<DeskClock>): Losses => ({
  of: slot => worstCaseOf(slot, clock),
  ifHalf: lossIfHalf,
})

/** Settled and unsettled fills without any order: changes only with fills. */
export const HELD_LOSSES: Losses = {
  of: ({ inventory: { lossIfYes, lossIfNo } }) => ({ ifYes: lossIfYes, ifNo: lossIfNo }),
  ifHalf: ({ inventory: { lossIfHalf } }) => lossIfHalf,
}
