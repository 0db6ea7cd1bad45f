import { chargeFor, type FeeFunction, feeAt, feeKind, feesOf, isPaidInShares, rateOf, roundsUp } from '../../model/fees.js'
import { type Side, Wei } from '../../model/money.js'
import type { MarketSpec } from './command.js'
import type { Leg } from './core-event.js'

/** The fee function of a market. */
export const marketFees = ({ fees, feeRateBps }: MarketSpec): FeeFunction => fees ?? feesOf({ takerFeeBps: feeRateBps })

/** An order as its fees see it. */
export interface FeePayer {
  /** What rounding up added to its fees, in wei: of settled fills, and of unsettled ones that were charged more than their fee. */
  rounded: bigint
}

/** What an order is charged for a fill whose fee before rounding is `fee`. The order remembers what rounding added. */
export function charge(payer: FeePayer, side: Side, fees: FeeFunction, fee: bigint): Leg['fee'] {
  const amount = chargeFor(fees, fee, payer.rounded)
  if (!roundsUp(fees)) return { in: feeKind(fees, side), amount }
  const rounded = amount - fee
  if (rounded > 0n) payer.rounded += rounded
  return { in: feeKind(fees, side), amount, rounded: Wei.of(rounded) }
}

/** A fill that was charged less than its fee uses up the remembered rounding only once it is settled. */
export const noteSettled = (payer: FeePayer, { fee: { rounded = Wei.ZERO } }: Pick<Leg, 'fee'>): void => {
  if (rounded < 0n) payer.rounded = aboveZero(payer.rounded + rounded)
}

/** A failed fill gives back what rounding added to its fee. */
export const noteFailed = (payer: FeePayer, { fee: { rounded = Wei.ZERO } }: Pick<Leg, 'fee'>): void => {
  if (rounded > 0n) payer.rounded = aboveZero(payer.rounded - rounded)
}

const aboveZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** The collateral that a leg moves beside its value: the fee of a buy that pays in collateral. */
export const cashFeeOf = ({ side, fee }: Pick<Leg, 'side' | 'fee'>): bigint =>
  side === 'buy' && fee.in === 'cash' ? fee.amount : 0n

/** What a buy holds, besides the value, for the fees of a size that is not matched yet, if it trades at its limit. */
export function feeHeld(
  market: MarketSpec,
  { side, isPostOnly }: { readonly side: Side; readonly isPostOnly: boolean },
  rest: { readonly price: number; readonly size: number; readonly rounded: bigint },
): bigint {
  const fees = marketFees(market)
  if (side === 'sell' || rest.size === 0 || isPaidInShares(fees, side)) return 0n
  const role = isPostOnly || rateOf(fees, 'maker') > rateOf(fees, 'taker') ? 'maker' : 'taker'
  if (rateOf(fees, role) === 0) return 0n
  const exact = feeAt(fees, { role, side, ...rest })
  if (!roundsUp(fees)) return exact
  return exact + fees.unit - rest.rounded
}

/** The same for a buy under a budget: the fee of a share is at most its rate of the share's value. */
export function feeHeldOfBudget(market: MarketSpec, { side }: { readonly side: Side }, budget: bigint): bigint {
  const fees = marketFees(market)
  if (side === 'sell' || isPaidInShares(fees, side) || fees.takerBps === 0) return 0n
  return (budget * BigInt(fees.takerBps) + 9_999n) / 10_000n + (roundsUp(fees) ? fees.unit : 0n)
}
