import type { DeskClock } from './desk-clock.js'
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
export function worstCaseOf(slot: Slot, clock: Readonly<DeskClock>): WorstCase {
  const { ghosts, inventory, sums, bid, ask } = slot
  ghosts.recount(clock, slot.market, inventory)
  const rounding = sums.rounding + ghosts.rounding
  return {
    ifYes: inventory.lossIfYes + ask.sums.loss + ghosts.askLoss + rounding,
    ifNo: inventory.lossIfNo + bid.sums.loss + ghosts.bidLoss + rounding,
  }
}
