import type { Leg, Match } from '../src/exchange/core/core-event.js'

/** Our parts of a match; the recorded crowd has no order. */
export const legsOf = ({ taker, makers }: Match): readonly Leg[] =>
  (taker === null ? makers : [taker, ...makers]).filter(leg => leg.order.id !== 0)

/** Adds what an unsettled match will bring or take to `shares`; answers what it will do to cash. */
export function matchedInto(shares: { yes: bigint; no: bigint }, { outcome, side, shares: size, value, fee }: Leg): bigint {
  const feeCash = fee.in === 'cash' ? fee.amount : 0n
  shares[outcome] += side === 'buy' ? size - (fee.in === 'shares' ? fee.amount : 0n) : -size
  return side === 'buy' ? -value - feeCash : value - feeCash
}

/** Throws an Error that names both amounts where they differ. */
export function expectSame(what: string, expected: bigint, found: bigint): void {
  if (expected !== found) throw new Error(`${what}: the venue has ${expected} wei, profit was reckoned with ${found}`)
}
