import type { Refusal } from '../model/intent.js'
import type { Limits } from '../model/limits.js'
import type { Account } from './account.js'
import type { Slot } from './slot.js'
import type { SlotSide } from './slot-side.js'
import type { ScopeStance } from './stance.js'
import { UNITS } from './units.js'

const MILLIONTHS = 1_000_000

/** Whether sizes shrink before a limit. */
export const isTapered = ({ taperFromPercent = null }: Limits): boolean => taperFromPercent !== null

/**
 * The factor for a side's sizes, from 0 to 1: 1 up to `taperFromPercent` of each limit that it could use up, then falling linearly, 0 at the limit.
 * It depends on held shares only: if it depended on resting orders, which change with it, it would keep changing.
 */
export function taperOf(slot: Slot, { isBid }: SlotSide, { scopes, ledger }: Pick<Account, 'scopes' | 'ledger'>): number {
  const { limits, inventory } = slot
  const net = isBid ? inventory.position.net : -inventory.position.net
  // An order that reduces the position is never made smaller.
  if (limits.taperFromPercent == null || net < 0) return 1
  const loss = isBid ? inventory.lossIfNo : inventory.lossIfYes
  let used = Math.max(
    part(net / MILLIONTHS, limits.positionMaxShares),
    part(loss / UNITS, limits.worstCaseLossMaxUsdt),
    limits.positionMaxUsdt === null ? 0 : part(inventory.heldCost(slot.id, ledger) / UNITS, limits.positionMaxUsdt),
  )
  for (const scope of scopes.standHeld(slot)) used = Math.max(used, usedOf(scope, slot, isBid))
  const from = limits.taperFromPercent / 100
  return used <= from ? 1 : Math.max(0, (1 - used) / (1 - from))
}

/** Why the taper made a quote too small for an order: where it begins, and how much of the limit is used, in per cent. */
export function taperFlaw({ taperFromPercent }: Limits, taper: number): Omit<Refusal, 'intent'> {
  const limit = taperFromPercent ?? 100
  const found = usedPercent(limit, taper)
  return { rule: 'taperFromPercent', limit, found, note: 'what is left of its size is too small for an order' }
}

/** How much of a limit is used, in per cent, given the taper's factor; values up to `from` cannot be told apart. */
export const usedPercent = (from: number, taper: number): number => Math.round((100 - taper * (100 - from)) * 100) / 100

/** How much of the shared limits is used if the side loses: for a bid if its market loses, for an ask if it wins. */
function usedOf({ limits, ifWins, ifLoses, ifVoid, rest, heldCost }: ScopeStance, { inventory }: Slot, isBid: boolean): number {
  const own = isBid ? inventory.lossIfNo + ifLoses : inventory.lossIfYes + ifWins
  const worst = Math.max(0, own, inventory.lossIfHalf + ifVoid) + rest
  return Math.max(part(worst / UNITS, limits.worstCaseLossMaxUsdt), part(heldCost / UNITS, limits.positionMaxUsdt))
}

const part = (used: number, limit: number | null): number => (limit === null ? 0 : Math.max(0, used) / limit)
