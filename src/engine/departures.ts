import type { Cancel } from '../model/intent.js'
import { type CancelRequest, cancelRequests } from './cancel-requests.js'

/** The result of a create. `unanswered`: no answer came, or one that says nothing about the order. */
export type CreateAnswer = 'accepted' | 'rejected' | 'unanswered'

/**
 * Decides what is sent when, live and in a backtest: the cancels of a turn before its creates, and the cancel of an unanswered create once its answer
 * arrives, because a venue cannot remove an order that it does not have yet. Every other cancel is sent at once.
 */
export class Departures<Name extends Cancel['order'] | number = Cancel['order']> {
  /** Creates that were sent and not answered yet; true: a cancel waits for the answer. */
  readonly #unanswered = new Map<Name, boolean>()

  /** A create is sent, for the first time or again. */
  create(order: Name): void {
    this.#unanswered.set(order, false)
  }

  /** The answer to a create arrived. Returns whether a cancel waited for it and must be sent now; a rejected create needs no cancel. */
  answered(order: Name, answer: CreateAnswer): boolean {
    const isAwaited = this.#unanswered.get(order) === true
    this.#unanswered.delete(order)
    return isAwaited && answer !== 'rejected'
  }

  /** Whether a cancel waits for the answer to this create: if the create has not left yet, it need not. */
  isUnwanted(order: Name): boolean {
    return this.#unanswered.get(order) === true
  }

  /** Whether its cancel waits for that answer from now on; called for every cancel, before anything else of the turn is sent. */
  holds(order: Name): boolean {
    if (!this.#unanswered.has(order)) return false
    this.#unanswered.set(order, true)
    return true
  }
}

/** The removal requests to send now for a turn's cancels, before anything else of the turn. `perCall`: orders in one request; absent: a hundred. */
export const departing = (cancels: readonly Cancel[], departures: Departures, perCall?: number): readonly CancelRequest[] =>
  cancelRequests(
    cancels.filter(({ order }) => !departures.holds(order)),
    perCall,
  )
