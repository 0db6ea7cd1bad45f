import { eventOf } from '../resolution-event.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { marketProfits } from './fill-profit.js'

/** Whose profits are asked for. */
interface EventProfitsOptions {
  readonly result: BacktestResult
  readonly account: AccountResult
  /** Indexes of the markets that were quoted; default all. */
  readonly quoted?: ReadonlySet<number>
}

/** What each event whose result is known earned, in collateral. */
export function eventProfits({ result, account, quoted }: EventProfitsOptions): number[] {
  const events = new Map<string, number>()
  for (const { market, profit } of marketProfits(result, account)) {
    const known = result.markets[market]
    if (known === undefined || known.result === null || quoted?.has(market) === false) continue
    const event = eventOf(known)
    events.set(event, (events.get(event) ?? 0) + profit)
  }
  return [...events.values()]
}
