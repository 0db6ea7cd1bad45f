import { decidedEvents, resolutionEvent } from '../resolution-event.js'
import type { BacktestResult } from '../result.js'
import type { MarketProfit } from './fill-profit.js'

/**
 * Profit of each event with a known result, in collateral, in the order in which they were resolved. Counts the markets of `profits`, or only the
 * quoted ones, by index. Of a group whose markets are decided one by one, such as teams that leave a tournament, the result is known with the last.
 */
export function eventProfits(
  { markets }: Pick<BacktestResult, 'markets'>,
  profits: readonly MarketProfit[],
  quoted?: ReadonlySet<number>,
): readonly number[] {
  const counted = profits.flatMap(({ market, profit }) => {
    const known = markets[market]
    return known === undefined || quoted?.has(market) === false ? [] : [{ known, profit }]
  })
  const decided = decidedEvents(counted.map(({ known }) => known))
  const events = new Map<string, { profit: number; decidedAt: number }>()
  for (const { known, profit } of counted) {
    const event = resolutionEvent(known)
    if (known.result === null || !decided.has(event)) continue
    const before = events.get(event) ?? { profit: 0, decidedAt: 0 }
    events.set(event, { profit: before.profit + profit, decidedAt: Math.max(before.decidedAt, known.result.at) })
  }
  return [...events.values()].toSorted((a, b) => a.decidedAt - b.decidedAt).map(({ profit }) => profit)
}
