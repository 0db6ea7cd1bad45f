import { yesTermsOf } from '../../backtest/calibrate/core-orders.js'
import { EPOCH } from '../../backtest/open-desk.js'
import type { SimulatedFill } from '../../backtest/result.js'
import type { VenueBook } from '../../backtest/venue-book.js'
import type { Leg, Match } from '../../src/exchange/core/core-event.js'
import type { MarketEvent } from '../../src/model/event.js'
import { OrderId } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { inYesTerms, type Size } from '../../src/model/money.js'

/** A fill while its settlement may still fail. */
export type OpenFill = { -readonly [K in keyof SimulatedFill]: SimulatedFill[K] }

/** The slow twin of `JoinedLevels`: what the recording displayed where an account's orders came to rest. It does not react to them, so an order that dwarfs it proves little. */
export class SlowJoinedLevels {
  /** Orders that came to rest, and how many of them were larger than the best level of their side. */
  rested = 0
  outsized = 0
  readonly #recorded: readonly VenueBook[]
  /** Of each order that rests, what its level displayed when it came. */
  readonly #displayed = new Map<number, Size>()

  constructor(recorded: readonly VenueBook[]) {
    this.#recorded = recorded
  }

  join(number: number, order: Place): void {
    const { side, price } = inYesTerms(order)
    const book = this.#book(order.market)
    const lane = side === 'bid' ? 0 : 1
    const best = book.levels.sizeAt(lane, book.levels.best(lane))
    this.#displayed.set(number, book.sizeAt(side, price))
    this.rested++
    if (best > 0 && order.size > best) this.outsized++
  }

  leave(order: number): void {
    this.#displayed.delete(order)
  }

  /** A leg of our order `number` with what justifies it: as a maker the recorded row that brought it. */
  fillOf(
    { at, market: id }: Match,
    { order, isMaker, outcome, side, shares, value, fee }: Leg,
    { number, row }: { readonly number: number; readonly row: MarketEvent | null },
  ): OpenFill {
    const market = id - 1
    const terms = yesTermsOf(order)
    const isAlone = isMaker && !this.#book(market).isNear(terms.side, terms.price)
    const evidence = isMaker ? row : null
    const fill: OpenFill = {
      order: OrderId.of(EPOCH, number),
      at,
      market,
      outcome,
      side,
      isMaker,
      shares,
      value,
      fee,
      evidence,
      isAlone,
      isSettled: true,
    }
    const displayed = isMaker ? this.#displayed.get(number) : undefined
    if (displayed !== undefined) fill.aheadAtJoin = displayed
    return fill
  }

  #book(market: number): VenueBook {
    const book = this.#recorded[market]
    if (book === undefined) throw new RangeError(`no market has index ${market}`)
    return book
  }
}
