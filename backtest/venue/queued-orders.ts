import { type QueueOwner, walkCrossing, walkPrint } from '../../src/exchange/core/crowd-walk.js'
import type { Lane } from '../../src/exchange/core/matching.js'
import type { AccountVenue } from './account-venue.js'
import { fillMaker, recordMatch } from './matches.js'
import type { VenueMarket } from './venue-market.js'

/** A market's resting orders as the crowd fills them: all that one print or one level fills is one match. */
export class QueuedOrders implements QueueOwner {
  readonly #venue: AccountVenue
  readonly #market: VenueMarket

  constructor(venue: AccountVenue, market: VenueMarket) {
    this.#venue = venue
    this.#market = market
  }

  /** Fills the orders that a level of the crowd reaches. Returns whether there were any. */
  cross(lane: Lane, price: number): boolean {
    walkCrossing(this.#market.crowd, lane, price, this)
    return this.#record()
  }

  /** Fills the orders that a print hits. `bid`: its price as a bid of its lane. Returns whether there were any. */
  print(lane: Lane, bid: number, size: number): boolean {
    walkPrint(this.#market.crowd, { at: this.#venue.now, lane, price: bid, size }, this)
    return this.#record()
  }

  fill(handle: number, size: number): void {
    fillMaker(this.#venue, this.#market, this.#market.resting[handle]!, size)
  }

  #record(): boolean {
    if (this.#venue.matches.next.count === 0) return false
    recordMatch(this.#venue, this.#market)
    return true
  }
}
