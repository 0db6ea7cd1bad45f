import { Decimal } from 'decimal.js'
import type { Wei } from '../../model/money.js'

/** An amount for eyes: two digits after the point. Made from its text, so that no digit of it is rounded before. */
export const short = (wei: Wei): string => new Decimal(`${wei}e-18`).toFixed(2)

/** The same with its sign, for what can go either way. */
export const signed = (wei: Wei): string => {
  const text = short(wei)
  return Number(text) < 0 ? text : `+${text.replace('-', '')}`
}
