import type { Halt } from '../model/halt.js'
import type { Limits } from '../model/limits.js'
import { Price, Wei } from '../model/money.js'
import type { Account } from './account.js'
import { wallOf } from './desk-clock.js'
import { dayOf } from './loss-marks.js'
import { isMarkable, profitOf } from './profit.js'
import type { Slot } from './slot.js'

const MARK_EVERY = 1_000_000
const CENT = 0.01

/** Watches losses: profit is marked once a second and before anything is opened. */
export class LossWatch {
  /** When profit is marked next, even if nothing is opened. */
  dueAt = 0
  readonly #account: Account
  readonly #cash = new Reading()
  readonly #adjusted = new Reading()
  readonly #peak = new Reading()
  readonly #dayStart = new Reading()
  readonly #startEquity = new Reading()
  #isFirst = true
  /** Markets with shares or unsettled cash, as of this version of what is promised. */
  #held: readonly Slot[] = []
  #version = -1

  constructor(account: Account) {
    this.#account = account
  }

  /** Marks profit. Returns the loss limit that it exceeds; null: none. */
  mark(): Halt | null {
    const { ledger, clock, settings } = this.#account
    const { limits } = settings
    this.dueAt = clock.now + MARK_EVERY
    if (!isLossLimited(limits) || !ledger.state.isOpened) return null
    if (this.#isCalm() || !isMarkable(this.#account)) return null
    if (this.#isFirst) ledger.marks.beginRun(wallOf(clock))
    this.#isFirst = false
    return ledger.marks.mark(profitOf(this.#account), wallOf(clock), limits)
  }

  #exposed(): readonly Slot[] {
    const { slots, ledger } = this.#account
    const { version } = ledger.promised
    if (version === this.#version) return this.#held
    this.#version = version
    this.#held = slots.filter(({ inventory: { held } }) => held.yes !== 0 || held.no !== 0 || held.cash !== 0)
    return this.#held
  }

  /**
   * Whether profit is certainly below its highest and within the loss limits, so that a mark would change nothing. Doubles decide that to a cent, and
   * spare nearly every mark its bigints.
   */
  #isCalm(): boolean {
    const { ledger, clock, settings, remnants } = this.#account
    const { marks, cash, adjusted, startEquity } = ledger.state
    if (this.#isFirst || marks === null || startEquity === null || marks.day !== dayOf(wallOf(clock))) return false
    let profit = this.#cash.of(cash) - this.#adjusted.of(adjusted)
    const exposed = this.#exposed()
    for (let i = 0; i < exposed.length; i++) {
      const { mark, depth, inventory } = exposed[i]!
      const { held } = inventory
      profit += held.cash
      // A market without shares needs no mark.
      if (held.yes === 0 && held.no === 0) continue
      const ofYes = mark.priceOf('yes', depth.market, wallOf(clock))
      const ofNo = mark.priceOf('no', depth.market, wallOf(clock))
      if (ofYes === null || ofNo === null) return false
      profit += (held.yes * ofYes + held.no * ofNo) / Price.ONE
    }
    if (remnants.count > 0) profit += remnants.roughEquity(wallOf(clock))
    // Not marked: only the exact sum decides.
    if (Number.isNaN(profit)) return false
    const { limits } = settings
    const percent = this.#startEquity.of(startEquity) / 100
    const peak = this.#peak.of(marks.peak)
    const dayFloor = this.#dayStart.of(marks.dayStart) - least(limits.lossPerDayMaxUsdt, limits.lossPerDayMaxPercent, percent)
    const floor = Math.max(peak - least(limits.drawdownMaxUsdt, limits.drawdownMaxPercent, percent), dayFloor)
    return profit + CENT < peak && profit - CENT > floor
  }
}

/** Field by field: this is asked before every order, and a name that is known only at run time is slow to read. */
const isLossLimited = (limits: Limits): boolean =>
  limits.lossPerDayMaxUsdt !== null ||
  limits.drawdownMaxUsdt !== null ||
  limits.lossPerDayMaxPercent !== null ||
  limits.drawdownMaxPercent !== null

/** The smaller of two limits, the second one in per cent; `null` is no limit. */
const least = (usdt: number | null, percents: number | null, percent: number): number =>
  Math.min(usdt ?? Number.POSITIVE_INFINITY, percents === null ? Number.POSITIVE_INFINITY : percents * percent)

/** An amount of money as a double. The conversion is slow, so it is repeated only after a change. */
class Reading {
  #from = Wei.ZERO
  #value = 0

  of(sum: Wei): number {
    if (sum !== this.#from) this.#value = Wei.toNumber(sum)
    this.#from = sum
    return this.#value
  }
}
