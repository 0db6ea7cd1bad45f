import type { TradingStatus } from '../../src/exchange/core/command.js'
import { type Lane, Matching } from '../../src/exchange/core/matching.js'
import { RecordedCrowd } from '../../src/exchange/core/recorded-crowd.js'
import type { Payout } from '../../src/model/payout.js'
import type { VenueBook } from '../venue-book.js'
import { MarketRules } from './market-rules.js'
import type { VenueOrder } from './venue-order.js'

/** One market of an account's venue: the account's orders among the recorded crowd. */
export class VenueMarket {
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

  constructor({ market, levels }: VenueBook) {
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
}

/** A recording does not show what our orders took. */
const showsNothing = (): boolean => false
