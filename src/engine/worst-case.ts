import type { DeskClock } from './desk-clock.js'
import type { Slot } from './slot.js'

/** The most that a market loses if YES wins, and if NO wins, in 1e-10. Negative: it gains whatever else happens. */
export interface WorstCase {
  readonly ifYes: number
  readonly ifNo: number
}

/**
 * The worst case of a market over everything that may still happen: the cost of its settled shares; each unsettled fill, which settles or fails; each
 * order that works, is being sent or is in doubt, which fills or does not; and each removed order within its grace, which may have filled before. If
 * YES wins, asks lose; if NO wins, bids; what rounding adds to fees is lost either way. This is the only place where it is summed, and risk uses it.
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
