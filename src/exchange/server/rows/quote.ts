import type { z } from 'zod'
import { Wei } from '../../../model/money.js'
import type { quoteQuery } from '../../../protocol/api/queries.js'
import type { quote } from '../../../protocol/api/schemas-market.js'
import { QUOTE_SHARES_MAX } from '../../core/quote-walk.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import { priceOf } from './match.js'

type Asked = z.output<typeof quoteQuery>

const MILLIONTH = 10n ** 12n
const WEI_PER_PRICE = 10n ** 14n

/**
 * What a MARKET order would be matched with now, for an account without orders and discount. A market that does not trade returns nothing. The
 * least value of an order is not checked. Throws a refusal when the market is unknown or the amount is invalid.
 */
export const quoteRow = (reads: Reads, market: number, asked: Asked): z.input<typeof quote> => {
  if (reads.markets.catalog.market(market) === null) throw notFound('market')
  const outcome = asked.outcome === 'No' ? 'no' : 'yes'
  const side = asked.side === 'Bid' || asked.side === 'BUY' ? 'buy' : 'sell'
  const isBuy = side === 'buy'
  const walk = reads.core.quote({ market, outcome, side, ...wantedOf(asked, isBuy) })
  const { shares, value, fee, worst, isComplete } = walk
  return {
    marketId: market,
    outcome: outcome === 'yes' ? 'Yes' : 'No',
    side: isBuy ? 'Bid' : 'Ask',
    amountIn: String(isBuy ? value : shares),
    amountOut: String((isBuy ? shares : value) - fee),
    shares: String(shares),
    value: String(value),
    averagePrice: worst === null ? null : priceOf(value, shares),
    worstPrice: worst === null ? null : String(BigInt(worst) * WEI_PER_PRICE),
    fee: { amount: String(fee), type: isBuy ? 'SHARES' : 'COLLATERAL' },
    isComplete,
  }
}

/** A buy's amount is the dollars that it may spend; a sell's amount and every quantity are shares. */
const wantedOf = ({ amountIn, quantity }: Asked, isBuy: boolean): { shares: Wei; budget: Wei | null } => {
  const amount = amountIn ?? quantity
  if (amount === undefined || (amountIn !== undefined && quantity !== undefined))
    throw badRequest('exactly one of amountIn and quantity must be given')
  const wei = Wei.parse(amount)
  if (isBuy && amountIn !== undefined) {
    if (wei === 0n) throw badRequest('amountIn must be positive')
    return { shares: QUOTE_SHARES_MAX, budget: wei }
  }
  if (wei < MILLIONTH) throw badRequest('a quantity must be at least a millionth of a share')
  if (wei > QUOTE_SHARES_MAX) throw badRequest('a quantity must be at most ten million shares')
  return { shares: wei, budget: null }
}
