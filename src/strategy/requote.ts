import { cut } from '../model/cut.js'
import type { TickTable } from '../model/market.js'
import { type BookSide, type Level, type Price, Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import { onTick } from './legs.js'
import type { Target } from './target.js'

/** A working order as requote sees it. */
export interface Standing {
  readonly yesPrice: Price
  readonly left: Size
  readonly placedAt: Timestamp
}

/** How near is near enough. */
export interface RequoteRule {
  readonly side: BookSide
  readonly tick: Price
  readonly ticks?: TickTable | undefined
  /** In 1/10,000. */
  readonly priceSlack: number
  readonly sizeSlackPercent: number
  /** Orders placed at this time or before are renewed. */
  readonly renewBefore: number
  /** The most of the side that may be wanted, in millionths of a share. */
  readonly room: number
  /** The part of each size that may be wanted, from 0 to 1. */
  readonly taper: number
}

/** One side in a few numbers; `price` 0: orders of several prices or none. `oldest` is when its first order was placed. */
export interface SideSum {
  readonly price: number
  readonly size: number
  readonly count: number
  readonly oldest: number
}

/** Whether a side may stay as it is, from two numbers: the answer of nearly every turn, so it neither allocates nor walks orders. */
export function stands(target: Target, sum: SideSum, rule: RequoteRule): boolean {
  if (target.isNone || rule.room <= 0 || rule.taper <= 0) return sum.count === 0
  if (sum.count === 0 || sum.oldest <= rule.renewBefore || target.isMany) return false
  const size = Math.min(tapered(target.size, rule), rule.room)
  const isNear = Math.abs(sum.price - onTick(target.price, rule.side, rule)) <= rule.priceSlack
  return isNear && Math.abs(sum.size - size) * 100 <= size * rule.sizeSlackPercent
}

/**
 * The fewest changes that make a side what it should be: orders to cancel, and levels that then lack something. One object a side, written by each
 * `make`, so that requoting makes no lists.
 */
export class RequotePlan<O extends Standing> {
  readonly cancels: O[] = []
  /** Of each level that lacks something its price in YES terms and what it lacks. */
  readonly prices: Price[] = []
  readonly sizes: Size[] = []

  /**
   * Compares targets with working orders of one side, both in YES terms. The oldest orders keep their place in the queue; what stands off
   * every level, is over a level's size or is due for renewal goes; what then lacks is missing, at the price that already stands there.
   */
  make(target: Target, orders: readonly O[], rule: RequoteRule): void {
    cut(this.cancels, 0)
    cut(this.prices, 0)
    cut(this.sizes, 0)
    if (target.isMany) this.#levels(slotsOf(target.levels, rule), orders, rule)
    else this.#level(target, orders, rule)
  }

  /** How many levels lack something. */
  get missing(): number {
    return this.prices.length
  }

  #lack(price: Price, size: Size): void {
    this.prices.push(price)
    this.sizes.push(size)
  }

  /** Nearly every side is one level or none: the same without lists of what is only one. */
  #level(target: Target, orders: readonly O[], rule: RequoteRule): void {
    const size = target.isNone ? 0 : Math.max(0, Math.min(tapered(target.size, rule), rule.room))
    let price = size === 0 ? null : onTick(target.price, rule.side, rule)
    let kept = 0
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i]!
      const isNear = price !== null && order.placedAt > rule.renewBefore && Math.abs(price - order.yesPrice) <= rule.priceSlack
      if (!isNear || (kept + order.left) * 100 > size * (100 + rule.sizeSlackPercent)) this.cancels.push(order)
      else {
        if (kept === 0) price = order.yesPrice
        kept += order.left
      }
    }
    if (price !== null && isMissing(size, kept, rule)) this.#lack(price, Size.of(size - kept))
  }

  #levels(slots: readonly Slot[], orders: readonly O[], rule: RequoteRule): void {
    for (const order of orders) {
      const slot = order.placedAt <= rule.renewBefore ? undefined : nearest(slots, order, rule)
      if (slot === undefined || (slot.kept + order.left) * 100 > slot.size * (100 + rule.sizeSlackPercent))
        this.cancels.push(order)
      else {
        if (slot.kept === 0) slot.price = order.yesPrice
        slot.kept = Size.add(slot.kept, order.left)
      }
    }
    for (const { price, size, kept } of slots) if (isMissing(size, kept, rule)) this.#lack(price, Size.less(size, kept))
  }
}

/** A size as far as the taper leaves it. */
const tapered = (size: number, { taper }: RequoteRule): number => (taper === 1 ? size : Math.floor(size * taper))

/** The slack is for sizes that differ: a level without any order is never near enough, whatever the slack. */
const isMissing = (size: number, kept: number, { sizeSlackPercent }: RequoteRule): boolean =>
  size > kept && (kept === 0 || (size - kept) * 100 > size * sizeSlackPercent)

interface Slot {
  price: Price
  readonly size: Size
  kept: Size
}

function slotsOf(target: readonly Level[], rule: RequoteRule): readonly Slot[] {
  let room = rule.room
  const slots: Slot[] = []
  for (const level of target) {
    const size = Size.of(Math.max(0, Math.min(tapered(level.size, rule), room)))
    room -= size
    if (size > 0) slots.push({ price: onTick(level.price, rule.side, rule), size, kept: Size.ZERO })
  }
  return slots
}

function nearest(slots: readonly Slot[], order: Standing, rule: RequoteRule): Slot | undefined {
  let best: Slot | undefined
  let bestOff = rule.priceSlack
  for (const slot of slots) {
    const off = Math.abs(slot.price - order.yesPrice)
    if (off > bestOff || (best !== undefined && off === bestOff)) continue
    best = slot
    bestOff = off
  }
  return best
}
