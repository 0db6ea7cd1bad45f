import type { Halt } from '../model/halt.js'
import type { Limits } from '../model/limits.js'
import type { DeskState } from './desk-state.js'

/** Settlement results of a wallet: `failedWinning` failed after their mark had moved in our favour, `failedLosing` after it had moved against us. */
export interface SettlementCounts {
  readonly settled: number
  readonly failed: number
  readonly failedWinning: number
  readonly failedLosing: number
}

/** Most results kept for the gate, and so its largest window. */
export const SETTLEMENTS_KEPT = 1_000
/** With fewer fills nothing is judged. */
export const SETTLEMENTS_MIN = 20

/** Whether too many of the recent fills failed to settle. A window that is not full is judged from 20 fills on. */
export function settlementBreach(
  { recent, failedWinning, failedLosing }: DeskState['settlement'],
  { settlementFailPercentMax: limit, settlementWindow }: Limits,
): Halt | null {
  if (limit === null) return null
  const last = recent.slice(-settlementWindow)
  if (last.length < SETTLEMENTS_MIN) return null
  const failed = last.split(FAILED).length - 1
  const found = (100 * failed) / last.length
  if (found <= limit) return null
  const sums = `${failed} of the last ${last.length} fills failed to settle`
  const moved = `of all that failed, ${failedWinning} had moved for us and ${failedLosing} against us`
  return { rule: 'settlementFailPercentMax', limit, found, note: `${sums}; ${moved}` }
}

/** Codes of settled and failed fills in `recent`. */
export const SETTLED = '0'
export const FAILED = '1'

/** Fewer failures may be one-sided by chance. */
const ONE_SIDED_MIN = 5
const ONE_SIDED_RATIO = 4

/** Whether most failed fills would have gained us something: a sign of a counterparty that lets only our losing fills settle. */
export const isOneSided = ({ failedWinning, failedLosing }: SettlementCounts): boolean =>
  failedWinning >= ONE_SIDED_MIN && failedWinning >= failedLosing * ONE_SIDED_RATIO
