import type { z } from 'zod'
import type { lastSale } from '../../../protocol/api/schemas-market.js'
import type { Reads } from '../read-models/reads.js'
import { priceOf } from './match-row.js'

/**
 * The newest settled sale as its taker's order words it, at the price of that order's own outcome; null before the first. A print of the
 * recorded crowd has no such order: there it is the one that it met.
 */
export const lastSaleRow = (reads: Reads, market: number): z.input<typeof lastSale> | null => {
  const last = reads.markets.tape.lastSettled(market)
  if (last === null) return null
  return {
    quoteType: last.side === 'buy' ? 'Bid' : 'Ask',
    outcome: last.outcome === 'yes' ? 'Yes' : 'No',
    priceInCurrency: decimalText(priceOf(last.value, last.shares)),
    strategy: last.strategy,
  }
}

/** Wei below one as a decimal number without idle zeros. */
const decimalText = (wei: string): string => {
  const digits = wei.padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return `${digits.slice(0, -18)}${fraction === '' ? '' : `.${fraction}`}`
}
