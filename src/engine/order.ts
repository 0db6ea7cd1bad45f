import type { MarketId } from '../model/ids.js'
import { OrderId } from '../model/ids.js'
import type { CancelLot, Place } from '../model/intent.js'
import { type BookSide, inYesTerms, type Outcome, type Price, type Side, type Size, Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { type OrderRecord, Proof } from './desk-state.js'

/** What an order is opened with. `index`: of its market in this run, -1: it has none. */
export interface OrderTerms extends Omit<Place, 'kind' | 'market'> {
  readonly number: number
  readonly market: MarketId
  readonly index: number
  readonly placedAt: Timestamp
  readonly wallOffset: number
}

/**
 * One order of ours as the desk knows it: facts in plain fields, all there from the beginning, so that every order has the same shape. Its number
 * is all that desk and venue have in common; the text id is made of it where people, journal and gateway want one. Written by `Blotter` only.
 */
export class Order {
  readonly number: number
  readonly market: MarketId
  readonly index: number
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly style: Place['style']
  readonly expiresAt: Timestamp
  readonly placedAt: Timestamp
  readonly wallOffset: number
  readonly bookSide: BookSide
  readonly yesPrice: Price
  proof: OrderRecord['proof'] = Proof.NONE
  filled: Wei = Wei.ZERO
  left: Size
  shown: Wei = Wei.ZERO
  lockedUntil: Timestamp = Timestamp.ZERO
  askedAt: Timestamp | null = null
  asks = 0
  endedAt: Timestamp | null = null
  how: OrderRecord['how'] = null
  missed = 0
  lastAt: Timestamp
  /** With which others its removal was asked for last. */
  lot: CancelLot = 'old'
  /** It stands in the list of its market's orders that a turn looks at. */
  isListed = false
  /** It stands in its market's list of ghosts, which counts this much of it. */
  isGhost = false
  ghostLoss = 0
  /** The venue has listed a match of it that has no name yet: its fill is still to come. */
  isUnnamed = false

  constructor(terms: OrderTerms, at: Timestamp) {
    this.number = terms.number
    this.market = terms.market
    this.index = terms.index
    this.outcome = terms.outcome
    this.side = terms.side
    this.price = terms.price
    this.size = this.left = terms.size
    this.style = terms.style
    this.expiresAt = terms.expiresAt
    this.placedAt = terms.placedAt
    this.wallOffset = terms.wallOffset
    const inYes = inYesTerms(terms)
    this.bookSide = inYes.side
    this.yesPrice = inYes.price
    this.lastAt = at
  }

  /** One that was written down. */
  static from(record: OrderRecord, index: number): Order {
    const order = new Order({ ...record, number: OrderId.counter(record.id), index }, record.lastAt)
    const { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed } = record
    return Object.assign(order, { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed })
  }

  /** As it is written down. */
  record(epoch: number): OrderRecord {
    const { number, market, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice } = this
    const { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed, lastAt } = this
    const terms = { market, outcome, side, price, size, style, expiresAt, placedAt, wallOffset, bookSide, yesPrice }
    const facts = { proof, filled, left, shown, lockedUntil, askedAt, asks, endedAt, how, missed, lastAt }
    return { id: OrderId.of(epoch, number), ...terms, ...facts }
  }
}
