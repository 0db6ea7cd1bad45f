import type { OrderId } from '../model/ids.js'
import type { Timestamp } from '../model/time.js'
import type { Blotter } from './blotter.js'
import type { StatusClock } from './desk-state.js'
import type { Slot } from './slot.js'
import type { Waking } from './waking.js'

interface StreamProofParts {
  readonly clock: StatusClock
  readonly blotter: Blotter
  readonly slots: readonly Slot[]
  readonly waking: Waking
}

const NONE: ReadonlySet<OrderId> = new Set()

/**
 * Until when the venue's word on this wallet is complete. Where its stream answers probes, a removed or expired order counts until one was
 * answered that left after its grace: while a link is dead and not yet found out, time alone would forget fills that nothing has told of. A
 * venue that answers none, an older input log and a backtest prove nothing, and there time alone counts.
 */
export class StreamProof {
  readonly #parts: StreamProofParts

  constructor(parts: StreamProofParts) {
    this.#parts = parts
  }

  /** A probe was answered that left at `at`, and every match that the venue has listed has its name. */
  answered(at: Timestamp): void {
    const { clock } = this.#parts
    if (clock.heardUntil === Number.POSITIVE_INFINITY) clock.heardUntil = at
    clock.unnamed = NONE
    this.#raise(at)
  }

  /** The venue's own lists were read, from `at` on. `unnamed`: orders with a match that cannot be told as a fill yet. */
  read(at: Timestamp, unnamed: readonly OrderId[]): void {
    const { clock, blotter } = this.#parts
    clock.unnamed = unnamed.length === 0 ? NONE : new Set(unnamed)
    for (const id of unnamed) {
      const market = blotter.list(id)
      for (const slot of this.#parts.slots) if (slot.id === market) this.#lookAgain(slot)
    }
    if (clock.heardUntil < Number.POSITIVE_INFINITY) this.#raise(at)
  }

  /** Ghosts are counted when an order is to be opened; only what stands in the way of a side has it looked at again. */
  #raise(at: Timestamp): void {
    const { clock, slots } = this.#parts
    if (at > clock.heardUntil) clock.heardUntil = at
    for (const slot of slots) if (slot.awaitsProof) this.#lookAgain(slot)
  }

  #lookAgain(slot: Slot): void {
    slot.isStale = true
    this.#parts.waking.wake(slot)
  }
}
