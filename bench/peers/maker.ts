import { constantLatency } from '../../backtest/latency.js'
import type { AccountResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { deskSettings } from '../../src/engine/settings.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import { Size, Wei } from '../../src/model/money.js'
import { strategy } from '../../strategies/two-sided.js'
import type { Tape } from '../parts/recorded-tape.js'

/** Whatever would make it quote differently from the others is off; what keeps its books correct is on. */
const SETTINGS = deskSettings({
  requote: { orderLifeSeconds: 3_600 },
  budget: { windows: [{ route: 'create', calls: 1_000_000, perMs: 1_000 }] },
  ownInBook: false,
})

/** Runs the maker of `bench/peers` over a tape in this project, with pessimistic fills and 50 ms each way. */
export function runMaker({ markets, chunks }: Tape, keepsOrders = false): AccountResult {
  const backtest = createBacktest({
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition: { ...strategy, watches: 'depth' },
      parameters: strategy.parameters.parse({}),
    })),
    settings: SETTINGS,
    models: [pessimistic],
    latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
    fund: Wei.ofSize(Size.ofShares(10_000)),
    fingerprint: 'peers',
    keepsOrders,
  })
  for (const chunk of chunks) backtest.add(chunk)
  const [account] = backtest.finish().accounts
  if (account === undefined) throw new Error('expected an account, found none')
  return account
}
