import { type Level, Price, Size } from '../model/money.js'
import type { Ladder } from '../model/quote.js'
import { isList } from '../model/quote.js'

const NONE: readonly Level[] = Object.freeze([])
const MANY = 2

/** What should rest on one side, as the desk stores it: nothing, one level in two numbers, or a list of levels, best first. */
export class Target {
  /** Number of levels; `MANY`: those of the list. */
  #kind: 0 | 1 | 2 = 0
  /** Price of the single level. */
  price = Price.ONE
  size = Size.ORDER_MAX
  levels = NONE

  static of(ladder: Ladder): Target {
    const target = new Target()
    if (isList(ladder)) target.many(ladder)
    else if (ladder !== null) target.one(ladder.price, ladder.size)
    return target
  }

  get isNone(): boolean {
    return this.#kind === 0
  }

  /** Nothing should rest: there is no level, or only such as have no size. */
  get isEmpty(): boolean {
    return this.isNone || (this.isOne ? this.size === 0 : this.levels.every(({ size }) => size === 0))
  }

  get isOne(): boolean {
    return this.#kind === 1
  }

  get isMany(): boolean {
    return this.#kind === MANY
  }

  /** Its best price; 0: nothing should rest. */
  get best(): number {
    return this.#kind === 1 ? this.price : this.#kind === MANY ? (this.levels[0]?.price ?? 0) : 0
  }

  none(): void {
    this.#kind = 0
  }

  one(price: Price, size: Size): void {
    this.#kind = 1
    this.price = price
    this.size = size
  }

  many(levels: readonly Level[]): void {
    this.#kind = MANY
    this.levels = levels
  }

  /** Whether another target is equal. A list always counts as different. */
  isSame(other: Target): boolean {
    if (this.#kind !== other.#kind || this.#kind === MANY) return false
    return this.#kind === 0 || (this.price === other.price && this.size === other.size)
  }

  /** Copies another target. */
  copy(other: Target): void {
    this.#kind = other.#kind
    this.price = other.price
    this.size = other.size
    this.levels = other.levels
  }
}

/** The target of a side without orders. Never written to. */
export const NOTHING: Target = new Target()
