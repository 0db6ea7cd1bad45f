import type { Account } from './account.js'
import { isCalm, isMarkable, type LossBreach, markProfit, profitOf } from './marks.js'

const MARK_EVERY = 1_000_000

/** Watches what is lost: profit is marked once a second and before anything is opened. */
export class LossWatch {
  /** When profit is to be marked though nothing is opened. */
  dueAt = 0
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  /** Marks profit. Answers with the limit of loss that it passes. */
  mark(): LossBreach | null {
    const { ledger, clock, settings, slots } = this.#account
    const { limits } = settings
    this.dueAt = clock.now + MARK_EVERY
    if ((limits.lossPerDayMaxUsdt ?? limits.drawdownMaxUsdt) === null || !ledger.state.isOpened) return null
    if (isCalm(ledger, slots, clock.now, limits) || !isMarkable(slots, clock.now - clock.bornAt)) return null
    return markProfit(ledger.state, profitOf(ledger, slots), clock.now, limits)
  }
}
