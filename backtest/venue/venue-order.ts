import { laneOf, ownPrice } from '../../src/exchange/core/amounts.js'
import type { CoreOrderStatus } from '../../src/exchange/core/core-event.js'
import type { Lane } from '../../src/exchange/core/matching.js'
import type { Place } from '../../src/model/intent.js'
import type { Outcome, Side } from '../../src/model/money.js'

/** State of a create that its desk waits for. `AWAITED`: a cancel is sent once the answer arrives. */
export const AnswerState = { OUT: 0, AWAITED: 1, HEARD: 2 } as const
export type AnswerState = (typeof AnswerState)[keyof typeof AnswerState]

/** The desk's request. Rows are reused, so every field is written when one is opened. */
export class OrderTerms {
  /** The desk's number of the order. */
  number = 0
  market = 0
  outcome: Outcome = 'yes'
  side: Side = 'buy'
  style: Place['style'] = 'limit'
  /** In terms of its own outcome, integer 1/10,000. */
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

  /** It never rests: it ends with what it cannot take. */
  get isMarket(): boolean {
    return this.style === 'market' || this.style === 'fill-or-kill'
  }

  /** The most products that a market buy may spend; a limit order is bounded by its price. */
  get budget(): number {
    return this.price * this.size
  }
}

/** One of an account's orders, from the moment it leaves the desk until its venue is done with it. */
export class VenueOrder {
  readonly terms = new OrderTerms()
  /** In the order of acceptance, from 1; 0: not accepted. */
  id = 0
  status: CoreOrderStatus | 'SENT' | 'REFUSED' = 'SENT'
  answer: AnswerState = AnswerState.OUT
  /** Unmatched millionths. */
  remaining = 0
  /** Handle in the book; 0: it does not rest. */
  handle = 0
  /** Held by the unmatched part: products for a buy, millionths for a sell. */
  held = 0
  /** Wei of collateral that a buy holds for its fees, beside `held`. */
  heldFees = 0n
  /** What rounding up added to its fees, in wei. */
  rounded = 0n
  /** Until then it waits to take and cannot be removed; 0: it does not wait. */
  lockedUntil = 0
  /** Number of matches neither settled nor failed. */
  unsettled = 0
  /** Millionths that its level displayed when it came to rest on arrival; -1: it did not. */
  displayed = -1
  /** Its row in the history of orders; -1: none is kept. */
  row = -1

  /** Resets the row for another order. */
  open(number: number, place: Place): void {
    this.terms.write(number, place)
    this.id = 0
    this.status = 'SENT'
    this.answer = AnswerState.OUT
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

  /** Its venue is done with it. */
  get isOver(): boolean {
    return this.status !== 'OPEN' && this.status !== 'SENT' && this.unsettled === 0
  }
}
