import { describe, expect, test } from 'vitest'
import { eventProfits } from '../../../backtest/report/event-profits.js'
import { aloneProfit, marketProfits, sumOf } from '../../../backtest/report/fill-profit.js'
import { profitSection, unexplained } from '../../../backtest/report/profit-section.js'
import { verdictOn } from '../../../backtest/report/verdict.js'
import type { AccountResult, BacktestResult } from '../../../backtest/result.js'
import { Wei } from '../../../src/model/money.js'
import { generatedResult } from './generated-result.js'

const headlineOf = (result: BacktestResult): AccountResult => {
  const [headline] = result.accounts
  if (headline === undefined) throw new Error('the generator makes an account')
  return headline
}

describe('the parts of the PnL', () => {
  test('are bars that come to the total', () => {
    const { markup } = profitSection(generatedResult())
    const values = [...markup.matchAll(/data-value="([^"]+)"/g)].map(([, value]) => Number(value))
    expect(values).toHaveLength(6)
    expect(sumOf(values.slice(0, 5))).toBeCloseTo(values[5] ?? Number.NaN, 12)
  })

  test('add up to the wei, or the page says by how much they do not', () => {
    const result = generatedResult({ models: ['pessimistic'] })
    const account = headlineOf(result)
    expect(unexplained(account)).toBe(0n)
    const wrong = { ...account, profit: { ...account.profit, total: Wei.add(account.profit.total, Wei.of(3n)) } }
    expect(profitSection({ ...result, accounts: [wrong] }).markup).toContain('3 wei ARE NOT EXPLAINED')
  })
})

describe('the profit of fills', () => {
  test('is the cash they moved and the payout of what they left', () => {
    const result = generatedResult({ markets: 2, seconds: 600, fillRate: 0.1 })
    const account = headlineOf(result)
    const expected = result.markets.map(market => {
      const fills = account.fills.filter(fill => fill.isSettled && fill.market === market.index)
      const yes = market.result?.yes ?? 0
      return sumOf(
        fills.map(({ outcome, side, shares, value }) => {
          const gained = (Number(shares) / 1e18) * (outcome === 'yes' ? yes : 1 - yes) - Number(value) / 1e18
          return side === 'buy' ? gained : -gained
        }),
      )
    })
    marketProfits(result, account).forEach(({ profit }, index) => expect(profit).toBeCloseTo(expected[index] ?? Number.NaN, 9))
  })

  test('leaves the shares that were bought, without the fee that was paid in them', () => {
    const result = generatedResult({ markets: 1, seconds: 600, fillRate: 0.1 })
    const account = headlineOf(result)
    const [some] = account.fills
    if (some === undefined) throw new Error('the generator makes fills')
    const tenth = 10n ** 17n
    const fill = {
      ...some,
      isSettled: true,
      shares: Wei.of(10n * tenth),
      fee: { in: 'shares', amount: Wei.of(tenth) },
    } as const
    const free = { in: 'cash', amount: Wei.ZERO } as const
    const netAfter = (...fills: AccountResult['fills']) => marketProfits(result, { ...account, fills })[0]?.net
    const buy = { ...fill, outcome: 'yes', side: 'buy' } as const
    expect(netAfter(buy)).toBe(0.9)
    expect(netAfter(buy, { ...buy, outcome: 'no' })).toBe(0)
    expect(netAfter(buy, { ...buy, side: 'sell', shares: Wei.of(7n * tenth), fee: free })).toBe(0.2)
  })

  test('of fills without other orders near is a part of the whole, and has no share where the whole is no gain', () => {
    const result = generatedResult({ markets: 1, seconds: 600, fillRate: 0.1 })
    const account = headlineOf(result)
    const all = sumOf(marketProfits(result, account).map(({ profit }) => profit))
    const everyone = { ...account, fills: account.fills.map(fill => ({ ...fill, isAlone: true })) }
    const found = aloneProfit(result, everyone)
    expect(found.profit).toBeCloseTo(all, 9)
    expect(found.share === null).toBe(all <= 0)
    const [market] = result.markets
    if (market?.result == null) throw new Error('the generator resolves the market')
    const other = {
      ...result,
      markets: [{ ...market, result: { ...market.result, yes: market.result.yes === 1 ? (0 as const) : (1 as const) } }],
    }
    expect(
      [found.share, aloneProfit(other, everyone).share]
        .filter(share => share !== null)
        .every(share => Math.abs(share - 1) < 1e-9),
    ).toBe(true)
  })
})

describe('the profit of an event', () => {
  test('of several markets counts once all of them are decided', () => {
    const result = generatedResult({ markets: 4, seconds: 300 })
    const group = { id: 'cup', isNegRisk: true, isExhaustive: true }
    const markets = result.markets.map((market, at) => (at < 2 ? { ...market, group } : market))
    const profits = marketProfits(result, headlineOf(result))
    const [first, second, third, fourth] = profits.map(({ profit }) => profit)
    expect(eventProfits({ markets }, profits)).toEqual([first! + second!, third, fourth])
    const early = markets.map((market, at) => (at === 1 ? { ...market, result: null } : market))
    expect(eventProfits({ markets: early }, profits)).toEqual([third, fourth])
    // Of a strategy that does not quote the open one, nothing is open.
    expect(eventProfits({ markets: early }, profits, new Set([0, 2]))).toEqual([first, third])
  })
})

describe('the verdict', () => {
  test('is not given below 30 independent resolution events', () => {
    expect(verdictOn([1, -1], 29)).toBe('No verdict: 29 independent resolution events, and no verdict is given below 30.')
  })

  test('holds the mean of an event against its error from 30 on', () => {
    const result = generatedResult({ markets: 40, seconds: 300 })
    const profits = eventProfits(result, marketProfits(result, headlineOf(result)))
    expect(verdictOn(profits, result.resolutions)).toMatch(
      /^Over 40 independent resolution events: .* an event, give or take .*\./,
    )
  })
})
