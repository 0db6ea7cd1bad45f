import type { Adjustment } from '../engine/desk-state.js'
import { Wei } from '../model/money.js'
import { exactDigits } from '../protocol/exact-digits.js'

/** An amount that was booked because the venue has more or less than our fills explain, for the log. */
export const adjustmentText = ({ why, what, market, amount, cash }: Omit<Adjustment, 'at'>): string => {
  const where = market === null ? '' : `market ${market}: `
  if (what === 'pairs')
    return why === 'merge'
      ? `${where}${exactDigits(amount)} pairs of shares became as much cash by a transaction of the wallet`
      : `${where}${exactDigits(amount)} USDT became as many pairs of shares by a transaction of the wallet`
  if (why === 'convert')
    return amount < 0n
      ? `${where}${exactDigits(Wei.negate(amount))} shares of ${what} were converted within the group, for ${exactDigits(cash ?? Wei.ZERO)} USDT, by a transaction of the wallet`
      : `${where}${exactDigits(amount)} shares of ${what} came of a conversion within the group by a transaction of the wallet`
  const unit = what === 'cash' ? 'USDT of cash' : `shares of ${what}`
  return `${where}booked ${exactDigits(amount)} ${unit} that no fill explains`
}
