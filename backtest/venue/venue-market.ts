import type { TradingStatus } from '../../src/exchange/core/command.js'
import { laterRow } from '../../src/exchange/core/crowd-change.js'
import type { FollowedCrowd } from '../../src/exchange/core/crowd-door.js'
import type { YesRow } from '../../src/exchange/core/crowd-fills.js'
import { type QueueOwner, walkCrossing, walkPrint } from '../../src/exchange/core/crowd-walk.js'
import { type Lane, Matching, ONE } from '../../src/exchange/core/matching.js'
import { type CrowdRow, RecordedCrowd } from '../../src/exchange/core/recorded-crowd.js'
import type { Payout } from '../../src/model/payout.js'
import type { Timestamp } from '../../src/model/time.js'
import type { VenueBook } from '../venue-book.js'
import type { AccountVenue } from './account-venue.js'
import { MarketRules } from './market-rules.js'
import { fillMaker, recordMatch } from './matches.js'
import type { VenueOrder } from './venue-order.js'

/** One market of an account's venue: the account's orders among the recorded crowd. */
export class VenueMarket implements FollowedCrowd, QueueOwner {
  readonly index: number
  readonly terms: MarketRules
  readonly book = new Matching()
  readonly crowd: RecordedCrowd
  /** By handle. */
  readonly resting: (VenueOrder | undefined)[] = []
  /** Takers in their delay, in the order of arrival. */
  readonly waiting: VenueOrder[] = []
  tick: number
  trading: TradingStatus = 'OPEN'
  result: Payout | null = null
  /** When its resting orders last changed. */
  changedAt = 0
  /** It is in the venue's list of changed markets. */
  isNoted = false
  readonly #venue: AccountVenue

  constructor(venue: AccountVenue, recorded: VenueBook) {
    const { market, levels } = recorded
    this.#venue = venue
    this.index = market.index
    this.tick = market.tick
    this.terms = new MarketRules(market)
    this.crowd = new RecordedCrowd(this.book, showsNothing, levels)
  }

  /** The best price of a lane, over orders and recorded crowd; 0: empty. */
  best(lane: Lane): number {
    const own = this.book.best(lane)
    const others = this.crowd.best(lane)
    return own > others ? own : others
  }

  /** The next worse price of a lane; 0: none. */
  below(lane: Lane, price: number): number {
    return Math.max(this.book.below(lane, price), this.crowd.below(lane, price))
  }

  bestOrder(lane: Lane): number {
    return this.book.best(lane)
  }

  orderBelow(lane: Lane, price: number): number {
    return this.book.below(lane, price)
  }

  taken(lane: Lane): Iterable<number> {
    return this.crowd.takenOf(lane)
  }

  hasTaken(lane: Lane): boolean {
    return this.crowd.hasTaken(lane)
  }

  before(row: CrowdRow): void {
    const venue = this.#venue
    venue.runDue(row.at)
    if (!this.crowd.isTouched(row.lane, row.price)) return
    this.crowd.prepare(row.at === venue.now ? row : laterRow(row, venue.now))
  }

  after({ lane, price }: CrowdRow): void {
    if (this.trading === 'OPEN' && this.book.best(lane === 0 ? 1 : 0) >= ONE - price && this.cross(lane, price))
      this.#venue.runDue(this.#venue.now)
  }

  print(at: Timestamp, { side, price, size }: YesRow): void {
    const venue = this.#venue
    venue.runDue(at)
    const lane = side === 'bid' ? 0 : 1
    const bid = lane === 0 ? price : ONE - price
    if (this.trading !== 'OPEN' || this.book.best(lane) < bid) return
    walkPrint(this.crowd, { at: venue.now, lane, price: bid, size }, this)
    if (this.#record()) venue.runDue(venue.now)
  }

  clear(at: Timestamp): void {
    this.#venue.runDue(at)
    this.crowd.clear(this.#venue.now)
  }

  /** Fills the orders that a level of the crowd reaches. Returns whether there were any. */
  cross(lane: Lane, price: number): boolean {
    walkCrossing(this.crowd, lane, price, this)
    return this.#record()
  }

  fill(handle: number, size: number): void {
    fillMaker(this.#venue, this, this.resting[handle]!, size)
  }

  #record(): boolean {
    if (this.#venue.matches.next.count === 0) return false
    recordMatch(this.#venue, this)
    return true
  }
}

/** A recording does not show what our orders took. */
const showsNothing = (): boolean => false
