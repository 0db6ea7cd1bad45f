import { Timestamp } from '../model/time.js'
import type { Blotter } from './blotter.js'
import type { DeskClock } from './desk-clock.js'
import type { Order } from './order.js'
import type { Slot } from './slot.js'
import type { Waking } from './waking.js'

interface StreamProofParts {
  readonly clock: DeskClock
  readonly blotter: Blotter
  readonly slots: readonly Slot[]
  readonly slotAt: readonly (Slot | undefined)[]
  readonly waking: Waking
}

/**
 * Until when the venue's word on this wallet is complete. Where its stream answers probes, a removed or expired order counts until one was
 * answered that left after its grace: while a dead link is not noticed yet, going by time alone would forget fills that were never reported. A
 * venue that answers none, an older input log and a backtest prove nothing, and there time alone counts.
 */
export class StreamProof {
  readonly #parts: StreamProofParts
  /** Orders with a match that cannot be told as a fill yet. */
  #unnamed: readonly Order[] = []

  constructor(parts: StreamProofParts) {
    this.#parts = parts
  }

  /** A probe was answered that left at `at`, and every match that the venue has listed has its name. */
  answered(at: Timestamp): void {
    const { clock } = this.#parts
    if (clock.heardUntil === Timestamp.NEVER) clock.heardUntil = at
    this.#name([])
    this.#raise(at)
  }

  /** The venue's own lists were read, from `at` on. `unnamed`: numbers of orders with a match that cannot be told as a fill yet. */
  read(at: Timestamp, unnamed: readonly number[]): void {
    const { clock, blotter, slotAt } = this.#parts
    this.#name(unnamed.map(number => blotter.heardOf(number)).filter(order => order !== undefined))
    for (const { terms } of this.#unnamed) if (slotAt[terms.market] !== undefined) this.#lookAgain(slotAt[terms.market]!)
    if (clock.heardUntil < Timestamp.NEVER) this.#raise(at)
  }

  #name(unnamed: readonly Order[]): void {
    if (this.#unnamed.length + unnamed.length === 0) return
    for (const order of this.#unnamed) order.listing.named()
    for (const order of unnamed) order.listing.awaitName()
    for (const slot of this.#parts.slots) slot.ghosts.changed()
    this.#unnamed = unnamed
  }

  /** Ghosts are counted when an order is opened, so only markets with a side that waits for this proof are looked at again. */
  #raise(at: Timestamp): void {
    const { clock, slots } = this.#parts
    if (at > clock.heardUntil) clock.heardUntil = at
    for (const slot of slots) if (slot.sums.awaitsProof) this.#lookAgain(slot)
  }

  #lookAgain(slot: Slot): void {
    slot.attention.ordersChanged()
    this.#parts.waking.wake(slot)
  }
}
