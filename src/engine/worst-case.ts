import { countGhosts } from './derive-slot.js'
import type { StatusClock } from './desk-state.js'
import type { Slot } from './slot.js'

/** The most that a market loses if YES wins, and if NO wins, in 1e-10. Below zero: it gains whatever else happens. */
export interface WorstCase {
  readonly ifYes: number
  readonly ifNo: number
}

/**
 * What a market may lose, of all that may still happen to it: what its settled shares cost; each unsettled fill, which settles or fails;
 * each order that works, is on its way or is in doubt, which fills or does not; and each removed order within its grace, which may have
 * filled before. If YES wins, asks are what loses; if NO wins, bids; what rounding adds to fees is lost either way. The one place where this is summed: risk goes by it.
 */
export function worstCaseOf(slot: Slot, clock: Readonly<StatusClock>): WorstCase {
  countGhosts(slot, clock)
  const { lossIfYes, lossIfNo, bid, ask } = slot
  const rounding = slot.rounding + slot.ghostRounding
  return { ifYes: lossIfYes + ask.loss + ask.ghostLoss + rounding, ifNo: lossIfNo + bid.loss + bid.ghostLoss + rounding }
}
