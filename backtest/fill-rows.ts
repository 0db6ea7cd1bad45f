import { unpackEvent } from '../src/model/columns.js'
import type { EventColumns } from '../src/model/event.js'
import { OrderId } from '../src/model/ids.js'
import { Size } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import { type Evidence, KeptRows } from './evidence.js'
import { LaterMiddles } from './later-middles.js'
import type { SimulatedFill } from './result.js'
import { weiOfMillionths, weiOfProducts } from './venue/amounts.js'
import { NumberColumn } from './venue/number-column.js'
import type { Fee, VenueLeg, VenueMatch } from './venue/venue-match.js'
import type { VenueBook } from './venue-book.js'

type Written = { -readonly [K in keyof SimulatedFill]: SimulatedFill[K] }
/** Boolean properties of a fill, one bit each. */
const IS_NO = 1
const IS_SELL = 2
const IS_MAKER = 4
const IS_ALONE = 8
const IS_FAILED = 16

/** An account's fills in columns; objects are created when the result is read. */
export class FillRows {
  /** Number and value (in products) of fills without any other order displayed within one tick of their price. */
  alone = 0
  aloneValue = 0
  /** The mid prices after them. */
  readonly later: LaterMiddles
  readonly #epoch: number
  readonly #order = new NumberColumn()
  readonly #at = new NumberColumn()
  readonly #market = new NumberColumn()
  readonly #flags = new NumberColumn()
  readonly #size = new NumberColumn()
  readonly #value = new NumberColumn()
  readonly #displayed = new NumberColumn()
  readonly #evidence = new NumberColumn()
  readonly #fees: Fee[] = []
  readonly #kept = new KeptRows()
  #list: readonly SimulatedFill[] | null = null

  /** `epoch` is that of the order ids. */
  constructor(epoch: number, recorded: readonly VenueBook[]) {
    this.#epoch = epoch
    this.later = new LaterMiddles(recorded)
  }

  get length(): number {
    return this.#at.length
  }

  /** Returns the row number. */
  add({ at, market }: VenueMatch, leg: VenueLeg, isAlone: boolean, evidence: Evidence): number {
    const { isMaker, isBuy, outcome, order } = leg
    const flags = (outcome === 'no' ? IS_NO : 0) + (isBuy ? 0 : IS_SELL) + (isMaker ? IS_MAKER : 0) + (isAlone ? IS_ALONE : 0)
    this.#order.push(order.terms.number)
    this.#at.push(at)
    this.later.add(at, market)
    this.#market.push(market)
    this.#flags.push(flags)
    this.#size.push(leg.size)
    this.#value.push(leg.value)
    this.#displayed.push(isMaker ? order.displayed : -1)
    this.#evidence.push(isMaker ? this.#kept.keep(evidence) : -1)
    this.#fees.push(leg.fee)
    if (isAlone) {
      this.alone++
      this.aloneValue += leg.value
    }
    return this.#at.length - 1
  }

  fail(row: number): void {
    this.#flags.set(row, this.#flags.at(row) | IS_FAILED)
  }

  /** Created on the first call. */
  get list(): readonly SimulatedFill[] {
    if (this.#list !== null && this.#list.length === this.length) return this.#list
    const kept = this.#kept.columns
    this.#list = Array.from({ length: this.length }, (_, row) => this.#fill(row, kept))
    return this.#list
  }

  #fill(row: number, kept: EventColumns): SimulatedFill {
    const flags = this.#flags.at(row)
    const evidence = this.#evidence.at(row)
    const fill: Written = {
      order: OrderId.of(this.#epoch, this.#order.at(row)),
      at: Timestamp.of(this.#at.at(row)),
      market: this.#market.at(row),
      outcome: (flags & IS_NO) === 0 ? 'yes' : 'no',
      side: (flags & IS_SELL) === 0 ? 'buy' : 'sell',
      isMaker: (flags & IS_MAKER) !== 0,
      shares: weiOfMillionths(this.#size.at(row)),
      value: weiOfProducts(this.#value.at(row)),
      fee: this.#fees[row]!,
      evidence: evidence < 0 ? null : unpackEvent(kept, evidence),
      isAlone: (flags & IS_ALONE) !== 0,
      isSettled: (flags & IS_FAILED) === 0,
      middlesAfter: this.later.of(row),
    }
    const displayed = this.#displayed.at(row)
    if (displayed >= 0) fill.aheadAtJoin = Size.of(displayed)
    return fill
  }
}
