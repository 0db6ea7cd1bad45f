import type { BookSide } from '../model/money.js'
import { RequotePlan } from '../strategy/requote.js'
import { Target } from '../strategy/target.js'
import { MarkoutWindow } from './markout-window.js'
import type { Order } from './order.js'
import { Held, SideTime } from './quoting-time.js'
import { SideSums } from './side-sums.js'

/**
 * What a side of a market waits for. `SETTLED`: its orders are what the target asks for, or what changes that will tell of itself; `DUE`: the
 * next visit looks at it; `WAITING`: nothing may be done before a time that its market was told (`Attention.putOff`); `BLOCKED`: it has no
 * order to cancel, and gets no new one while an order of it is `unknown`. The report that resolves that order makes the side due.
 */
export const SideStatus = { SETTLED: 0, DUE: 1, WAITING: 2, BLOCKED: 3 } as const
export type SideStatus = (typeof SideStatus)[keyof typeof SideStatus]

/** One side of a market: what should rest there, what rests there, and what it waits for. */
export class Side {
  readonly side: BookSide
  readonly isBid: boolean
  readonly sums: SideSums
  readonly time = new SideTime()
  /** What was last found to change on it. */
  readonly plan = new RequotePlan<Order>()
  readonly target = new Target()
  /** What its last fills came to. */
  readonly markouts = new MarkoutWindow()
  status: SideStatus = SideStatus.DUE
  /** A replacement waits for one of ours to leave: it does not wait for the requote timer on top. */
  isOwed = false
  /** Why it had no order at its target when it was last looked at. */
  held: Held = Held.WAITING
  /** Why it is quiet: `CALLS` where the venue refused for want of calls, else `REFUSED`. */
  quietFor: Held = Held.REFUSED

  constructor(side: BookSide) {
    this.side = side
    this.isBid = side === 'bid'
    this.sums = new SideSums(side)
  }

  get isDue(): boolean {
    return this.status === SideStatus.DUE
  }

  /** Sets the target. The same target again changes nothing. */
  aim(target: Target): void {
    if (this.target.isSame(target)) return
    this.status = SideStatus.DUE
    this.target.copy(target)
  }

  /** It is looked at with the next visit. */
  lookAgain(): void {
    this.status = SideStatus.DUE
  }

  /** It was looked at, and nothing of it is open. */
  settle(): void {
    this.status = SideStatus.SETTLED
  }

  block(): void {
    this.status = SideStatus.BLOCKED
  }

  /** It need not be looked at before what was put off is due. */
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

  /** It was refused, by risk or by the venue. */
  quiet(why: Held): void {
    this.quietFor = why
  }
}
