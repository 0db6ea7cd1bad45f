import { resolutionEvent } from '../resolution-event.js'
import type { BacktestResult } from '../result.js'
import type { MarketProfit } from './fill-profit.js'

/**
 * Profit of each event with a known result, in collateral, in the order in which they were resolved. Counts the markets of `profits`, or only the
 * quoted ones, by index.
 */
export function eventProfits(
  { markets }: Pick<BacktestResult, 'markets'>,
  profits: readonly MarketProfit[],
  quoted?: ReadonlySet<number>,
): readonly number[] {
  const events = new Map<string, { profit: number; decidedAt: number }>()
  for (const { market, profit } of profits) {
    const known = markets[market]
    if (known === undefined || known.result === null || quoted?.has(market) === false) continue
    const event = resolutionEvent(known)
    const before = events.get(event) ?? { profit: 0, decidedAt: 0 }
    events.set(event, { profit: before.profit + profit, decidedAt: Math.max(before.decidedAt, known.result.at) })
  }
  return [...events.values()].toSorted((a, b) => a.decidedAt - b.decidedAt).map(({ profit }) => profit)
}
