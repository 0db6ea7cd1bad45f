import { expect, test } from 'vitest'
import { RunAccount, type RunFill } from '../../../backtest/compare/run-account.js'
import { markouts as markoutsOf } from '../../../backtest/report/markouts.js'
import type { AccountResult, BacktestResult } from '../../../backtest/result.js'
import { createBacktest } from '../../../backtest/run.js'
import { sumProfit } from '../../../backtest/sum-profit.js'
import type { Market } from '../../../src/model/market.js'
import { Wei } from '../../../src/model/money.js'
import type { Chunk } from '../../../src/recording/columns/recording.js'
import { after, always, level, marketOf, optionsOf, Tape } from '../try-backtest.js'

const markets: readonly Market[] = [marketOf()]

/** A market in which both sides are hit again and again, and which ends with YES. */
function tape(): Tape {
  const told = new Tape().book(0, 'ask 0.60 50 / bid 0.40 20')
  for (let round = 1; round <= 8; round++) {
    const ms = round * 3_000
    told.print(ms, `${round % 3 === 0 ? 'ask 0.55' : 'bid 0.45'} ${3 + round}`)
    told.level(ms + 10, `bid 0.4${round % 5} ${10 + round}`, 'added')
    told.level(ms + 20, `ask 0.5${5 + (round % 4)} ${10 + round}`, 'added')
  }
  return told.define(40_000, marketOf(0, { trading: 'closed', result: { yes: 1, at: after(40_000) } })).wait(50_000)
}

async function played(): Promise<{ result: BacktestResult; account: AccountResult; chunk: Chunk }> {
  const options = optionsOf(always({ bid: level(0.45, 10), ask: level(0.55, 10) }), { markets })
  const backtest = createBacktest(options)
  backtest.add(await tape().chunk())
  const result = backtest.finish()
  return { result, account: result.accounts[0]!, chunk: await tape().chunk() }
}

const fillsOf = ({ fills }: AccountResult): readonly RunFill[] =>
  fills.map(({ market, ...fill }) => ({ ...fill, market: markets[market]!.id }))

test('a run’s fills come to what the account of a backtest with the same fills comes to, to the wei', async () => {
  const { account, result, chunk } = await played()
  expect(account.fills.length).toBeGreaterThan(5)
  const run = new RunAccount({ markets, fills: fillsOf(account), held: new Map() })
  run.add(chunk)
  const { byMarket, equity, maxDrawdown, markouts } = run.finish()
  expect(byMarket).toEqual(account.byMarket)
  expect(byMarket[0]!.settlement).not.toBe(0n)
  expect(maxDrawdown).toBe(account.maxDrawdown)
  const theirs = new Map(account.samples.map(({ at, equity: value }) => [at, value]))
  const same = equity.filter(({ at, equity: value }) => theirs.get(at) === value)
  expect(same.length).toBeGreaterThan(40)
  expect(equity.at(-1)?.equity).toBe(sumProfit(account.byMarket).total)
  expect(result.to).toBeGreaterThan(0)
  expect(markouts).toEqual(markoutsOf(result, account.fills))
  expect(markouts.find(({ horizon }) => horizon === '5 s')?.fills).toBeGreaterThan(3)
  expect(markouts.find(({ horizon }) => horizon === 'resolution')?.fills).toBeGreaterThan(0)
})

test('shares from before the run count from the first book on, at its middle', async () => {
  const chunk = await tape().chunk()
  const held = new Map([[markets[0]!.id, { yes: 10n ** 19n, no: 0n }]])
  const run = new RunAccount({ markets, fills: [], held })
  run.add(chunk)
  const { byMarket } = run.finish()
  // Ten shares at 0.50 that pay a dollar each.
  expect(Wei.toNumber(sumProfit(byMarket).total)).toBe(5)
  expect(byMarket[0]!.spread).toBe(0n)
})
