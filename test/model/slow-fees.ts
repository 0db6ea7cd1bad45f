import type { FeeFunction, FeeLeg } from '../../src/model/fees.js'

/** A number as a fraction of whole numbers. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

export const fraction = (over: bigint | number, under: bigint | number = 1n): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
})
const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under)
const isLess = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under
const less = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under - b.over * a.under, a.under * b.under)
const by = (a: Fraction, b: Fraction): Fraction => times(a, fraction(b.under, b.over))

export const floor = ({ over, under }: Fraction): bigint => over / under - (over % under !== 0n && over < 0n ? 1n : 0n)
export const ceil = (value: Fraction): bigint => -floor(fraction(-value.over, value.under))

const WEI = fraction(10n ** 18n)
const ONE = fraction(1)

/** A fee as the venue's page writes it, in shares or collateral, nothing rounded. */
function writtenFee(fees: FeeFunction, { role, side, price, size, discountBps = 0 }: FeeLeg): Fraction {
  const p = fraction(price, 10_000)
  const rest = less(ONE, p)
  const rate = times(fraction(role === 'maker' ? fees.makerBps : fees.takerBps, 10_000), fraction(10_000 - discountBps, 10_000))
  const shares = fraction(size, 1_000_000)
  const weight = fees.curve === 'quadratic' ? times(p, rest) : isLess(p, rest) ? p : rest
  const inCash = times(times(rate, weight), shares)
  return fees.paidIn === 'received' && side === 'buy' ? by(inCash, p) : inCash
}

/** The same in wei. */
export const writtenWei = (fees: FeeFunction, leg: FeeLeg): Fraction => times(writtenFee(fees, leg), WEI)

/** Whole units of a number of wei. */
export const inUnits = (wei: Fraction, unit: bigint): Fraction => by(wei, fraction(unit))
