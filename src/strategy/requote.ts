import { cut } from '../model/cut.js'
import type { TickTable } from '../model/market.js'
import { type BookSide, type Level, type Price, Size } from '../model/money.js'
import type { Timestamp } from '../model/time.js'
import { onTick } from './legs.js'
import type { Target } from './target.js'

/** A working order as requote sees it. */
export interface WorkingOrder {
  readonly yesPrice: Price
  readonly left: Size
  readonly placedAt: Timestamp
}

/** When an order is close enough to its target. */
export interface RequoteRule {
  readonly side: BookSide
  readonly tick: Price
  readonly ticks?: TickTable | undefined
  /** In 1/10,000. */
  readonly priceSlack: number
  readonly sizeSlackPercent: number
  /** Orders placed at this time or before are renewed. */
  readonly renewBefore: number
  /** The largest total size of the side, in millionths of a share. */
  readonly room: number
  /** The factor for each size, from 0 to 1. */
  readonly taper: number
  /** The band of prices in which the side may add to the position, in YES terms; outside of it, `lowering` is its room. */
  readonly lowest: number
  readonly highest: number
  /** Size that lowers the position to nothing, in millionths of a share. */
  readonly lowering: number
}

/** One side in a few numbers; `price` 0: orders at several prices, or none. `oldest` is when its first order was placed. */
export interface SideSum {
  readonly price: number
  readonly size: number
  readonly count: number
  readonly oldest: number
}

/** Whether a side may stay as it is, decided from two numbers: the result of nearly every turn, so it neither allocates nor iterates over orders. */
export function stands(target: Target, sum: SideSum, rule: RequoteRule): boolean {
  if (target.isNone || rule.room <= 0 || rule.taper <= 0) return sum.count === 0
  if (target.isMany) return false
  const price = onTick(target.price, rule.side, rule)
  const room = roomAt(price, rule)
  if (room <= 0) return sum.count === 0
  if (sum.count === 0 || sum.oldest <= rule.renewBefore) return false
  const size = Math.min(tapered(target.size, rule), room)
  const isNear = Math.abs(sum.price - price) <= rule.priceSlack
  return isNear && Math.abs(sum.size - size) * 100 <= size * rule.sizeSlackPercent
}

/** Whether limits leave any size for a target. */
export const hasRoom = (target: Target, rule: RequoteRule): boolean =>
  rule.taper > 0 && (target.isOne ? roomAt(onTick(target.price, rule.side, rule), rule) : rule.room) > 0

/** The largest total size of a side at a price. */
const roomAt = (price: number, { room, lowest, highest, lowering }: RequoteRule): number =>
  price < lowest || price > highest ? Math.min(room, lowering) : room

/**
 * The fewest changes that turn a side into its target: orders to cancel, and levels with missing size. One object for each side; each `make`
 * overwrites it, so requoting a side of one level allocates nothing.
 */
export class RequotePlan<O extends WorkingOrder> {
  readonly cancels: O[] = []
  /** For each level with missing size: its price in YES terms and the size. */
  readonly prices: Price[] = []
  readonly sizes: Size[] = []

  /**
   * Compares targets with the working orders of one side, both in YES terms. The oldest orders keep their place in the queue; an order is canceled if
   * it is off every level, exceeds its level's size or is due for renewal; the rest is missing, at the price that already rests there.
   */
  make(target: Target, orders: readonly O[], rule: RequoteRule): void {
    cut(this.cancels, 0)
    cut(this.prices, 0)
    cut(this.sizes, 0)
    if (target.isMany) this.#levels(slotsOf(target.levels, rule), orders, rule)
    else this.#level(target, orders, rule)
  }

  /** Number of levels with missing size. */
  get missing(): number {
    return this.prices.length
  }

  #lack(price: Price, size: Size): void {
    this.prices.push(price)
    this.sizes.push(size)
  }

  /** Nearly every side has at most one level: the same without lists. */
  #level(target: Target, orders: readonly O[], rule: RequoteRule): void {
    let price = target.isNone ? null : onTick(target.price, rule.side, rule)
    const size = price === null ? 0 : Math.max(0, Math.min(tapered(target.size, rule), roomAt(price, rule)))
    if (size === 0) price = null
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

/** A size reduced by the taper. */
const tapered = (size: number, { taper }: RequoteRule): number => (taper === 1 ? size : Math.floor(size * taper))

/** The slack is for sizes that differ: a level without any order always counts as missing. */
const isMissing = (size: number, kept: number, { sizeSlackPercent }: RequoteRule): boolean =>
  size > kept && (kept === 0 || (size - kept) * 100 > size * sizeSlackPercent)

interface Slot {
  price: Price
  readonly size: Size
  kept: Size
}

function slotsOf(target: readonly Level[], rule: RequoteRule): readonly Slot[] {
  let taken = 0
  const slots: Slot[] = []
  for (const level of target) {
    const price = onTick(level.price, rule.side, rule)
    const size = Size.of(Math.max(0, Math.min(tapered(level.size, rule), roomAt(price, rule) - taken)))
    taken += size
    if (size > 0) slots.push({ price, size, kept: Size.ZERO })
  }
  return slots
}

function nearest(slots: readonly Slot[], order: WorkingOrder, rule: RequoteRule): Slot | undefined {
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
