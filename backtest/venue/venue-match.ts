import type { Leg } from '../../src/exchange/core/core-event.js'
import type { Fill } from '../../src/model/fill.js'
import type { Outcome } from '../../src/model/money.js'
import type { Entry } from '../wei-profit.js'
import type { VenueOrder } from './venue-order.js'

export type Fee = Leg['fee']
const NO_FEE: Fee = { in: 'cash', amount: 0n as Fee['amount'] }

/** One of our orders' legs of a match. Rows are reused. */
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
  /** The immediate gain of the fill, to be reverted if it fails, in half products; if profit is computed in wei, `entry`. */
  spread = 0
  entry: Entry | null = null
  /** As reported to the desk. */
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

  /** The fee taken from the shares of a buy, in wei. */
  get sharesFee(): bigint {
    return this.fee.in === 'shares' ? this.fee.amount : 0n
  }
}

/** Our legs of one match, settled or failed as a whole; the recorded crowd is the other side. */
export class VenueMatch {
  /** From 1. */
  id = 0
  market = 0
  at = 0
  /** Number of entries of `legs` in use. */
  count = 0
  readonly legs: VenueLeg[] = []

  add(order: VenueOrder, isMaker: boolean, size: number, value: number, fee: Fee): void {
    const { count } = this
    if (count === this.legs.length) this.legs.push(new VenueLeg(order))
    this.legs[count]!.write(order, isMaker, size, value, fee)
    this.count = count + 1
  }
}

/** An account's unsettled matches, as reused rows. */
export class MatchPool {
  /** The match that is being collected. */
  next = new VenueMatch()
  readonly #unsettled: VenueMatch[] = []
  readonly #free: VenueMatch[] = []

  /** Neither settled nor failed, in no order. */
  get unsettled(): readonly VenueMatch[] {
    return this.#unsettled
  }

  /** The match is complete: it waits for its settlement. */
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

  /** It no longer waits; call `release` when nothing of it is needed. */
  takeOut(match: VenueMatch): void {
    const last = this.#unsettled.pop()!
    if (last !== match) this.#unsettled[this.#unsettled.indexOf(match)] = last
  }

  release(match: VenueMatch): void {
    this.#free.push(match)
  }
}
