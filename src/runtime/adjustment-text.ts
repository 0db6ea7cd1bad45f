import type { Adjustment } from '../engine/desk-state.js'
import { exactDigits } from '../protocol/exact-digits.js'

/** An amount that was booked because the venue has more or less than our fills explain, for the log. */
export const adjustmentText = ({ what, market, amount }: Pick<Adjustment, 'what' | 'market' | 'amount'>): string => {
  const where = market === null ? '' : `market ${market}: `
  const unit = what === 'cash' ? 'USDT of cash' : `shares of ${what}`
  return `${where}booked ${exactDigits(amount)} ${unit} that no fill explains`
}
