import { cut } from '../model/cut.js'
import type { Market } from '../model/market.js'
import { type BookSide, Price } from '../model/money.js'
import type { RequoteRule, SideSum } from '../strategy/requote.js'
import type { DeskSettings } from './desk-options.js'
import type { Order } from './order.js'

/** What requote goes by on one side of a market. */
class SideRule implements RequoteRule {
  readonly side: BookSide
  tick = Price.ONE
  ticks: RequoteRule['ticks'] = undefined
  priceSlack = 0
  sizeSlackPercent = 0
  renewBefore = 0
  /** The most of the side that may be wanted: the position limit less what is held. */
  room = 0
  /** The part of each size that limits leave. */
  taper = 1

  constructor(side: BookSide) {
    this.side = side
  }

  shrink(taper: number): void {
    this.taper = taper
  }

  set(
    { tick, ticks }: Market,
    { requote }: DeskSettings,
    { now, room }: { readonly now: number; readonly room: number },
  ): void {
    this.tick = tick
    this.ticks = ticks
    this.priceSlack = requote.priceHysteresisTicks * tick
    this.sizeSlackPercent = requote.sizeHysteresisPercent
    this.renewBefore = now - requote.orderLifeSeconds * 500_000
    this.room = room
  }
}

/** Our orders of one side of a market in a few numbers. Sizes in millionths of a share, money in 1e-10. */
export class SideSums implements SideSum {
  /** What requote may keep or cancel: working, pending and unknown, not yet asked to go. */
  readonly orders: Order[] = []
  readonly rule: SideRule
  /** Of `orders`: the one price they stand at, 0: several or none; their size, their number, and when the first was placed. */
  price = 0
  size = 0
  count = 0
  oldest = 0
  /** All that may fill on this side; `loss` is what it may cost if the other outcome wins. */
  open = 0
  loss = 0
  /** Asked to go and not gone. */
  leaving = 0
  /** An order of it is `unknown`, or a fill of it is on its way: no order is added. */
  isBlocked = false

  constructor(side: BookSide) {
    this.rule = new SideRule(side)
  }

  reset(): void {
    cut(this.orders, 0)
    this.price = this.size = this.count = this.oldest = this.open = this.loss = this.leaving = 0
    this.isBlocked = false
  }

  /** Counts what an order may still do. */
  add(left: number, loss: number): void {
    this.open += left
    this.loss += loss
  }

  block(): void {
    this.isBlocked = true
  }

  addLeaving(): void {
    this.leaving++
  }

  /** Counts an order that stands, or is on its way to do so. */
  addStanding(order: Order): void {
    const { yesPrice, placedAt } = order.terms
    if (this.count === 0) {
      this.oldest = placedAt
      this.price = yesPrice
    } else {
      if (placedAt < this.oldest) this.oldest = placedAt
      if (yesPrice !== this.price) this.price = 0
    }
    this.size += order.left
    this.count++
    this.orders.push(order)
  }
}
