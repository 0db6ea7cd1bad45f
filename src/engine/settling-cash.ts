import type { MarketId } from '../model/ids.js'
import type { Outcome } from '../model/money.js'
import type { PendingFill } from './desk-state.js'

/** Cash that the venue may have moved, and our books not yet, in wei. */
export interface CashRange {
  readonly least: bigint
  readonly most: bigint
}

/** How many more shares of each outcome the venue shows than our books. */
export type ShareChange = Readonly<Record<Outcome, bigint>>

/**
 * What unsettled fills may already have moved at the venue: each of them is settled there, or not yet. Pairs of their markets may have been moved too,
 * by as many as their shares allow. `changeOf`: null if the shares of the market cannot be compared.
 */
export function settlingCash(fills: Iterable<PendingFill>, changeOf: (market: MarketId) => ShareChange | null): CashRange {
  let [least, most] = [0n, 0n]
  const markets = new Map<MarketId, Unsettled>()
  for (const { market, outcome, side, shares, value, feeIn, fee } of fills) {
    if (side === 'buy') least -= value + (feeIn === 'cash' ? fee : 0n)
    else most += value
    const of = markets.get(market) ?? { buy: { yes: 0n, no: 0n }, sell: { yes: 0n, no: 0n } }
    of[side][outcome] += shares
    markets.set(market, of)
  }
  for (const [market, of] of markets) {
    const change = changeOf(market)
    if (change === null) continue
    const made = smaller(change.yes + of.sell.yes, change.no + of.sell.no)
    const merged = smaller(of.buy.yes - change.yes, of.buy.no - change.no)
    if (made > 0n) least -= made
    if (merged > 0n) most += merged
  }
  return { least, most }
}

/** Shares of a market's unsettled fills. */
type Unsettled = Record<'buy' | 'sell', Record<Outcome, bigint>>

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)
