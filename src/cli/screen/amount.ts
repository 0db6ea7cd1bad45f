import { Decimal } from 'decimal.js'
import type { Wei } from '../../model/money.js'

/** An amount for people: two digits after the point. Made from its text, so that no digit is rounded before. */
export const short = (wei: Wei): string => new Decimal(`${wei}e-18`).toFixed(2)

/** The same with its sign, for amounts that may be negative. */
export const signed = (wei: Wei): string => {
  const text = short(wei)
  return Number(text) < 0 ? text : `+${text.replace('-', '')}`
}
