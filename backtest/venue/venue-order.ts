import { laneOf, ownPrice } from '../../src/exchange/core/amounts.js'
import type { OrderStatus } from '../../src/exchange/core/core-event.js'
import type { Lane } from '../../src/exchange/core/matching.js'
import type { Place } from '../../src/model/intent.js'
import type { Outcome, Side } from '../../src/model/money.js'

/** Where a create stands that its desk waits for. `AWAITED`: a cancel leaves once the answer is here. */
export const Answer = { OUT: 0, AWAITED: 1, HEARD: 2 } as const
export type Answer = (typeof Answer)[keyof typeof Answer]

/** What the desk asked for. Rows are used again, so all of it is written when one is opened. */
export class OrderTerms {
  /** The desk's number of the order. */
  number = 0
  market = 0
  outcome: Outcome = 'yes'
  side: Side = 'buy'
  style: Place['style'] = 'limit'
  /** Of its own outcome, whole 1/10,000. */
  price = 0
  /** Millionths of a share. */
  size = 0
  expiresAt = 0
  lane: Lane = 0
  /** Its limit as a bid of its lane. */
  bid = 0

  write(number: number, place: Place): void {
    this.number = number
    this.market = place.market
    this.outcome = place.outcome
    this.side = place.side
    this.style = place.style
    this.price = place.price
    this.size = place.size
    this.expiresAt = place.expiresAt
    this.lane = laneOf(place.outcome, place.side)
    this.bid = ownPrice(place.side, place.price)
  }

  get isBuy(): boolean {
    return this.side === 'buy'
  }

  /** It never rests: what it cannot take ends it. */
  get isMarket(): boolean {
    return this.style === 'market' || this.style === 'fill-or-kill'
  }

  /** Most products that a market buy may spend; a limit's bound is its price. */
  get budget(): number {
    return this.price * this.size
  }
}

/** One of an account's orders, from the moment it leaves the desk until its venue has nothing more to say of it. */
export class VenueOrder {
  readonly terms = new OrderTerms()
  /** In the order of acceptance, from 1; 0: its venue has not accepted it. */
  id = 0
  status: OrderStatus | 'SENT' | 'REFUSED' = 'SENT'
  answer: Answer = Answer.OUT
  /** Millionths that are not matched. */
  remaining = 0
  /** In the book; 0: it does not rest. */
  handle = 0
  /** Products of a buy or millionths of a sell that the unmatched part holds. */
  held = 0
  /** Beside `held`, the wei of collateral that a buy holds for its fees. */
  heldFees = 0n
  /** What rounding up added to its fees, in wei. */
  rounded = 0n
  /** Until then it waits to take and cannot be removed; 0: it does not wait. */
  lockedUntil = 0
  /** Matches neither settled nor failed. */
  unsettled = 0
  /** Millionths that its level displayed when it came to rest there from its arrival; -1: it did not. */
  displayed = -1
  /** Its row in the history of orders; -1: none is kept. */
  row = -1

  /** Becomes another order. */
  open(number: number, place: Place): void {
    this.terms.write(number, place)
    this.id = 0
    this.status = 'SENT'
    this.answer = Answer.OUT
    this.remaining = 0
    this.handle = 0
    this.held = 0
    this.heldFees = 0n
    this.rounded = 0n
    this.lockedUntil = 0
    this.unsettled = 0
    this.displayed = -1
    this.row = -1
  }

  get isResting(): boolean {
    return this.handle !== 0
  }

  /** Nothing more will come of it at its venue. */
  get isOver(): boolean {
    return this.status !== 'OPEN' && this.status !== 'SENT' && this.unsettled === 0
  }
}
