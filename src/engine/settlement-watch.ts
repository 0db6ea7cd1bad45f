import type { Fill } from '../model/fill.js'
import type { Halt } from '../model/halt.js'
import type { FillKey } from '../model/ids.js'
import type { Account } from './account.js'
import { wallOf } from './desk-clock.js'
import { settlementBreach } from './settlement-gate.js'
import type { Slot } from './slot.js'
import { Word } from './word-ring.js'

/** Watches settlements: whether too many fail, and whether those fail that would have gained something. */
export class SettlementWatch {
  readonly #account: Account
  /** Marks of unsettled fills at their match. For fills of an earlier run they are unknown, and a failure counts for neither side. */
  readonly #marks = new Map<FillKey, number>()
  /** A fill was settled or failed since the gate was last checked. */
  isDue = true

  constructor(account: Account) {
    this.#account = account
  }

  /** Records the mark of a new fill, and compares it if the fill failed. `fill` was newly booked. */
  hear(word: Word, { key, outcome, side }: Fill, { mark, depth }: Slot): void {
    const price = mark.priceOf(outcome, depth.market, wallOf(this.#account.clock))
    const before = this.#marks.get(key) ?? null
    if (word === Word.MATCHED && price !== null) this.#marks.set(key, price)
    if (word === Word.MATCHED) return
    this.isDue = true
    this.#marks.delete(key)
    if (word !== Word.FAILED || price === null || before === null || price === before) return
    const moved = side === 'buy' ? price - before : before - price
    this.#account.ledger.settlements.failure(moved)
    this.#account.news.unsettled({ fill: key, moved })
  }

  /** Returns the gate that is exceeded; null: none. */
  judge(): Halt | null {
    this.isDue = false
    const { ledger, settings } = this.#account
    return settlementBreach(ledger.state.settlement, settings.limits)
  }
}
