import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import { changes, makesAndTakes, type Row, randomMarkets, row, tapeOf } from './random-tape.js'
import { createSlowBacktest } from './slow-backtest.js'
import { type Changes, optionsOf } from './try-backtest.js'

const ALL = [pessimistic, probabilistic, optimistic]

async function run(create: typeof createBacktest, rows: readonly Row[], { terms, ...rest }: Changes): Promise<BacktestResult> {
  const markets = randomMarkets()
  const running = create(optionsOf(makesAndTakes, { ...rest, ...(terms === undefined ? {} : { terms }), markets, models: ALL }))
  running.add(await tapeOf(rows).chunk())
  return running.finish()
}

describe('the driver', () => {
  test('comes to what its slow twin comes to, which tells every account of every row', async () => {
    let fills = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 10, maxLength: 120 }), changes, async (rows, terms) => {
        const slow = await run(createSlowBacktest, rows, terms)
        expect(await run(createBacktest, rows, terms)).toEqual(slow)
        for (const account of slow.accounts) fills += account.fills.length
      }),
      { numRuns: 25, seed: 11 },
    )
    expect(fills).toBeGreaterThan(100)
  })
})
