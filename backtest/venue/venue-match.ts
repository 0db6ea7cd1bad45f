import type { Leg } from '../../src/exchange/core/core-event.js'
import type { Fill } from '../../src/model/fill.js'
import type { Outcome } from '../../src/model/money.js'
import type { Entry } from '../wei-profit.js'
import type { VenueOrder } from './venue-order.js'

export type Fee = Leg['fee']
const NO_FEE: Fee = { in: 'cash', amount: 0n as Fee['amount'] }

/** One of our orders' part of a match. Rows are used again. */
export class VenueLeg {
  order: VenueOrder
  isMaker = true
  /** Millionths, before fee. */
  size = 0
  /** Products, before fee. */
  value = 0
  fee: Fee = NO_FEE
  /** Its row among the account's fills. */
  row = 0
  /** What the fill earned at once, so that it can be taken back, in half products; where profit is reckoned in wei, `entry`. */
  spread = 0
  entry: Entry | null = null
  /** As the desk hears of it. */
  told: Fill | null = null

  constructor(order: VenueOrder) {
    this.order = order
  }

  write(order: VenueOrder, isMaker: boolean, size: number, value: number, fee: Fee): void {
    this.order = order
    this.isMaker = isMaker
    this.size = size
    this.value = value
    this.fee = fee
  }

  get isBuy(): boolean {
    return this.order.terms.isBuy
  }

  get outcome(): Outcome {
    return this.order.terms.outcome
  }

  /** The collateral that it moves beside its value: the fee of a buy that pays in collateral. */
  get cashFee(): bigint {
    return this.isBuy && this.fee.in === 'cash' ? this.fee.amount : 0n
  }

  /** What a fee takes of the shares of a buy, in wei. */
  get sharesFee(): bigint {
    return this.fee.in === 'shares' ? this.fee.amount : 0n
  }
}

/** Our legs of one match, settled or failed as a whole; the recorded crowd is the rest of it. */
export class VenueMatch {
  /** From 1. */
  id = 0
  market = 0
  at = 0
  /** How many of `legs` are its. */
  count = 0
  readonly legs: VenueLeg[] = []

  add(order: VenueOrder, isMaker: boolean, size: number, value: number, fee: Fee): void {
    const { count } = this
    if (count === this.legs.length) this.legs.push(new VenueLeg(order))
    this.legs[count]!.write(order, isMaker, size, value, fee)
    this.count = count + 1
  }
}

/** An account's matches that are not settled yet, as rows that are used again. */
export class MatchPool {
  /** The match that is being put together. */
  next = new VenueMatch()
  readonly #unsettled: VenueMatch[] = []
  readonly #free: VenueMatch[] = []

  /** Neither settled nor failed, in no order. */
  get unsettled(): readonly VenueMatch[] {
    return this.#unsettled
  }

  /** The match is put together: it waits for its settlement. */
  record(id: number, market: number, at: number): VenueMatch {
    const match = this.next
    match.id = id
    match.market = market
    match.at = at
    this.#unsettled.push(match)
    this.next = this.#free.pop() ?? new VenueMatch()
    this.next.count = 0
    return match
  }

  /** It waits no more; `release` comes when nothing of it is needed. */
  takeOut(match: VenueMatch): void {
    const last = this.#unsettled.pop()!
    if (last !== match) this.#unsettled[this.#unsettled.indexOf(match)] = last
  }

  release(match: VenueMatch): void {
    this.#free.push(match)
  }
}
