import { Wei } from '../model/money.js'
import { type DeskClock, wallOf } from './desk-clock.js'
import type { Ledger } from './ledger.js'
import { worthOf } from './market-worth.js'
import type { Remnants } from './remnants.js'
import type { Slot } from './slot.js'

const FIRST_LIGHT_WAIT = 10_000_000

/** An account at a moment, as far as its marks go by it. */
export interface Marked {
  readonly ledger: Ledger
  readonly slots: readonly Slot[]
  readonly remnants: Remnants
  readonly clock: Readonly<DeskClock>
}

/** Cash, what unsettled fills will move of it, and the marks of all positions of this run's markets, those that left included. */
export function equityOf({ ledger, slots, remnants, clock }: Marked): Wei {
  let equity: bigint = ledger.state.cash
  for (const slot of slots) equity += slot.inventory.unsettledCash + markOf(slot, ledger, wallOf(clock))
  if (remnants.count > 0) equity += remnants.equity(wallOf(clock))
  return Wei.of(equity)
}

/**
 * Whether profit can be told: every market that holds something has a mark in this run. A market that stays dark or one-sided is waited for
 * only so long; then its cost has to do.
 */
export function isMarkable({ slots, clock }: Pick<Marked, 'slots' | 'clock'>): boolean {
  if (clock.now - clock.bornAt >= FIRST_LIGHT_WAIT) return true
  return slots.every(
    ({ mark, depth, inventory: { position } }) =>
      position.yes + position.no === 0 || mark.priceOf('yes', depth.market, wallOf(clock)) !== null,
  )
}

/** Profit since the wallet was opened, marked: a deposit is none, and what left without a fill is no loss. */
export const profitOf = (marked: Marked): Wei => Wei.sub(equityOf(marked), marked.ledger.state.adjusted)

/** What is held and matched in a market, by its mark: 100 YES with a mark of 0.42 count 42. Without a mark there is only cost. */
export function markOf(slot: Slot, ledger: Ledger, wall: number): bigint {
  const { held } = slot.inventory
  if (!slot.attention.isFilled && held.yes === 0 && held.no === 0) return 0n
  return worthOf(slot, ledger, wall)
}
