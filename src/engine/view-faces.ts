import { type BookSide, type Level, type Outcome, type Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import { closeFace } from '../strategy/close-face.js'
import type { Ledger } from './ledger.js'
import type { Order } from './order.js'
import { isTake } from './order-status.js'
import { WEI_PER_UNIT } from './units.js'

/** A position as a strategy sees it. */
export class PositionFace implements Position {
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

/** Cash as a strategy sees it: computed when read, because few strategies read it and bigints are slow. */
export class CashFace {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
    Object.freeze(this)
  }

  get free(): Wei {
    return Wei.sub(this.#ledger.state.cash, this.reserved)
  }

  get reserved(): Wei {
    const { promised, portfolio } = this.#ledger
    return Wei.of(BigInt(promised.reserved + promised.unpaid + portfolio.unredeemed.units) * WEI_PER_UNIT)
  }
}

/** Our orders as a strategy sees them: listed when read, because few strategies read them. */
export class WorkingFace {
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

for (const face of [PositionFace, PairFace, CashFace, WorkingFace]) closeFace(face)
