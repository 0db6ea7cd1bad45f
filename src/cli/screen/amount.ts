import { Decimal } from 'decimal.js'
import { Wei } from '../../model/money.js'

/** Enough digits that no amount of this project is rounded. */
const Exact = Decimal.clone({ precision: 80 })
const ONE = new Exact(10).pow(18)

const amount = (wei: Wei): Decimal => new Exact(wei.toString()).div(ONE)

/** An exact amount as decimal digits, without an exponent and without zeros at the end. */
export const exact = (wei: Wei): string => amount(wei).toFixed()

/** An amount for eyes: two digits after the point. */
export const short = (wei: Wei): string => amount(wei).toFixed(2)

/** The same with its sign, for what can go either way. */
export const signed = (wei: Wei): string => {
  const text = short(wei)
  return Number(text) < 0 ? text : `+${text.replace('-', '')}`
}

/** What `exact` wrote. */
export function parseAmount(text: string): Wei {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(18, '0'))
  return Wei.of(text.startsWith('-') ? -digits : digits)
}
