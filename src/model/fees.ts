import { type Side, WEI_PER_MILLIONTH, Wei } from './money.js'

const BPS = 10_000n
const PRICE_ONE = 10_000

/** A venue's fee on a fill, as data of its market: the exchange charges by it and risk bounds it. Rates are in basis points: 700 is 0.07. */
export interface FeeFunction {
  /** `cheaper`: rate × min(p, 1 − p) a share; `quadratic`: rate × p × (1 − p). p is the price of the order's own outcome. */
  readonly curve: 'cheaper' | 'quadratic'
  readonly takerBps: number
  readonly makerBps: number
  /** `received`: deducted from what the order receives, for a buy in shares; `cash`: charged in collateral, on top of what a buy pays. */
  readonly paidIn: 'received' | 'cash'
  /** Fees are integer multiples of this. */
  readonly unit: Wei
  /**
   * `down`: each fill's fee is rounded down to whole units. `up`: rounded up over all fills of an order, so that many small fills cost the same as
   * one. `up` requires `paidIn: cash`: a fee in shares that is rounded up could exceed what a fill brings.
   */
  readonly rounding: 'down' | 'up'
}

/** Which side of a match an order was: it rested, or it came and took. */
export type FeeRole = 'maker' | 'taker'

/** The basis of a fee: shares at one price, in 1/10,000 and millionths. */
export interface FeeLeg {
  readonly role: FeeRole
  readonly side: Side
  readonly price: number
  readonly size: number
  /** The part of the fee that the account is spared: 1,000 is a tenth. Default 0. */
  readonly discountBps?: number
}

/**
 * Predict.fun's fees: a taker pays rate × min(p, 1 − p) a share, for a buy in shares, for a sell in collateral, rounded down to whole wei for each
 * maker it meets; a maker pays nothing. Source: https://dev.predict.fun/trading/fees.
 */
export function predictFees(takerBps: number): FeeFunction {
  const known = PREDICT.get(takerBps)
  if (known !== undefined) return known
  const fees = { ...PREDICT_TERMS, takerBps }
  PREDICT.set(takerBps, fees)
  return fees
}

const PREDICT_TERMS = { curve: 'cheaper', makerBps: 0, paidIn: 'received', unit: Wei.of(1n), rounding: 'down' } as const
/** One object for each rate, because every order asks for it. */
const PREDICT = new Map<number, FeeFunction>()

/** A market's fee function: its own, or Predict.fun's if its definition has only a rate. */
export const feesOf = (market: { readonly fees?: FeeFunction; readonly takerFeeBps: number }): FeeFunction =>
  market.fees ?? predictFees(market.takerFeeBps)

/** Whether resting orders pay a fee. Mostly they do not, so this is asked before any fee is computed. */
export const makersPay = ({ fees }: { readonly fees?: FeeFunction }): boolean =>
  (fees === undefined ? PREDICT_TERMS.makerBps : fees.makerBps) !== 0

/** Whether rounding can raise the total fee of an order: by at most one unit, however many fills it has. */
export const roundsUp = ({ rounding }: FeeFunction): boolean => rounding === 'up'

/** Whether a side pays its fees in shares instead of collateral. */
export const isPaidInShares = ({ paidIn }: Pick<FeeFunction, 'paidIn'>, side: Side): boolean =>
  paidIn === 'received' && side === 'buy'

/** What a side pays its fee in. */
export const feeKind = (fees: FeeFunction, side: Side): 'shares' | 'cash' => (isPaidInShares(fees, side) ? 'shares' : 'cash')

/** The rate of a role, in basis points. */
export const rateOf = (fees: FeeFunction, role: FeeRole): number => (role === 'maker' ? fees.makerBps : fees.takerBps)

/**
 * The fee of shares at one price, in wei of what it is paid in: in whole units if fees are rounded down; otherwise before rounding, see `chargeFor`.
 */
export function feeAt(fees: FeeFunction, { role, side, price, size, discountBps = 0 }: FeeLeg): bigint {
  const bps = rateOf(fees, role)
  if (bps === 0) return 0n
  const isQuadratic = fees.curve === 'quadratic'
  const weight = isQuadratic ? price * (PRICE_ONE - price) : Math.min(price, PRICE_ONE - price)
  let rated = BigInt(size) * WEI_PER_MILLIONTH * BigInt(bps) * BigInt(weight)
  let divisor = BPS * BigInt(isPaidInShares(fees, side) ? price : PRICE_ONE)
  if (isQuadratic) divisor *= BPS
  if (discountBps !== 0) {
    rated *= BPS - BigInt(discountBps)
    divisor *= BPS
  }
  if (roundsUp(fees)) return (rated + divisor - 1n) / divisor
  const fee = rated / divisor
  return fee - (fee % fees.unit)
}

/**
 * What an order is charged for a fill with the fee `fee` of `feeAt`. `added`: what rounding up has added to the order's fees so far, from 0 to less
 * than one unit; the charge keeps it in that range. Never negative.
 */
export function chargeFor(fees: FeeFunction, fee: bigint, added: bigint): Wei {
  if (!roundsUp(fees)) return Wei.of(fee)
  const due = fee - added
  return Wei.of(due <= 0n ? 0n : ((due + fees.unit - 1n) / fees.unit) * fees.unit)
}

/**
 * Fee before rounding of a fill of which only shares and value are known, in wei of collateral, rounded up. For a fill at several prices it is at
 * least the sum of their fees, because both curves are concave.
 */
export function feeOfFill(
  fees: FeeFunction,
  bps: number,
  { shares, value }: { readonly shares: bigint; readonly value: bigint },
): bigint {
  if (shares <= 0n || bps === 0) return 0n
  const rest = shares - value
  if (fees.curve === 'cheaper') return ceil(BigInt(bps) * (value < rest ? value : rest), BPS)
  return ceil(BigInt(bps) * value * rest, BPS * shares)
}

const ceil = (part: bigint, whole: bigint): bigint => (part <= 0n ? 0n : (part + whole - 1n) / whole)
