import type { Wei } from '../../../model/money.js'

/** An amount of dollars as text: at most `decimals` decimals, cut towards zero, without trailing zeros or an exponent. */
export const dollarText = (amount: Wei, decimals = 6): string => {
  const units = (amount < 0n ? -amount : amount) / 10n ** BigInt(18 - decimals)
  if (units === 0n) return '0'
  const digits = String(units).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
  return amount < 0n ? `-${text}` : text
}
