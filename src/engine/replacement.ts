import { Price } from '../model/money.js'
import type { Order } from './order.js'
import type { Slot } from './slot.js'
import type { SlotSide } from './slot-side.js'

/** A side whose orders are not where they should be; its plan says what should rest instead. */
export interface Replacement {
  slot: Slot
  side: SlotSide
  weight: number
}

/** The replacements of one turn, in reused objects. */
export class Replacements {
  #all: Replacement[] = []
  /** Read only. */
  count = 0

  at(index: number): Replacement {
    return this.#all[index]!
  }

  add(slot: Slot, side: SlotSide, weight: number): void {
    const known = this.#all[this.count]
    if (known === undefined) this.#all.push({ slot, side, weight })
    else {
      known.slot = slot
      known.side = side
      known.weight = weight
    }
    this.count++
  }

  /** The most urgent first. */
  sort(): void {
    const queued = this.#all.slice(0, this.count).sort((a, b) => b.weight - a.weight)
    this.#all = [...queued, ...this.#all.slice(this.count)]
  }

  clear(): void {
    this.count = 0
  }
}

/** The urgency of a replacement: distance × size, more the nearer the orders are to their end, because the side would be empty then. */
export function weightOf(side: SlotSide, when: { readonly now: number; readonly lifeSeconds: number }): number {
  const { plan, sums } = side
  let weight = 0
  for (let i = 0; i < plan.missing; i++) weight = Math.max(weight, distanceOf(side, plan.prices[i]!) * plan.sizes[i]!)
  const overdue = (when.now - sums.oldest) / (when.lifeSeconds * 500_000) - 1
  return overdue <= 0 ? weight : Math.max(weight, EMPTY_SIDE * overdue * overdue * sums.size)
}

/** Whether an order is beyond the mid of what its strategy wants now: it would be filled at a loss, so it does not wait for calls. */
export function isBeyond({ bid, ask }: Slot, { isBid }: SlotSide, orders: readonly Order[]): boolean {
  const low = bid.target.best
  const high = ask.target.best
  if (low === 0 || high === 0) return false
  for (let i = 0; i < orders.length; i++) {
    const twice = orders[i]!.yesPrice * 2
    if (isBid ? twice > low + high : twice < low + high) return true
  }
  return false
}

/** The distance of an empty side from its target, in ticks: larger than any other. */
export const EMPTY_SIDE = Price.ONE

/** How many ticks the nearest order of a side is away from a price. */
export function distanceOf({ sums: { orders, rule } }: SlotSide, price: Price): number {
  let nearest = EMPTY_SIDE * rule.tick
  for (let i = 0; i < orders.length; i++) nearest = Math.min(nearest, Math.abs(orders[i]!.yesPrice - price))
  // At the same price only some of the size is missing: the smallest distance.
  return Math.max(1, nearest / rule.tick)
}
