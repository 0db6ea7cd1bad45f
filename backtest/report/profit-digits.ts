import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { ProfitParts } from '../result.js'

/** Parts of a profit as exact decimal digits of collateral. */
export type ProfitDigits = Readonly<Record<keyof ProfitParts, string>>

/** Formats each part of a profit. */
export const profitDigits = ({ total, spread, drift, settlement, fees, rewards }: ProfitParts): ProfitDigits => ({
  total: exactDigits(total),
  spread: exactDigits(spread),
  drift: exactDigits(drift),
  settlement: exactDigits(settlement),
  fees: exactDigits(fees),
  rewards: exactDigits(rewards),
})
