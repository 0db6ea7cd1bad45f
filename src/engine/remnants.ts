import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Price } from '../model/money.js'
import type { Inventory } from './inventory.js'
import type { Ledger } from './ledger.js'
import type { Mark } from './mark.js'
import { worthOf } from './market-worth.js'

/** The rest of a market that left: shares that wait for their result, and their last mark. */
export interface Remnant {
  readonly market: Market
  readonly mark: Mark
  readonly inventory: Inventory
}

/** Markets that left with shares or unsettled cash. They count in equity and in loss limits until they are paid. */
export class Remnants {
  readonly #ledger: Ledger
  readonly #remnants = new Map<MarketId, Remnant>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  get count(): number {
    return this.#remnants.size
  }

  /** Keeps what is held of a market, if anything. */
  keep({ market, mark, inventory }: Remnant): void {
    const { yes, no } = this.#ledger.portfolio.position(market.id)
    if (yes.shares !== 0n || no.shares !== 0n || inventory.pending.length > 0)
      this.#remnants.set(market.id, { market, mark, inventory })
  }

  /** The market joins again: returns its rest; null: there is none. */
  take(market: MarketId): Remnant | null {
    const remnant = this.#remnants.get(market) ?? null
    this.#remnants.delete(market)
    return remnant
  }

  /** Something was booked for a market that may be one of them: a late fill, or its result. */
  booked(market: MarketId | null): void {
    const remnant = market === null ? undefined : this.#remnants.get(market)
    if (remnant === undefined) return
    this.#read(remnant)
  }

  /** A snapshot of the venue's account may have changed any of them. */
  readAgain(): void {
    for (const remnant of this.#remnants.values()) this.#read(remnant)
  }

  #read({ market, inventory }: Remnant): void {
    const before = inventory.unpaid
    inventory.read(market, this.#ledger)
    this.#ledger.promised.owe(inventory.unpaid - before)
    if (inventory.held.yes === 0 && inventory.held.no === 0 && inventory.pending.length === 0) this.#remnants.delete(market.id)
  }

  /** Their marks and unsettled cash, to the wei. */
  equity(wall: number): bigint {
    let equity = 0n
    for (const remnant of this.#remnants.values())
      equity += remnant.inventory.unsettledCash + worthOf(remnant, this.#ledger, wall)
    return equity
  }

  /** The same in doubles; NaN: one has no mark, so its cost must be used. */
  roughEquity(wall: number): number {
    let equity = 0
    for (const { market, mark, inventory } of this.#remnants.values()) {
      const { held } = inventory
      const ofYes = mark.priceOf('yes', market, wall) ?? Number.NaN
      const ofNo = mark.priceOf('no', market, wall) ?? Number.NaN
      equity += held.cash + (held.yes * ofYes + held.no * ofNo) / Price.ONE
    }
    return equity
  }
}
