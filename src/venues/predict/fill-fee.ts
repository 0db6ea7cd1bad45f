import type { Fill } from '../../model/fill.js'
import { type Side, Wei } from '../../model/money.js'

const BPS = 10_000n

/**
 * What a taker pays by the venue's formula, until the settlement says it: rate × min(p, 1 − p) × shares, a buy in shares, a sell in
 * collateral, cut to whole wei. p is value / shares, so of a fill from several levels it is an estimate. A maker pays nothing.
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

/** The fee of a maker, in what that side would pay it in. */
export const noFee = (side: Side): Fill['fee'] => ({ in: side === 'buy' ? 'shares' : 'cash', amount: Wei.ZERO })

/** A fee in the venue's words. */
export const readFee = (fee: { readonly amount: Wei; readonly type: string }): Fill['fee'] => ({
  in: fee.type === 'SHARES' ? 'shares' : 'cash',
  amount: fee.amount,
})
