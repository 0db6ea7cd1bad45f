import type { Wei } from '../../../model/money.js'

/** An amount that is not negative with a fixed number of decimals, cut. By hand: each push of an order to its wallet has five. */
export const fixedDecimals = (amount: Wei, decimals: number): string => {
  const units = String(amount / 10n ** BigInt(18 - decimals)).padStart(decimals + 1, '0')
  return `${units.slice(0, -decimals)}.${units.slice(-decimals)}`
}
