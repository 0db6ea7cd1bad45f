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
 * Until when the venue's reports about this wallet are complete. If its stream answers probes, a removed or expired order counts until a probe sent
 * after its grace was answered: as long as a dead link is not noticed, going by time alone would forget fills that were never reported. A venue
 * without answers, an older input log and a backtest give no proof, and there only time counts.
 */
export class StreamProof {
  readonly #parts: StreamProofParts
  /** Orders with a match that cannot be reported as a fill yet. */
  #unnamed: readonly Order[] = []

  constructor(parts: StreamProofParts) {
    this.#parts = parts
  }

  /** A probe sent at `at` was answered, and every match that the venue has listed has a name. */
  answered(at: Timestamp): void {
    const { clock } = this.#parts
    if (clock.heardUntil === Timestamp.NEVER) clock.heardUntil = at
    this.#name([])
    this.#raise(at)
  }

  /** The venue's own lists were requested at `at` and read. `unnamed`: numbers of orders with a match that cannot be reported as a fill yet. */
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
