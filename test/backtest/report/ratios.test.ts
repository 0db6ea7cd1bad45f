import { describe, expect, test } from 'vitest'
import { exposures, summarizeExposures } from '../../../backtest/report/exposures.js'
import { ratioWarnings } from '../../../backtest/report/ratio-warnings.js'
import { ratiosOf, sharpeOf, sortinoOf } from '../../../backtest/report/ratios.js'
import type { AccountResult, BacktestResult } from '../../../backtest/result.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { generatedResult } from './generated-result.js'

const FROM = Timestamp.ofSeconds(1_700_000_000)
const at = (seconds: number): Timestamp => Timestamp.add(FROM, seconds * 1e6)

/** An account whose equity is told at some seconds. */
function withEquity(points: readonly (readonly [seconds: number, usdt: number])[], seconds: number) {
  const samples = points.map(([second, usdt]) => ({
    at: at(second),
    equity: Wei.ofSize(Size.ofShares(usdt)),
    byStrategy: [],
    net: [0],
  }))
  const result: BacktestResult = { ...generatedResult(), from: FROM, to: at(seconds) }
  const account: AccountResult = { ...result.accounts[0]!, samples, fills: [] }
  return { result: { ...result, accounts: [account] }, account }
}

describe('the ratios of an account', () => {
  test('are a mean over its scatter, and over its losses alone', () => {
    // Mean 1, deviation √(10 / 3): of 3, 1, −1, 1 the squares about the mean are 4, 0, 4, 0.
    const gains = [3, 1, -1, 1]
    expect(sharpeOf(gains)!.value).toBeCloseTo(1 / Math.sqrt(8 / 3), 12)
    expect(sharpeOf(gains)!.error).toBeCloseTo(Math.sqrt((1 + 3 / 8 / 2) / 4), 12)
    expect(sortinoOf(gains)).toBeCloseTo(1 / Math.sqrt(1 / 4), 12)
  })

  test('are none of a single gain, of gains that do not scatter, and of no loss', () => {
    expect([sharpeOf([]), sharpeOf([3]), sharpeOf([2, 2, 2]), sortinoOf([1, 0, 2]), sortinoOf([])]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('take the longest periods of which there are thirty, and equity as it last stood at the end of each', () => {
    const minutes = Array.from({ length: 40 }, (_, minute) => [minute * 60 + 59, (minute + 1) % 2] as const)
    const { result, account } = withEquity(minutes, 40 * 60)
    const { period, periods, sharpe, sharpeOfYear } = ratiosOf(result, account, [])
    expect([period, periods]).toEqual(['1 min', 40])
    // Up and down by one in turn.
    expect(sharpe!.value).toBeCloseTo(0, 1)
    expect(sharpeOfYear).toBeCloseTo(sharpe!.value * Math.sqrt(31_557_600 / 60), 9)
    expect(ratiosOf(withEquity(minutes, 30 * 3_600).result, account, []).period).toBe('1 h')
  })

  test('set the profit without rewards against the largest drawdown, for a year only from thirty periods on', () => {
    const usdt = (amount: number) => Wei.ofSize(Size.ofShares(amount))
    const gained = (seconds: number, drawdown: number) => {
      const { result, account } = withEquity([[30, 1]], seconds)
      const profit = { ...account.profit, total: usdt(7), rewards: usdt(1) }
      return ratiosOf(result, { ...account, profit, maxDrawdown: usdt(drawdown) }, [])
    }
    expect(gained(120, 4)).toMatchObject({ returnOverDrawdown: 1.5, calmar: null })
    expect(gained(3_600, 4).calmar).toBeCloseTo((1.5 * 31_557_600) / 3_600, 6)
    expect(gained(3_600, 0)).toMatchObject({ returnOverDrawdown: null, calmar: null })
  })

  test('come with a word where they are of few observations or within their error, and no year is made of a few minutes', () => {
    const short = withEquity(
      [
        [30, 1],
        [90, 3],
      ],
      240,
    )
    expect(ratiosOf(short.result, short.account, []).sharpeOfYear).toBeNull()
    expect(ratioWarnings(ratiosOf(short.result, short.account, []))[0]).toMatch(
      /of 4 periods of 1 min: below 30 they say nothing/,
    )
    expect(ratioWarnings({ ...ratiosOf(short.result, short.account, []), periods: 1 })[0]).toMatch(/of 1 period of 1 min:/)
    const even = withEquity(
      Array.from({ length: 40 }, (_, minute) => [minute * 60 + 59, (minute + 1) % 2] as const),
      2_400,
    )
    expect(ratioWarnings(ratiosOf(even.result, even.account, []))[0]).toMatch(/not distinguishable from nothing/)
  })
})

test('what stands at risk is what each position loses if it ends against us, at the last middle that was known', () => {
  const price = (value: number): Price => Price.of(value * 10_000)
  const book = (market: number, second: number, bid: number | null, ask: number | null) => ({
    ...{ at: at(second), market },
    bid: bid === null ? null : price(bid),
    ask: ask === null ? null : price(ask),
  })
  const result = generatedResult({ markets: 2 })
  const samples = [
    { at: at(1), equity: Wei.ZERO, byStrategy: [], net: [0, 0] },
    { at: at(2), equity: Wei.ZERO, byStrategy: [], net: [10, -4] },
    { at: at(4), equity: Wei.ZERO, byStrategy: [], net: [10, 0] },
  ]
  const books = [book(0, 0, 0.3, 0.5), book(1, 0, 0.1, 0.3), book(0, 3, null, 0.2)]
  const list = exposures({ ...result, books }, { ...result.accounts[0]!, samples })
  expect(list.map(({ atRisk }) => atRisk)).toEqual([0, expect.closeTo(10 * 0.4 + 4 * 0.8, 9), expect.closeTo(4, 9)])
  expect(list.map(({ markets, shares }) => [markets, shares])).toEqual([
    [0, 0],
    [2, 14],
    [1, 10],
  ])
  expect(summarizeExposures(list)).toEqual({
    mean: expect.closeTo((7.2 + 4) / 3, 9),
    largest: expect.closeTo(7.2, 9),
    timeInMarket: expect.closeTo(2 / 3, 9),
    marketsMax: 2,
  })
})
