import type { CancelLot } from '../model/intent.js'
import type { Timestamp } from '../model/time.js'
import type { CallLog } from './call-log.js'
import { CANCELS_A_CALL } from './cancel-lot.js'
import type { DeskState } from './desk-state.js'

/** Counts the removals of a turn by lot, because those of one lot share requests, as many in a call as the venue takes. */
export class Removals {
  readonly #canceling: DeskState['canceling']
  readonly #calls: CallLog
  readonly #perCall: number

  constructor({ canceling, cancelsPerCall }: Pick<DeskState, 'canceling' | 'cancelsPerCall'>, calls: CallLog) {
    this.#canceling = canceling
    this.#calls = calls
    this.#perCall = cancelsPerCall ?? CANCELS_A_CALL
  }

  /** Counts a removal of a lot. Returns whether it is the first of a request. */
  count(lot: CancelLot, at: Timestamp): boolean {
    const isFirst = !this.isLeaving(lot, at)
    const canceling = this.#canceling
    if (canceling.at !== at) canceling.old = canceling.young = 0
    canceling.at = at
    if (lot === 'old') canceling.old++
    else if (lot === 'young') canceling.young++
    if (isFirst) this.#calls.cancel(at)
    return isFirst
  }

  /** Whether a request that an order of this lot may join is being sent at `at` already. */
  isLeaving(lot: CancelLot, at: Timestamp): boolean {
    const canceling = this.#canceling
    if (lot === 'alone' || canceling.at !== at) return false
    return (lot === 'old' ? canceling.old : canceling.young) % this.#perCall > 0
  }
}
