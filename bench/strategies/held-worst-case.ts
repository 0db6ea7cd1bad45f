import type { AccountResult } from '../../backtest/result.js'
import type { Market } from '../../src/model/market.js'
import { Wei } from '../../src/model/money.js'

interface Held {
  cash: number
  yes: number
  no: number
}

interface Decided {
  /** By index in the run. */
  readonly markets: readonly Pick<Market, 'result'>[]
}

/** The largest loss, in collateral, that the shares held by an account could still have made, over its whole run; without resting orders. */
export function heldWorstCase({ markets }: Decided, { fills }: Pick<AccountResult, 'fills'>): number {
  const held = new Map<number, Held>()
  const ends = markets.map(({ result }) => result?.at ?? Number.POSITIVE_INFINITY)
  let worst = 0
  for (const { at, market, outcome, side, shares, value, fee, isSettled } of fills) {
    if (!isSettled) continue
    const one = held.get(market) ?? { cash: 0, yes: 0, no: 0 }
    const sign = side === 'buy' ? 1 : -1
    const feeAmount = Wei.toNumber(fee.amount)
    one.cash -= sign * Wei.toNumber(value) + (fee.in === 'cash' ? feeAmount : 0)
    one[outcome] += sign * Wei.toNumber(shares) - (fee.in === 'shares' ? feeAmount : 0)
    held.set(market, one)
    let loss = 0
    for (const [index, { cash, yes, no }] of held) if ((ends[index] ?? 0) > at) loss -= Math.min(0, cash + Math.min(yes, no))
    worst = Math.max(worst, loss)
  }
  return worst
}
