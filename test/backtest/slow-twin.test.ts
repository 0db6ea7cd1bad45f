import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import type { FeeFunction } from '../../src/model/fees.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import { changes, makesAndTakes, type Row, randomMarkets, row, tapeOf } from './random-tape.js'
import { createSlowBacktest } from './slow-backtest.js'
import { after, type Changes, marketOf, optionsOf, type Tape } from './try-backtest.js'

const ALL = [pessimistic, probabilistic, optimistic]
const CENT = Wei.of(10n ** 16n)

/** What a venue may take of fills, how a market may end, and what may be paid for resting. */
const terms = fc.record({
  fees: fc.constantFrom<FeeFunction | null>(
    null,
    null,
    { curve: 'quadratic', takerBps: 700, makerBps: 0, paidIn: 'cash', unit: CENT, rounding: 'up' },
    { curve: 'quadratic', takerBps: 700, makerBps: 175, paidIn: 'cash', unit: CENT, rounding: 'up' },
    { curve: 'cheaper', takerBps: 200, makerBps: 30, paidIn: 'received', unit: Wei.of(1n), rounding: 'down' },
  ),
  yes: fc.constantFrom(null, 0.5, 0.25),
  rewards: fc.constantFrom(null, { spreadMax: Price.of(600), sizeMin: Size.ofShares(5), pointsPerHour: 900 }),
  // More than a double counts exactly in 1e-10, and a part of one.
  fund: fc.constantFrom(10n ** 21n, 2n * 10n ** 24n + 3n),
})
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never

const marketsOf = ({ fees }: Terms): readonly Market[] =>
  randomMarkets().map(market => (fees === null ? market : { ...market, fees, sizeStep: Size.of(1) }))

/** Beside what random rows bring, the first market ends in parts. */
function endIn(tape: Tape, yes: number | null): Tape {
  if (yes === null) return tape
  const ms = 20_000
  return tape.define(ms, marketOf(0, { trading: 'closed', result: { yes, at: after(ms) } })).wait(ms + 2_000)
}

async function run(
  create: typeof createBacktest,
  rows: readonly Row[],
  [{ terms, ...rest }, venue]: readonly [Changes, Terms],
): Promise<BacktestResult> {
  const { rewards, fund, yes } = venue
  const options = optionsOf(makesAndTakes, {
    ...rest,
    ...(terms === undefined ? {} : { terms }),
    ...{ markets: marketsOf(venue), models: ALL, fund: Wei.of(fund), keepsOrders: true },
    rewards: { usdtPerPoint: 0.01, terms: rewards },
  })
  const running = create(options)
  running.add(await endIn(tapeOf(rows), yes).chunk())
  return running.finish()
}

describe('the driver', () => {
  test('comes to what its slow twin comes to, whose accounts trade on exchange cores that hear of every row', async () => {
    const seen = { fills: 0, fees: 0, failed: 0, points: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 10, maxLength: 120 }), fc.tuple(changes, terms), async (rows, chosen) => {
        const slow = await run(createSlowBacktest, rows, chosen)
        expect(await run(createBacktest, rows, chosen)).toEqual(slow)
        for (const { fills, profit, rewards } of slow.accounts) {
          seen.fills += fills.length
          seen.failed += fills.filter(({ isSettled }) => !isSettled).length
          if (profit.fees !== 0n) seen.fees++
          if (rewards.pointsHigh > 0) seen.points++
        }
      }),
      { numRuns: 40, seed: 11 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(what === 'fills' ? 100 : 5)
  })
})
