import { grid } from '../model/grid.js'
import type { Price, Side, Size } from '../model/money.js'

/** The two amounts that an order is signed with, and the price posted beside them; all in wei. */
export interface OrderAmounts {
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly pricePerShare: bigint
}

/** Price digits and quantity digits that the venue keeps; later digits of an amount become zeros. */
const PRICE_DIGITS = 3
export const QUANTITY_DIGITS = 5

const ONE = 10n ** 18n
const WEI_PER_PRICE = 10n ** 14n
const WEI_PER_SIZE = 10n ** 12n
const WEI_PER_PRODUCT = 10n ** 8n

/**
 * Amounts of a LIMIT order at our own price and size. It is on the path from decision to order, so it rounds in doubles before it computes in wei.
 */
export function limitAmounts(order: { readonly side: Side; readonly price: Price; readonly size: Size }): OrderAmounts {
  const price = BigInt(grid.leading(order.price, PRICE_DIGITS))
  const size = BigInt(grid.leading(order.size, QUANTITY_DIGITS))
  const [value, shares, pricePerShare] = [price * size * WEI_PER_PRODUCT, size * WEI_PER_SIZE, price * WEI_PER_PRICE]
  return order.side === 'buy'
    ? { makerAmount: value, takerAmount: shares, pricePerShare }
    : { makerAmount: shares, takerAmount: value, pricePerShare }
}

/** Amounts of a LIMIT order from wei, cut to the venue's digits; a buy offers collateral, a sell offers shares. */
export function limitAmountsOfWei(order: {
  readonly side: Side
  readonly price: bigint
  readonly shares: bigint
}): OrderAmounts {
  const price = keepDigits(order.price, PRICE_DIGITS)
  const shares = keepDigits(order.shares, QUANTITY_DIGITS)
  const value = (price * shares) / ONE
  return order.side === 'buy'
    ? { makerAmount: value, takerAmount: shares, pricePerShare: price }
    : { makerAmount: shares, takerAmount: value, pricePerShare: price }
}

/** Keeps the leading digits of an integer amount and sets the others to zero: 12345 with 3 digits is 12300. */
export function keepDigits(amount: bigint, digits: number): bigint {
  const excess = amount.toString().length - digits
  if (excess <= 0) return amount
  const step = 10n ** BigInt(excess)
  return (amount / step) * step
}
