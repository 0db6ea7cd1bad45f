import { Wei } from '../../src/model/money.js'

const ONE = 10n ** 18n

/** An exact amount as decimal digits, without exponent or trailing zeros. */
export function exactDigits(wei: Wei): string {
  const size = wei < 0n ? -wei : wei
  const fraction = (size % ONE).toString().padStart(18, '0').replace(/0+$/, '')
  return `${wei < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`
}

/** Parses what `exactDigits` wrote. Throws a SyntaxError for other text. */
export function weiOf(digits: string): Wei {
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(18, '0'))
  return Wei.of(digits.startsWith('-') ? -size : size)
}
