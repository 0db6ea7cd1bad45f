import type { Timestamp } from '../model/time.js'

/** Which parts of a market the next turn must look at, and when time alone makes it due. */
export class Attention {
  /** It is in the list of this turn. */
  isWoken = false
  /** Its orders changed since their sums were made. */
  isStale = true
  /** Its fills changed since their sums were made. */
  isFilled = true
  /** True: its sides are looked at even if its strategy is not asked: its orders were summed again, or a delayed action is due. */
  mustRead = false
  /** True: its strategy is asked at the next visit, or at the first one that allows it. */
  mustDecide = true
  /** When its orders must be looked at next, because of the passing of time. */
  wakeAt = 0
  /** When a delayed action is tried again. */
  retryAt = Number.POSITIVE_INFINITY

  ordersChanged(): void {
    this.isStale = true
  }

  fillsChanged(): void {
    this.isStale = this.isFilled = true
  }

  decide(): void {
    this.mustDecide = true
  }

  decided(): void {
    this.mustDecide = false
  }

  readOrders(): void {
    this.mustRead = true
  }

  /** Its orders were read, and its sides are visited next. */
  seen(): void {
    this.mustRead = false
  }

  /** The sums of its orders are being computed. Then `wakeFor` is called with the times at which they change by themselves. */
  sum(): void {
    this.isStale = this.isFilled = false
    this.wakeAt = Number.POSITIVE_INFINITY
  }

  /** Requests a look at the orders at `at`. A past time is ignored: this look has seen its effect. */
  wakeFor(at: number, now: Timestamp): void {
    if (at > now && at < this.wakeAt) this.wakeAt = at
  }

  /** Requests another try at `at`, for something not allowed before. It is kept until then, even if orders are summed again. */
  putOff(at: number, now: Timestamp): void {
    if (at > now && at < this.retryAt) this.retryAt = at
  }

  /** A delayed action is tried at `at`, or before. */
  retryBy(at: number): void {
    if (this.retryAt < Number.POSITIVE_INFINITY) this.retryAt = Math.min(this.retryAt, at)
  }

  get dueAt(): number {
    return this.wakeAt < this.retryAt ? this.wakeAt : this.retryAt
  }

  /** Its time has come. */
  due(now: number): void {
    if (this.wakeAt <= now) this.isStale = true
    this.mustRead = true
    this.retryAt = Number.POSITIVE_INFINITY
  }
}
