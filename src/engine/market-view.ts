import type { Fill } from '../model/fill.js'
import type { Market } from '../model/market.js'
import { type BookSide, type Level, type Outcome, type Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { Timestamp } from '../model/time.js'
import { closeFace } from '../strategy/close-face.js'
import type { DarkBook, LiveBook, Trade, View } from '../strategy/view.js'
import type { DeskClock } from './desk-clock.js'
import { WEI_PER_UNIT } from './inventory.js'
import type { Ledger } from './ledger.js'
import type { NetBook } from './net-book.js'
import type { Order } from './order.js'
import { isTake } from './order-status.js'

/** What a view reads of its market's slot; the engine never reads it back from the view. */
interface Viewed {
  readonly market: Market
  readonly net: NetBook
  readonly inventory: { readonly position: Position }
  readonly orders: readonly Order[]
  readonly trades: readonly Trade[]
  readonly fills: readonly Fill[]
}

/** What a view reads of its desk. */
export interface ViewParts {
  readonly ledger: Ledger
  readonly clock: Readonly<DeskClock>
  readonly sibling: View<unknown>['sibling']
  readonly reference: View<unknown>['reference']
}

const NO_TRADES: readonly Trade[] = Object.freeze([])
const NO_FILLS: readonly Fill[] = Object.freeze([])

/** A view of one market as its strategy is handed it: accessors over the engine's own state, and copies. One object a market and account. */
export class MarketView implements View<unknown> {
  readonly #of: Viewed
  readonly #parameters: unknown
  readonly #clock: Readonly<DeskClock>
  readonly #position: PositionFace
  readonly #cash: CashFace
  readonly #working: WorkingFace
  readonly #sibling: View<unknown>['sibling']
  readonly #reference: View<unknown>['reference']
  #trades = NO_TRADES
  #fills = NO_FILLS
  #lastFill: Fill | null = null

  constructor(of: Viewed, parameters: unknown, { ledger, clock, sibling, reference }: ViewParts) {
    this.#of = of
    this.#parameters = parameters
    this.#clock = clock
    this.#position = new PositionFace(of.inventory.position)
    this.#cash = new CashFace(ledger)
    this.#working = new WorkingFace(of.orders)
    this.#sibling = Object.freeze(sibling)
    this.#reference = Object.freeze(reference)
    Object.freeze(this)
  }

  get now(): Timestamp {
    return this.#clock.now
  }

  get market(): Market {
    return this.#of.market
  }

  get book(): LiveBook | DarkBook {
    return this.#of.net.face
  }

  get position(): Position {
    return this.#position
  }

  get cash(): View<unknown>['cash'] {
    return this.#cash
  }

  get working(): View<unknown>['working'] {
    return this.#working
  }

  /** Copied where they are read, because few read them. Both lists only grow until the strategy has decided, or lose their oldest. */
  get trades(): readonly Trade[] {
    const { trades } = this.#of
    if (trades.length === 0) return NO_TRADES
    if (this.#trades.length !== trades.length || this.#trades.at(-1) !== trades.at(-1))
      this.#trades = Object.freeze([...trades])
    return this.#trades
  }

  get fills(): readonly Fill[] {
    const { fills } = this.#of
    if (fills.length === 0) return NO_FILLS
    const last = fills.at(-1) ?? null
    if (this.#fills.length !== fills.length || this.#lastFill !== last) this.#fills = Object.freeze(fills.map(copyOf))
    this.#lastFill = last
    return this.#fills
  }

  get parameters(): unknown {
    return this.#parameters
  }

  // Functions of their own and no methods: a strategy may take them out of the view and call them.
  get sibling(): View<unknown>['sibling'] {
    return this.#sibling
  }

  get reference(): View<unknown>['reference'] {
    return this.#reference
  }
}

/** The journal writes the fill of the report, so a strategy gets another. */
const copyOf = (fill: Fill): Fill => Object.freeze({ ...fill, fee: Object.freeze({ ...fill.fee }) })

class PositionFace implements Position {
  readonly #position: Position
  readonly #sellable: PairFace<Size>
  readonly #pending: PairFace<Wei>

  constructor(position: Position) {
    this.#position = position
    this.#sellable = new PairFace(position.sellable)
    this.#pending = new PairFace(position.pending)
    Object.freeze(this)
  }

  get yes(): Size {
    return this.#position.yes
  }

  get no(): Size {
    return this.#position.no
  }

  get net(): number {
    return this.#position.net
  }

  get sellable(): Position['sellable'] {
    return this.#sellable
  }

  get pending(): Position['pending'] {
    return this.#pending
  }
}

class PairFace<T> {
  readonly #pair: Readonly<Record<Outcome, T>>

  constructor(pair: Readonly<Record<Outcome, T>>) {
    this.#pair = pair
    Object.freeze(this)
  }

  get yes(): T {
    return this.#pair.yes
  }

  get no(): T {
    return this.#pair.no
  }
}

/** Cash as a strategy sees it: computed where it is read, because few read it and bigints are dear. */
class CashFace {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    Object.freeze(this)
  }

  get free(): Wei {
    return Wei.sub(this.#ledger.state.cash, this.reserved)
  }

  get reserved(): Wei {
    const { reserved, unpaid } = this.#ledger.promised
    return Wei.of(BigInt(reserved + unpaid) * WEI_PER_UNIT)
  }
}

/** Our orders as a strategy sees them: listed where they are read, because few read them. */
class WorkingFace {
  readonly #orders: readonly Order[]

  constructor(orders: readonly Order[]) {
    this.#orders = orders
    Object.freeze(this)
  }

  get bid(): readonly Level[] {
    return this.#listed('bid')
  }

  get ask(): readonly Level[] {
    return this.#listed('ask')
  }

  #listed(side: BookSide): readonly Level[] {
    return this.#orders
      .filter(order => order.terms.bookSide === side && !isTake(order.terms))
      .map(({ yesPrice, left }) => ({ price: yesPrice, size: left }))
  }
}

for (const face of [MarketView, PositionFace, PairFace, CashFace, WorkingFace]) closeFace(face)
