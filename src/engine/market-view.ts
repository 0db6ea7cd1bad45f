import type { Fill } from '../model/fill.js'
import type { Market } from '../model/market.js'
import type { Position } from '../model/position.js'
import type { Timestamp } from '../model/time.js'
import { closeFace } from '../strategy/close-face.js'
import type { DarkBook, LiveBook, Trade, View } from '../strategy/view.js'
import { type DeskClock, wallOf } from './desk-clock.js'
import type { Ledger } from './ledger.js'
import type { NetBook } from './net-book.js'
import type { Order } from './order.js'
import { CashFace, PositionFace, WorkingFace } from './view-faces.js'

/** What a view reads from its market's slot; the engine never reads it from the view. */
interface Viewed {
  readonly market: Market
  readonly net: NetBook
  readonly inventory: { readonly position: Position }
  readonly orders: readonly Order[]
  readonly trades: readonly Trade[]
  readonly fills: readonly Fill[]
  readonly parameters: unknown
}

/** What a view reads of its desk. */
export interface ViewParts {
  readonly ledger: Ledger
  readonly clock: Readonly<DeskClock>
  readonly sibling: View<unknown>['sibling']
  readonly group: View<unknown>['group']
  readonly reference: View<unknown>['reference']
}

const NO_TRADES: readonly Trade[] = Object.freeze([])
const NO_FILLS: readonly Fill[] = Object.freeze([])

/** A market's view as its strategy sees it: accessors over the engine's own state, and copies. One object for each market and account. */
export class MarketView implements View<unknown> {
  readonly #of: Viewed
  readonly #clock: Readonly<DeskClock>
  readonly #position: PositionFace
  readonly #cash: CashFace
  readonly #working: WorkingFace
  readonly #sibling: View<unknown>['sibling']
  readonly #group: View<unknown>['group']
  readonly #reference: View<unknown>['reference']
  #trades = NO_TRADES
  #fills = NO_FILLS
  #lastFill: Fill | null = null

  constructor(of: Viewed, { ledger, clock, sibling, group, reference }: ViewParts) {
    this.#of = of
    this.#clock = clock
    this.#position = new PositionFace(of.inventory.position)
    this.#cash = new CashFace(ledger)
    this.#working = new WorkingFace(of.orders)
    this.#sibling = Object.freeze(sibling)
    this.#group = Object.freeze(group)
    this.#reference = Object.freeze(reference)
    Object.freeze(this)
  }

  get now(): Timestamp {
    return this.#clock.now
  }

  get market(): Market {
    return this.#of.market
  }

  get secondsLeft(): number | null {
    const { endsAt } = this.#of.market
    return endsAt === null ? null : Math.max(0, (endsAt - wallOf(this.#clock)) / 1_000_000)
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

  /** Copied when read, because few strategies read them. Both lists only grow, or lose their oldest, until the strategy has decided. */
  get trades(): readonly Trade[] {
    const { trades } = this.#of
    if (trades.length === 0) return NO_TRADES
    if (this.#trades.length !== trades.length || this.#trades.at(-1) !== trades.at(-1))
      this.#trades = Object.freeze(trades.map(trade => Object.freeze(trade)))
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
    return this.#of.parameters
  }

  // Functions without `this`: a strategy may take them out of the view and call them.
  get sibling(): View<unknown>['sibling'] {
    return this.#sibling
  }

  get group(): View<unknown>['group'] {
    return this.#group
  }

  get reference(): View<unknown>['reference'] {
    return this.#reference
  }
}

/** The journal writes the report's own fill, so a strategy gets a frozen copy. */
const copyOf = (fill: Fill): Fill => Object.freeze({ ...fill, fee: Object.freeze({ ...fill.fee }) })

closeFace(MarketView)
