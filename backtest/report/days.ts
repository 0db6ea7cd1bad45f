import { Wei } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import type { AccountResult, BacktestResult } from '../result.js'

/** What one UTC day came to. */
export interface DayProfit {
  /** Such as 2026-11-21. */
  readonly day: string
  /** Change of equity within the day, after fees, without rewards. */
  readonly profit: Wei
  /** Settled ones, by the time of their match. */
  readonly fills: number
  /** In collateral. */
  readonly volume: number
}

/** A day while its marks and fills are read. `equity`: at its last mark; null: it has none. */
interface OpenDay {
  readonly at: number
  equity: Wei | null
  fills: number
  volume: number
}

const openDay = (at: number): OpenDay => ({ at, equity: null, fills: 0, volume: 0 })

const DAY_US = 86_400_000_000

/** Each UTC day of a run, in order, including days without a fill. Their profits add up to the account's, without rewards. */
export function dayProfits({ from, to }: BacktestResult, account: AccountResult): readonly DayProfit[] {
  const first = Math.floor(from / DAY_US)
  // A run that ends at midnight has no part of the day that begins then.
  const count = Math.max(first, Math.ceil(to / DAY_US) - 1) - first + 1
  const days = Array.from({ length: count }, (_, at) => openDay(first + at))
  for (const { at, equity } of account.samples) {
    const day = days[Math.min(count - 1, Math.floor(at / DAY_US) - first)]
    if (day !== undefined) day.equity = equity
  }
  for (const { at, value, isSettled } of account.fills) {
    const day = days[Math.min(count - 1, Math.floor(at / DAY_US) - first)]
    if (day === undefined || !isSettled) continue
    day.fills++
    day.volume += Wei.toNumber(value)
  }
  const last = days.at(-1)
  if (last !== undefined) last.equity = Wei.sub(account.profit.total, account.profit.rewards)
  let before = Wei.ZERO
  return days.map(({ equity, fills, volume, at }) => {
    const profit = Wei.sub(equity ?? before, before)
    before = equity ?? before
    return { day: Timestamp.iso(Timestamp.of(at * DAY_US)).slice(0, 10), profit, fills, volume }
  })
}
