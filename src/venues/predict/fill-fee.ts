import type { Fill } from '../../model/fill.js'
import { type Side, Wei } from '../../model/money.js'

const BPS = 10_000n

/**
 * A taker's fee by the venue's formula, used until the settlement reports it: rate × min(p, 1 − p) × shares, for a buy in shares, for a sell in
 * collateral, rounded down to whole wei. p is value / shares, so for a fill over several levels it is an estimate. A maker pays nothing.
 */
export function takerFee(leg: {
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  readonly feeRateBps: number
}): Fill['fee'] {
  const { side, shares, value, feeRateBps } = leg
  const smaller = Wei.max(Wei.ZERO, Wei.min(value, Wei.sub(shares, value)))
  const rate = BigInt(feeRateBps)
  if (side === 'sell') return { in: 'cash', amount: Wei.of((rate * smaller) / BPS) }
  return { in: 'shares', amount: value === 0n ? Wei.ZERO : Wei.of((rate * shares * smaller) / (BPS * value)) }
}

/** A maker's fee of zero, in the unit in which that side would pay. */
export const noFee = (side: Side): Fill['fee'] => ({ in: side === 'buy' ? 'shares' : 'cash', amount: Wei.ZERO })

/** Parses a fee in the venue's form. */
export const readFee = (fee: { readonly amount: Wei; readonly type: string }): Fill['fee'] => ({
  in: fee.type === 'SHARES' ? 'shares' : 'cash',
  amount: fee.amount,
})
