import { type BookSide, type Level, Price } from '../model/money.js'
import { isList, type Ladder } from '../model/quote.js'
import type { Requoted } from '../strategy/requote.js'
import type { Order } from './order.js'
import type { SideState, Slot } from './slot.js'

/** Orders of one side that stand where they should not, and what is to stand instead. */
export interface Replacement extends Requoted<Order> {
  readonly slot: Slot
  readonly state: SideState
  readonly weight: number
}

/** The most urgent first. */
export const byUrgency = (a: Replacement, b: Replacement): number => b.weight - a.weight

/** How much a replacement matters: distance × size, and the more the nearer the orders are to their end, for then the side would be empty. */
export function weightOf(state: SideState, missing: readonly Level[], when: { now: number; lifeSeconds: number }): number {
  let weight = 0
  for (const level of missing) weight = Math.max(weight, distanceOf(state, level) * level.size)
  const overdue = (when.now - state.oldest) / (when.lifeSeconds * 500_000) - 1
  return overdue <= 0 ? weight : Math.max(weight, EMPTY_SIDE * overdue * overdue * state.size)
}

/** Whether an order stands beyond the middle of what its strategy wants now: it would be filled at a loss, so it does not wait for calls. */
export function isBeyond({ bid, ask }: Slot, side: BookSide, orders: readonly Order[]): boolean {
  const low = bestOf(bid.target)
  const high = bestOf(ask.target)
  if (low === null || high === null) return false
  for (const { yesPrice } of orders) if (side === 'bid' ? yesPrice * 2 > low + high : yesPrice * 2 < low + high) return true
  return false
}

const bestOf = (target: Ladder): number | null =>
  target === null ? null : isList(target) ? (target[0]?.price ?? null) : target.price

/** The distance of a side without an order from its target, in ticks: no two prices are so far apart. */
export const EMPTY_SIDE = Price.ONE

/** How many ticks the nearest order of a side is away from a level. */
export function distanceOf({ orders, rule }: SideState, level: Level): number {
  let nearest = EMPTY_SIDE * rule.tick
  for (const { yesPrice } of orders) nearest = Math.min(nearest, Math.abs(yesPrice - level.price))
  // At the same price only some of the size is missing: the least distance there is.
  return Math.max(1, nearest / rule.tick)
}
