import { resolutionEvent } from '../resolution-event.js'
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
  const events = new Map<string, { profit: number; decidedAt: number }>()
  const open = new Set<string>()
  for (const { market, profit } of profits) {
    const known = markets[market]
    if (known === undefined || quoted?.has(market) === false) continue
    const event = resolutionEvent(known)
    if (known.result === null) {
      open.add(event)
      continue
    }
    const before = events.get(event) ?? { profit: 0, decidedAt: 0 }
    events.set(event, { profit: before.profit + profit, decidedAt: Math.max(before.decidedAt, known.result.at) })
  }
  for (const event of open) events.delete(event)
  return [...events.values()].toSorted((a, b) => a.decidedAt - b.decidedAt).map(({ profit }) => profit)
}
