/** Numbers for people. Programs read `summary.json`. Without `Intl`, whose first use takes 14 ms of a short backtest. */

const MINUS = '−'

/** An amount of collateral with its sign; below a tenth with more digits. */
export function money(value: number): string {
  const size = Math.abs(value)
  const text = size < 0.1 ? size.toFixed(5).replace(/0{1,3}$/, '') : grouped(size.toFixed(2))
  // An amount shown as zero has no sign.
  if (!/[1-9]/.test(text)) return '0.00'
  return `${value < 0 ? MINUS : '+'}${text}`
}

/** A count, or an amount that needs no fraction. */
export const countText = (value: number): string => grouped((Math.round(value) || 0).toFixed(0)).replace('-', MINUS)

/** With a comma before each third digit of the integer part. */
const grouped = (digits: string): string =>
  digits.replace(/^(-?)(\d+)/, (_, sign, whole) => sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ','))

/** Cents a share with sign. */
export const cents = (value: number): string => `${value < 0 ? MINUS : '+'}${Math.abs(value).toFixed(2)}`

/** A rate in the largest unit with a nonzero integer part. */
export function rate(each: number): string {
  if (each >= 1e6) return `${(each / 1e6).toFixed(1)} M/s`
  return each >= 1e3 ? `${(each / 1e3).toFixed(0)} k/s` : `${each.toFixed(0)} /s`
}

/** A part of a whole, 0 to 1. */
export const percent = (part: number, digits = 0): string => `${(part * 100).toFixed(digits).replace('-', MINUS)} %`

/** A duration in its two largest units. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`
}

/** The CSS class of a number that is better when larger. */
export const tone = (value: number): 'gain' | 'loss' | 'even' => {
  if (value === 0) return 'even'
  return value > 0 ? 'gain' : 'loss'
}
