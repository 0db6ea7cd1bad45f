import type { Cancel } from '../model/intent.js'
import { type CancelRequest, cancelRequests } from './cancel-requests.js'

/** What came of a create. `unanswered`: no answer came, or one that says nothing about the order. */
export type CreateAnswer = 'accepted' | 'rejected' | 'unanswered'

/**
 * Says what leaves when, live and in a backtest: the cancels of a turn before its creates, and the cancel of an unanswered create once that
 * answer is here, because a venue cannot remove what has not arrived. Every other cancel leaves at once.
 */
export class Departures<Name extends Cancel['order'] | number = Cancel['order']> {
  /** Creates that were sent and are not answered yet; true: a cancel waits for the answer. */
  readonly #unanswered = new Map<Name, boolean>()

  /** A create leaves, for the first time or once more. */
  create(order: Name): void {
    this.#unanswered.set(order, false)
  }

  /** The answer to a create is here. Answers whether a cancel waited for it and leaves now; of a rejected create nothing is left to cancel. */
  answered(order: Name, answer: CreateAnswer): boolean {
    const isAwaited = this.#unanswered.get(order) === true
    this.#unanswered.delete(order)
    return isAwaited && answer !== 'rejected'
  }

  /** Whether a cancel of it waits for that answer from now on; asked of every cancel, before anything else of the turn leaves. */
  holds(order: Name): boolean {
    if (!this.#unanswered.has(order)) return false
    this.#unanswered.set(order, true)
    return true
  }
}

/** The requests that leave now for a turn's cancels, before anything else of the turn. `perCall`: orders that one holds; absent: a hundred. */
export const departing = (cancels: readonly Cancel[], departures: Departures, perCall?: number): readonly CancelRequest[] =>
  cancelRequests(
    cancels.filter(({ order }) => !departures.holds(order)),
    perCall,
  )
