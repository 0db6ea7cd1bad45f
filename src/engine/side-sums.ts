import { cut } from '../model/cut.js'
import type { Limits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import { type BookSide, Price } from '../model/money.js'
import type { RequoteRule, SideSum } from '../strategy/requote.js'
import type { DeskSettings } from './desk-options.js'
import type { Order } from './order.js'

/** The rule for requoting one side of a market. */
class SideRule implements RequoteRule {
  readonly side: BookSide
  tick = Price.ONE
  ticks: RequoteRule['ticks'] = undefined
  priceSlack = 0
  sizeSlackPercent = 0
  renewBefore = 0
  /** The largest total size of the side: the position limit minus what is held. */
  room = 0
  /** The factor for each size that limits leave. */
  taper = 1
  /** Outside of these prices, the side has room only for what lowers the position. */
  lowest = 0
  highest: number = Price.ONE
  lowering = 0

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

  /** `net`: what is held, as the side would add to it. */
  band({ priceMin, priceMax }: Limits, net: number): void {
    this.lowest = Math.round((priceMin ?? 0) * Price.ONE)
    this.highest = Math.round((priceMax ?? 1) * Price.ONE)
    this.lowering = Math.max(0, -net)
  }
}

/** Our orders of one side of a market in a few numbers. Sizes in millionths of a share, money in 1e-10. */
export class SideSums implements SideSum {
  /** Orders that requote may keep or cancel: working, pending and unknown, without a requested removal. */
  readonly orders: Order[] = []
  readonly rule: SideRule
  /** Over `orders`: their common price, 0: several or none; their size, their number, and when the first was placed. */
  price = 0
  size = 0
  count = 0
  oldest = 0
  /** Everything that may fill on this side; `loss` is what it may cost if the other outcome wins. */
  open = 0
  loss = 0
  /** Orders being removed. */
  leaving = 0
  /** True: one of its orders is `unknown`, or a fill of it is not reported yet: no order is added. */
  isBlocked = false

  constructor(side: BookSide) {
    this.rule = new SideRule(side)
  }

  reset(): void {
    cut(this.orders, 0)
    this.price = this.size = this.count = this.oldest = this.open = this.loss = this.leaving = 0
    this.isBlocked = false
  }

  /** Adds what an order may still do. */
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

  /** Adds an order that rests or is being sent. */
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
