import { MarketId, MarketIndex, OrderId } from '../model/ids.js'
import type { CancelLot, Place } from '../model/intent.js'
import { type BookSide, type Outcome, Price, type Side, Size, Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { OrderListing } from './order-listing.js'
import { type Ending, type OrderRecord, Proof } from './order-record.js'

/** Index of an order whose market is not in this run. */
export const NO_MARKET = MarketIndex.of(-1)

/** The constant part of an order. */
export interface Terms extends Omit<Place, 'kind'> {
  readonly number: number
  readonly marketId: MarketId
  readonly placedAt: Timestamp
  readonly wallOffset: number
}

/**
 * The terms of an order object, which is reused for other orders. The first values of sizes and times are doubles on purpose: V8 would recompile code
 * compiled for a field of small integers at the first large one.
 */
class OrderTerms implements Terms {
  number = 0
  marketId = MarketId.of('')
  /** `NO_MARKET`: the market is not of this run. */
  market = NO_MARKET
  outcome: Outcome = 'yes'
  side: Side = 'buy'
  price = Price.ONE
  size = Size.ORDER_MAX
  style: Place['style'] = 'limit'
  expiresAt = Timestamp.NEVER
  placedAt = Timestamp.NEVER
  wallOffset = 0
  bookSide: BookSide = 'bid'

  set(terms: Terms): void {
    this.number = terms.number
    this.marketId = terms.marketId
    this.market = terms.market
    this.outcome = terms.outcome
    this.side = terms.side
    this.price = terms.price
    this.size = terms.size
    this.style = terms.style
    this.expiresAt = terms.expiresAt
    this.placedAt = terms.placedAt
    this.wallOffset = terms.wallOffset
    this.bookSide = (terms.outcome === 'yes') === (terms.side === 'buy') ? 'bid' : 'ask'
  }

  /** From here on, its market has this index. */
  place(market: MarketIndex): void {
    this.market = market
  }

  /** Its price in the book of YES prices. */
  get yesPrice(): Price {
    return this.outcome === 'yes' ? this.price : Price.complement(this.price)
  }
}

/**
 * One of our orders as the desk knows it. Desk and venue share only its number; the text id is computed from it for people, journal and gateway.
 * Every change is a fact added by a method; the same facts in any order give the same order.
 */
export class Order {
  readonly terms = new OrderTerms()
  readonly listing = new OrderListing()
  proof: Proof = Proof.NONE
  filled = Wei.ZERO
  left = Size.ORDER_MAX
  shown = Wei.ZERO
  /** `Timestamp.ZERO`: it may be removed. */
  lockedUntil = Timestamp.ZERO
  /** When its removal was last requested. `Timestamp.ZERO`: never. */
  askedAt = Timestamp.ZERO
  asks = 0
  /** `Timestamp.NEVER`: no end was reported. */
  endedAt = Timestamp.NEVER
  how: Ending | null = null
  missed = 0
  lastAt = Timestamp.ZERO
  /** The lot of its last removal request. */
  lot: CancelLot = 'old'

  /** Starts its life: from here on it counts as exposure. */
  open(terms: Terms, at: Timestamp): void {
    this.terms.set(terms)
    this.proof = Proof.NONE
    this.filled = this.shown = Wei.ZERO
    this.left = terms.size
    this.lockedUntil = this.askedAt = Timestamp.ZERO
    this.asks = this.missed = 0
    this.endedAt = Timestamp.NEVER
    this.how = null
    this.lastAt = at
    this.lot = 'old'
  }

  get yesPrice(): Price {
    return this.terms.yesPrice
  }

  get placedAt(): Timestamp {
    return this.terms.placedAt
  }

  get isAsked(): boolean {
    return this.askedAt !== Timestamp.ZERO
  }

  get hasEnded(): boolean {
    return this.endedAt !== Timestamp.NEVER
  }

  raise(proof: Proof): void {
    if (proof > this.proof) this.proof = proof
  }

  heardAt(at: Timestamp): void {
    this.lastAt = Timestamp.max(this.lastAt, at)
  }

  /** The venue has shown that it has the order. */
  see(at: Timestamp): void {
    this.raise(Proof.SEEN)
    this.heardAt(at)
    this.missed = 0
  }

  lockUntil(at: Timestamp): void {
    this.lockedUntil = Timestamp.max(this.lockedUntil, at)
  }

  /** A list showed it with this much filled. */
  showFilled(filled: Wei): void {
    this.shown = Wei.max(this.shown, filled)
  }

  /** A list requested at `at` did not show it. Returns how many lists in a row did not. */
  miss(at: Timestamp): number {
    this.lastAt = at
    return ++this.missed
  }

  /** Its removal was requested. */
  ask(at: Timestamp, lot: CancelLot): void {
    this.lot = lot
    this.askedAt = Timestamp.max(this.askedAt, at)
    this.asks++
  }

  /** Books the change of its filled shares; they may shrink when a settlement fails. */
  fill(shares: bigint): void {
    this.filled = Wei.of(this.filled + shares)
    this.left = Size.less(this.terms.size, Size.floorWei(Wei.max(this.filled, Wei.ZERO)))
  }

  /** The venue's own report says more than its answer to our request; of two times the earlier one counts. */
  end(how: Ending, at: Timestamp): void {
    this.see(at)
    if (this.how === null || this.how === 'missing' || this.how === 'removed')
      this.how = how === 'missing' ? (this.how ?? how) : how
    this.endedAt = Timestamp.min(this.endedAt, at)
  }

  /** The order had ended by all reports, but a later list of the venue shows it. So it works, and may be canceled again. */
  revive(): void {
    this.endedAt = Timestamp.NEVER
    this.how = null
    this.askedAt = Timestamp.ZERO
    this.asks = 0
  }

  /** Loads a saved order. */
  load(record: OrderRecord, market: MarketIndex): void {
    this.open({ ...record, market, marketId: record.market, number: OrderId.counter(record.id) }, record.lastAt)
    this.proof = record.proof
    this.filled = record.filled
    this.left = record.left
    this.shown = record.shown
    this.lockedUntil = record.lockedUntil
    this.askedAt = record.askedAt ?? Timestamp.ZERO
    this.asks = record.asks
    this.endedAt = record.endedAt ?? Timestamp.NEVER
    this.how = record.how
    this.missed = record.missed
  }
}
