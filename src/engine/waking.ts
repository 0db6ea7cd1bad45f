import type { Slot } from './slot.js'

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
      slot.attention.decide()
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
