import { Wei } from '../model/money.js'
import { type DeskClock, wallOf } from './desk-clock.js'
import type { Ledger } from './ledger.js'
import { worthOf } from './market-worth.js'
import type { Remnants } from './remnants.js'
import type { Slot } from './slot.js'

const FIRST_LIGHT_WAIT = 10_000_000

/** The parts of an account that its value depends on. */
export interface Marked {
  readonly ledger: Ledger
  readonly slots: readonly Slot[]
  readonly remnants: Remnants
  readonly clock: Readonly<DeskClock>
}

/** Cash, the change that unsettled fills will bring, and the marks of all positions of this run's markets, including those that left. */
export function equityOf({ ledger, slots, remnants, clock }: Marked): Wei {
  let equity: bigint = ledger.state.cash
  for (const slot of slots) equity += slot.inventory.unsettledCash + markOf(slot, ledger, wallOf(clock))
  if (remnants.count > 0) equity += remnants.equity(wallOf(clock))
  return Wei.of(equity)
}

/**
 * Whether profit is known: every market with shares has a mark in this run. A market that stays dark or one-sided is waited for only a limited time;
 * then its cost is used.
 */
export function isMarkable({ slots, clock }: Pick<Marked, 'slots' | 'clock'>): boolean {
  if (clock.now - clock.bornAt >= FIRST_LIGHT_WAIT) return true
  return slots.every(
    ({ mark, depth, inventory: { position } }) =>
      position.yes + position.no === 0 || mark.priceOf('yes', depth.market, wallOf(clock)) !== null,
  )
}

/** Marked profit since the wallet was opened: deposits do not count, and neither does what left without a fill. */
export const profitOf = (marked: Marked): Wei => Wei.sub(equityOf(marked), marked.ledger.state.adjusted)

/** Value of held and matched shares of a market by its mark: 100 YES with a mark of 0.42 are worth 42. Without a mark, their cost is used. */
export function markOf(slot: Slot, ledger: Ledger, wall: number): bigint {
  const { held } = slot.inventory
  if (!slot.attention.isFilled && held.yes === 0 && held.no === 0) return 0n
  return worthOf(slot, ledger, wall)
}
