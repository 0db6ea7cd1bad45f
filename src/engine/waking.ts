import type { Timestamp } from '../model/time.js'
import type { Slot } from './slot.js'

/** Which parts of a market the next turn must look at, and when time alone makes it due. */
export class Attention {
  /** It is in the list of this turn. */
  isWoken = false
  /** Its orders changed since their sums were made. */
  isStale = true
  /** Its fills changed since their sums were made. */
  isFilled = true
  /** True: its sides are looked at even if its strategy is not asked: its orders were summed again, or a delayed action is due. */
  isRead = false
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

  read(): void {
    this.isRead = true
  }

  /** Both sides were looked at. */
  seen(): void {
    this.isRead = false
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
    this.isRead = true
    this.retryAt = Number.POSITIVE_INFINITY
  }
}

/** Which markets a turn looks at, and when time alone makes one due. */
export class Waking {
  /**
   * The markets of this turn: the first `count` entries of the list. Looking at one may wake another (`view.sibling`), so the list may grow while it
   * is iterated.
   */
  readonly woken: Slot[] = []
  count = 0
  readonly #slots: readonly Slot[]
  #nextAt = 0

  constructor(slots: readonly Slot[]) {
    this.#slots = slots
  }

  wake(slot: Slot): void {
    if (slot.attention.isWoken) return
    slot.attention.isWoken = true
    this.woken[this.count++] = slot
  }

  /** Wakes every market, for changes that concern all. */
  wakeAll(change: 'orders' | 'decision' | 'everything'): void {
    for (const slot of this.#slots) {
      if (change === 'everything') slot.attention.fillsChanged()
      if (change === 'orders') slot.attention.ordersChanged()
      else slot.attention.decide()
      this.wake(slot)
    }
  }

  /** The timer only wakes markets that were open at their last look. A book may have become too old since; the look notices that. */
  tick(): void {
    for (let i = 0; i < this.#slots.length; i++) {
      const slot = this.#slots[i]!
      if (!slot.quoting.isOpen || slot.quoting.strategy === null) continue
      slot.attention.mustDecide = true
      this.wake(slot)
    }
  }

  /** The next look for due markets is at this time or before. */
  notLaterThan(at: number): void {
    if (at < this.#nextAt) this.#nextAt = at
  }

  /** Wakes the markets whose orders or delayed actions are due. Cheap while there can be none. */
  wakeDue(now: number): void {
    if (now < this.#nextAt) return
    let next = Number.POSITIVE_INFINITY
    for (const slot of this.#slots) {
      const { attention } = slot
      if (attention.dueAt > now) {
        next = Math.min(next, attention.dueAt)
        continue
      }
      attention.due(now)
      this.wake(slot)
    }
    this.#nextAt = next
  }

  /** The turn is over: the markets it looked at become due again by their own times. */
  sleep(): void {
    let next = this.#nextAt
    for (let i = 0; i < this.count; i++) {
      const { attention } = this.woken[i]!
      attention.isWoken = false
      if (attention.wakeAt < next) next = attention.wakeAt
      if (attention.retryAt < next) next = attention.retryAt
    }
    this.#nextAt = next
    this.count = 0
  }
}
