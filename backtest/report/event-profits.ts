import { resolutionEvent } from '../resolution-event.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { marketProfits } from './fill-profit.js'

/** Selects the markets. */
interface EventProfitsOptions {
  readonly result: BacktestResult
  readonly account: AccountResult
  /** Indexes of the quoted markets; default all. */
  readonly quoted?: ReadonlySet<number>
}

/** Profit of each event with a known result, in collateral, in the order in which they were resolved. */
export function eventProfits({ result, account, quoted }: EventProfitsOptions): number[] {
  const events = new Map<string, { profit: number; decidedAt: number }>()
  for (const { market, profit } of marketProfits(result, account)) {
    const known = result.markets[market]
    if (known === undefined || known.result === null || quoted?.has(market) === false) continue
    const event = resolutionEvent(known)
    const before = events.get(event) ?? { profit: 0, decidedAt: 0 }
    events.set(event, { profit: before.profit + profit, decidedAt: Math.max(before.decidedAt, known.result.at) })
  }
  return [...events.values()].toSorted((a, b) => a.decidedAt - b.decidedAt).map(({ profit }) => profit)
}
