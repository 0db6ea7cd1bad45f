import { otherLane, ownPrice } from '../../src/exchange/core/amounts.js'
import { type CrowdTaker, walkTaking } from '../../src/exchange/core/crowd-walk.js'
import { ONE } from '../../src/exchange/core/matching.js'
import type { FillModel } from '../../src/model/fill-model.js'
import type { AccountVenue } from './account-venue.js'
import { recordMatch, takeOff } from './matches.js'
import { end, holdNothing, holdRest } from './orders.js'
import type { VenueMarket } from './venue-market.js'
import type { VenueOrder } from './venue-order.js'

/** One order while it takes. */
export class LiquidityTaker implements CrowdTaker {
  /** It met one of our own orders and must stop. */
  metSelf = false
  readonly #venue: AccountVenue
  readonly #market: VenueMarket
  readonly #taker: VenueOrder
  #size = 0
  #value = 0
  #fee = 0n

  constructor(venue: AccountVenue, market: VenueMarket, taker: VenueOrder) {
    this.#venue = venue
    this.#market = market
    this.#taker = taker
  }

  get model(): FillModel {
    return this.#venue.model
  }

  /** Matches what crosses, best level first, and books it as one match. Returns the millionths taken. */
  run(): number {
    const { terms, remaining } = this.#taker
    const want = { at: this.#venue.now, lane: otherLane(terms.lane), price: ONE - terms.bid, size: remaining }
    walkTaking(this.#market.crowd, want, this)
    if (this.#size > 0) this.#finish()
    return this.#size
  }

  /** Every order that rests here is our own. */
  meet(handle: number): number {
    if (this.metSelf) return 0
    // A post-only order ends itself before a resting one.
    this.metSelf = this.#taker.terms.style === 'post-only'
    if (this.metSelf) return 0
    end(this.#venue, this.#market.resting[handle]!, 'CANCELLED', 'self-trade')
    return -1
  }

  afford(price: number, offered: number): number {
    const { terms } = this.#taker
    if (!terms.isMarket || !terms.isBuy) return offered
    return Math.min(offered, Math.floor((terms.budget - this.#value) / (ONE - price)))
  }

  /** The taker gets the crowd's price, whatever its own limit. */
  meetCrowd(price: number, size: number): void {
    const { side } = this.#taker.terms
    const own = ownPrice(side, ONE - price)
    this.#size += size
    this.#value += own * size
    this.#fee += this.#market.terms.takerFeeAt(side, own, size)
  }

  #finish(): void {
    const venue = this.#venue
    const market = this.#market
    const taker = this.#taker
    const size = this.#size
    const value = this.#value
    const fee = market.terms.takerFee(taker, this.#fee)
    // The match keeps its part; what is held beyond the need of the rest is released: the price improvement, and everything left of a market order.
    takeOff(taker, size, value, fee)
    if (taker.terms.isMarket) holdNothing(venue, market, taker)
    else holdRest(venue, market, taker)
    venue.matches.next.add(taker, false, size, value, fee)
    recordMatch(venue, market)
  }
}
