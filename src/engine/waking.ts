import type { Slot } from './slot.js'

/** Which markets a turn looks at, and when time alone makes one due. */
export class Waking {
  /** The markets of this turn. Looking at one may wake another (`view.sibling`), so it is walked while it grows. */
  readonly woken: Slot[] = []
  readonly #slots: readonly Slot[]
  #nextAt = 0

  constructor(slots: readonly Slot[]) {
    this.#slots = slots
  }

  wake(slot: Slot): void {
    if (slot.isWoken) return
    slot.isWoken = true
    this.woken.push(slot)
  }

  wakeAll(change: Partial<Pick<Slot, 'isStale' | 'isFilled' | 'mustDecide'>>): void {
    for (const slot of this.#slots) this.wake(Object.assign(slot, change))
  }

  /** Time alone asks only where something could come of it; a book that was live may have grown too old meanwhile, which a look finds out. */
  tick(): void {
    for (const slot of this.#slots) {
      if (slot.strategy === null || !slot.mayQuote) continue
      slot.mustDecide = true
      this.wake(slot)
    }
  }

  /** The next look for what is due comes at this time or before. */
  notLaterThan(at: number): void {
    this.#nextAt = Math.min(this.#nextAt, at)
  }

  /** Wakes the markets whose orders, or whose put-off tries, are due. Cheap while none can be. */
  wakeDue(now: number): void {
    if (now < this.#nextAt) return
    let next = Number.POSITIVE_INFINITY
    for (const slot of this.#slots) {
      const due = Math.min(slot.wakeAt, slot.retryAt)
      if (due > now) {
        next = Math.min(next, due)
        continue
      }
      if (slot.wakeAt <= now) slot.isStale = true
      slot.isRead = true
      slot.retryAt = Number.POSITIVE_INFINITY
      this.wake(slot)
    }
    this.#nextAt = next
  }
}
