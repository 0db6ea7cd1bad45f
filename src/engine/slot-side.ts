import type { BookSide } from '../model/money.js'
import { RequotePlan } from '../strategy/requote.js'
import { Target } from '../strategy/target.js'
import { MarkoutWindow } from './markout-window.js'
import type { Order } from './order.js'
import { SideSums } from './side-sums.js'
import { Held, SideTime } from './side-time.js'

/**
 * What a side of a market waits for. `SETTLED`: its orders match the target, or the change that it waits for wakes the market by itself; `DUE`: the
 * next visit looks at it; `WAITING`: nothing may be done before a time given to its market (`Attention.putOff`); `BLOCKED`: it has no order to
 * cancel, and gets no new one while one of its orders is `unknown`. The report that resolves that order makes the side due.
 */
export const SideStatus = { SETTLED: 0, DUE: 1, WAITING: 2, BLOCKED: 3 } as const
export type SideStatus = (typeof SideStatus)[keyof typeof SideStatus]

/** One side of a market: what should rest there, what rests there, and what it waits for. */
export class SlotSide {
  readonly side: BookSide
  readonly isBid: boolean
  readonly sums: SideSums
  readonly time = new SideTime()
  /** The last difference found between target and orders. */
  readonly plan = new RequotePlan<Order>()
  readonly target = new Target()
  /** Markouts of its recent fills. */
  readonly markouts = new MarkoutWindow()
  status: SideStatus = SideStatus.DUE
  /** True: a replacement waits for one of our orders to leave, and then does not wait for the requote timer as well. */
  isOwed = false
  /** Why it had no order at its target at the last look. */
  held: Held = Held.WAITING
  /** Until when it gets no order, because it was filled. */
  pausedUntil = Number.NEGATIVE_INFINITY
  /** Why it is quiet: `CALLS` if the venue refused by a rate limit, `WAITING` after a fill, else `REFUSED`. */
  quietFor: Held = Held.REFUSED

  constructor(side: BookSide) {
    this.side = side
    this.isBid = side === 'bid'
    this.sums = new SideSums(side)
  }

  get isDue(): boolean {
    return this.status === SideStatus.DUE
  }

  /** Sets the target. An equal target changes nothing. */
  setTarget(target: Target): void {
    if (this.target.isSame(target)) return
    this.status = SideStatus.DUE
    this.target.copy(target)
  }

  /** The next visit looks at it. */
  lookAgain(): void {
    this.status = SideStatus.DUE
  }

  /** It was looked at, and nothing is left to do. */
  settle(): void {
    this.status = SideStatus.SETTLED
  }

  block(): void {
    this.status = SideStatus.BLOCKED
  }

  /** It need not be looked at before the delayed action is due. */
  wait(): void {
    this.status = SideStatus.WAITING
  }

  owe(isOwed: boolean): void {
    this.isOwed = isOwed
  }

  /** Something keeps it from its target. */
  hold(held: Held): void {
    this.held = held
  }

  /** One of its orders was filled, in whole or in part. */
  pause(until: number): void {
    this.pausedUntil = until
    this.quietFor = Held.WAITING
  }

  /** Until when it gets no order, for this reason or because it was refused. */
  waitsUntil(quietUntil: number): number {
    return Math.max(quietUntil, this.pausedUntil)
  }

  /** It was refused, by risk or by the venue. */
  quiet(why: Held): void {
    this.quietFor = why
  }
}
