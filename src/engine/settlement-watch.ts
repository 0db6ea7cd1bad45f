import type { Fill } from '../model/fill.js'
import type { Halt } from '../model/halt.js'
import type { FillKey } from '../model/ids.js'
import type { Account } from './account.js'
import { wallOf } from './desk-clock.js'
import { settlementBreach } from './settlement-gate.js'
import type { Slot } from './slot.js'
import { Word } from './word-ring.js'

/** Watches what becomes of matched fills: whether too many fail, and whether those fail that would have earned something. */
export class SettlementWatch {
  readonly #account: Account
  /** Marks of unsettled fills when they were matched. Those of an earlier run are unknown, and what fails of them counts for neither side. */
  readonly #marks = new Map<FillKey, number>()
  /** A fill was settled or failed since the gate was last asked. */
  isDue = true

  constructor(account: Account) {
    this.#account = account
  }

  /** Takes down the mark of a fill that is new, and compares it where the fill failed. `fill` is what a report newly booked. */
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

  /** Answers with the gate that is passed. */
  judge(): Halt | null {
    this.isDue = false
    const { ledger, settings } = this.#account
    return settlementBreach(ledger.state.settlement, settings.limits)
  }
}
