import { Price, Wei } from '../model/money.js'
import type { Account } from './account.js'
import { wallOf } from './desk-state.js'
import { DAY, isMarkable, type LossBreach, markProfit, profitOf } from './marks.js'

const MARK_EVERY = 1_000_000
const CENT = 0.01

/** Watches what is lost: profit is marked once a second and before anything is opened. */
export class LossWatch {
  /** When profit is to be marked though nothing is opened. */
  dueAt = 0
  readonly #account: Account
  readonly #cash = new Reading()
  readonly #adjusted = new Reading()
  readonly #peak = new Reading()
  readonly #dayStart = new Reading()

  constructor(account: Account) {
    this.#account = account
  }

  /** Marks profit. Answers with the limit of loss that it passes. */
  mark(): LossBreach | null {
    const { ledger, clock, settings } = this.#account
    const { limits } = settings
    this.dueAt = clock.now + MARK_EVERY
    if ((limits.lossPerDayMaxUsdt ?? limits.drawdownMaxUsdt) === null || !ledger.state.isOpened) return null
    if (this.#isCalm() || !isMarkable(this.#account)) return null
    return markProfit(ledger.state, profitOf(this.#account), wallOf(clock), limits)
  }

  /**
   * Whether profit is surely below its highest and within the limits of loss, so that a mark would change nothing. Doubles tell that to a
   * cent, and spare nearly every mark its big integers.
   */
  #isCalm(): boolean {
    const { ledger, clock, settings, slots } = this.#account
    const { marks, cash, adjusted } = ledger.state
    if (marks === null || marks.day !== Math.floor(wallOf(clock) / DAY)) return false
    let profit = this.#cash.of(cash) - this.#adjusted.of(adjusted)
    for (const { mark, depth, held } of slots) {
      profit += held.cash
      // Of a market that holds nothing it does not matter whether it has a mark.
      if (held.yes === 0 && held.no === 0) continue
      const ofYes = mark.priceOf('yes', depth.market, wallOf(clock))
      const ofNo = mark.priceOf('no', depth.market, wallOf(clock))
      if (ofYes === null || ofNo === null) return false
      profit += (held.yes * ofYes + held.no * ofNo) / Price.ONE
    }
    const { lossPerDayMaxUsdt, drawdownMaxUsdt } = settings.limits
    const peak = this.#peak.of(marks.peak)
    const dayFloor = this.#dayStart.of(marks.dayStart) - (lossPerDayMaxUsdt ?? Number.POSITIVE_INFINITY)
    const floor = Math.max(peak - (drawdownMaxUsdt ?? Number.POSITIVE_INFINITY), dayFloor)
    return profit + CENT < peak && profit - CENT > floor
  }
}

/** A sum of money as a double, read anew only where it changed: that is a call out of compiled code. */
class Reading {
  #from = Wei.ZERO
  #value = 0

  of(sum: Wei): number {
    if (sum !== this.#from) this.#value = Wei.toNumber(sum)
    this.#from = sum
    return this.#value
  }
}
