import { laterRow } from '../../src/exchange/core/crowd-change.js'
import type { FollowedCrowd } from '../../src/exchange/core/crowd-door.js'
import type { YesRow } from '../../src/exchange/core/crowd-fills.js'
import { type Matching, ONE } from '../../src/exchange/core/matching.js'
import type { CrowdRow, RecordedCrowd } from '../../src/exchange/core/recorded-crowd.js'
import type { Timestamp } from '../../src/model/time.js'
import type { AccountVenue } from './account-venue.js'
import { QueuedOrders } from './queued-orders.js'
import { runDue } from './run-due.js'
import type { VenueMarket } from './venue-market.js'

/** The recorded crowd of one market, as its rows meet the account's orders. What is due by the time of a row happens before it. */
export class VenueCrowd implements FollowedCrowd {
  readonly book: Matching
  readonly crowd: RecordedCrowd
  readonly #venue: AccountVenue
  readonly #market: VenueMarket
  readonly #orders: QueuedOrders

  constructor(venue: AccountVenue, market: VenueMarket) {
    this.#venue = venue
    this.#market = market
    this.book = market.book
    this.crowd = market.crowd
    this.#orders = new QueuedOrders(venue, market)
  }

  before(row: CrowdRow): void {
    const venue = this.#venue
    runDue(venue, row.at)
    if (!this.crowd.isTouched(row.lane, row.price)) return
    this.crowd.prepare(row.at === venue.now ? row : laterRow(row, venue.now))
  }

  after({ lane, price }: CrowdRow): void {
    const isReached = this.#market.trading === 'OPEN' && this.book.best(lane === 0 ? 1 : 0) >= ONE - price
    if (isReached && this.#orders.cross(lane, price)) runDue(this.#venue, this.#venue.now)
  }

  print(at: Timestamp, { side, price, size }: YesRow): void {
    const venue = this.#venue
    runDue(venue, at)
    const lane = side === 'bid' ? 0 : 1
    const bid = lane === 0 ? price : ONE - price
    if (this.#market.trading !== 'OPEN' || this.book.best(lane) < bid) return
    if (this.#orders.print(lane, bid, size)) runDue(venue, venue.now)
  }

  clear(at: Timestamp): void {
    runDue(this.#venue, at)
    this.crowd.clear(this.#venue.now)
  }
}
