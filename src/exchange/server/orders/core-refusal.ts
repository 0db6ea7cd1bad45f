import { SLUGS, type Slug } from '../../../protocol/api/slugs.js'
import type { CoreAnswer, RefusalReason } from '../../core/command.js'
import { type ApiRefusal, badOrder, badRequest, notFound } from '../http/refusal.js'

/** What the core refused, in the words of the wire. Clients look for parts of these sentences, so they stay as they are. */
export const coreRefusal = ({ reason, note }: Extract<CoreAnswer, { kind: 'refused' }>): ApiRefusal => {
  if (reason === 'unknown-market') return notFound('market')
  // No order is refused for these, only an operator's command.
  if (reason === 'group' || reason === 'status' || reason === 'out-of-range') return badRequest(note ?? reason)
  const [slug, message] = WORDS[reason]
  return badOrder(slug, note === undefined ? message : `${message} (${note})`)
}

const WORDS: Record<Exclude<RefusalReason, 'unknown-market' | 'group' | 'status' | 'out-of-range'>, readonly [Slug, string]> = {
  'not-trading': [SLUGS.notTrading, 'The market is not currently trading.'],
  duplicate: [SLUGS.duplicate, 'An order of this hash exists already.'],
  'price-out-of-range': [SLUGS.priceOutOfRange, 'The price per share must be between 0 and 1.'],
  'off-tick': [SLUGS.invalidDecimal, 'The price per share must be a multiple of the market’s tick.'],
  'invalid-decimal': [SLUGS.invalidDecimal, 'The amount of shares must be a whole number of millionths.'],
  zero: [SLUGS.fieldZero, 'The price per share must be positive, and so must both amounts.'],
  'value-too-small': [SLUGS.minValue, 'The order must have a value of at least 0.9 USD.'],
  expired: [SLUGS.invalidExpiration, 'The expiration must lie in the future.'],
  'cash-balance': [SLUGS.cashBalance, 'Insufficient collateral: USDT balance is less than the total bid amount.'],
  'cash-allowance': [SLUGS.cashAllowance, 'Insufficient collateral: USDT allowance is less than the total bid amount.'],
  'shares-balance': [SLUGS.sharesBalance, 'Insufficient shares: the balance is less than the amount offered.'],
  'shares-allowance': [SLUGS.sharesAllowance, 'Insufficient shares: the allowance is less than the amount offered.'],
}
