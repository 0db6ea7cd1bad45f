import type { CoreOrderStatus } from '../src/exchange/core/core-event.js'
import { OrderId } from '../src/model/ids.js'
import type { Refusal } from '../src/model/intent.js'
import { type Outcome, Price, type Side, Size } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import { RefusalTally } from './refusal-tally.js'
import type { SimulatedOrder } from './result.js'
import { weiOfMillionths } from './venue/amounts.js'
import { NumberColumn } from './venue/number-column.js'
import type { EndReason } from './venue/venue-listener.js'
import type { VenueOrder } from './venue/venue-order.js'

const NONE = -1

/** The history of one account's orders in columns, and its refusals by rule. */
export class OrderHistory {
  readonly #keepsOrders: boolean
  readonly #epoch: number
  readonly #number = new NumberColumn()
  readonly #market = new NumberColumn()
  readonly #price = new NumberColumn()
  readonly #size = new NumberColumn()
  readonly #sentAt = new NumberColumn()
  readonly #arrivedAt = new NumberColumn()
  readonly #endedAt = new NumberColumn()
  /** Millionths. */
  readonly #filled = new NumberColumn()
  readonly #words: { outcome: Outcome; side: Side; style: SimulatedOrder['style'] }[] = []
  readonly #ended: SimulatedOrder['ended'][] = []
  readonly #why: (string | null)[] = []
  /** By market and rule. */
  readonly refusals = new RefusalTally()
  #list: readonly SimulatedOrder[] | null = null

  /**
   * Without `keepsOrders` only refusals are counted: a search does not need the rest, and its memory stays small. `epoch` is that of the order ids.
   */
  constructor(keepsOrders: boolean, epoch: number) {
    this.#keepsOrders = keepsOrders
    this.#epoch = epoch
  }

  /** Every sent order, in order; created on the first call. */
  get list(): readonly SimulatedOrder[] {
    this.#list ??= Array.from({ length: this.#number.length }, (_, row) => this.#order(row))
    return this.#list
  }

  /** Risk refuses orders; a cancel has no market here and is never refused. */
  refused(refusals: readonly Refusal[]): void {
    for (const { intent, rule } of refusals) if (intent.kind === 'place') this.refusals.add(intent.market, 'limits', rule)
  }

  sent(order: VenueOrder, sentAt: number): void {
    if (!this.#keepsOrders) return
    const { number, market, price, size, outcome, side, style } = order.terms
    order.row = this.#number.length
    this.#number.push(number)
    this.#market.push(market)
    this.#price.push(price)
    this.#size.push(size)
    this.#sentAt.push(sentAt)
    this.#arrivedAt.push(NONE)
    this.#endedAt.push(NONE)
    this.#filled.push(0)
    this.#words.push({ outcome, side, style })
    this.#ended.push('sent')
    this.#why.push(null)
  }

  /** The venue accepted it on arrival at `at`. */
  accepted({ row }: VenueOrder, at: number): void {
    if (row === NONE) return
    this.#arrivedAt.set(row, at)
    if (this.#ended[row] === 'sent') this.#ended[row] = 'open'
  }

  /** The venue refused it on arrival at `at`. */
  turnedAway(order: VenueOrder, reason: string, at: number): void {
    this.refusals.add(order.terms.market, 'venue', reason)
    if (order.row === NONE) return
    this.#arrivedAt.set(order.row, at)
    this.#end(order.row, 'refused', reason, at)
  }

  over({ row, terms }: VenueOrder, status: CoreOrderStatus, why: EndReason, at: number): void {
    if (isOfVenue(why)) this.refusals.add(terms.market, 'venue', why)
    if (row === NONE) return
    this.#end(row, endOf(status, why), why, at)
  }

  /** Millionths that a match filled; negative if its settlement failed. */
  filled({ row }: VenueOrder, size: number): void {
    if (row !== NONE) this.#filled.set(row, this.#filled.at(row) + size)
  }

  #end(row: number, ended: SimulatedOrder['ended'], why: string, at: number): void {
    this.#endedAt.set(row, at)
    this.#ended[row] = ended
    this.#why[row] = why
  }

  #order(row: number): SimulatedOrder {
    const { outcome, side, style } = this.#words[row]!
    return {
      id: OrderId.of(this.#epoch, this.#number.at(row)),
      market: this.#market.at(row),
      outcome,
      side,
      style,
      price: Price.of(this.#price.at(row)),
      size: Size.of(this.#size.at(row)),
      sentAt: Timestamp.of(this.#sentAt.at(row)),
      arrivedAt: timeOf(this.#arrivedAt.at(row)),
      endedAt: timeOf(this.#endedAt.at(row)),
      ended: this.#ended[row]!,
      why: this.#why[row]!,
      filled: weiOfMillionths(this.#filled.at(row)),
    }
  }
}

/** Ends by the venue's rules; others are by us, a fill, the order's expiry or its market's end. */
const isOfVenue = (why: EndReason): boolean =>
  why === 'post-only' || why === 'self-trade' || why === 'no-match' || why === 'balance' || why === 'settlement-failed'

const timeOf = (at: number): Timestamp | null => (at === NONE ? null : Timestamp.of(at))

function endOf(status: CoreOrderStatus, why: EndReason): SimulatedOrder['ended'] {
  if (status === 'FILLED') return 'filled'
  if (status === 'EXPIRED') return 'expired'
  return why === 'removed' ? 'removed' : 'ended'
}
