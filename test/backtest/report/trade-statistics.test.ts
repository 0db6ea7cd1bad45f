import { describe, expect, test } from 'vitest'
import { dayProfits } from '../../../backtest/report/days.js'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { tradeStatistics } from '../../../backtest/report/trade-statistics.js'
import type { AccountResult, BacktestResult, SimulatedFill } from '../../../backtest/result.js'
import { type Outcome, type Side, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { backtest } from '../../../src/research.js'
import { generatedAbout, generatedResult } from './generated-result.js'

const FROM = Timestamp.of(1_760_000_000_000_000)
const usdt = (amount: number): Wei => Wei.ofSize(Size.ofShares(amount))

interface Wish {
  readonly second: number
  readonly outcome?: Outcome
  readonly side: Side
  readonly shares: number
  readonly price: number
  readonly fee?: SimulatedFill['fee']
  readonly order?: string
  readonly isSettled?: boolean
}

const fillOf = ({ second, outcome = 'yes', side, shares, price, ...more }: Wish): SimulatedFill => ({
  order: `o-${second}`,
  at: Timestamp.add(FROM, second * 1e6),
  market: 0,
  outcome,
  side,
  isMaker: true,
  shares: usdt(shares),
  value: usdt(shares * price),
  fee: { in: 'cash', amount: Wei.ZERO },
  evidence: null,
  isAlone: false,
  isSettled: true,
  ...more,
})

function accountWith(wishes: readonly Wish[], isResolved = false): { result: BacktestResult; account: AccountResult } {
  const result = generatedResult({ isResolved, seconds: 100 })
  const account: AccountResult = {
    ...result.accounts[0]!,
    fills: wishes.map(fillOf),
    orders: { placed: 8, canceled: 4, filled: 2, refused: 0 },
  }
  return { result, account }
}

const statisticsOf = (wishes: readonly Wish[], isResolved = false) => {
  const { result, account } = accountWith(wishes, isResolved)
  return tradeStatistics(result, account, 10)
}

describe('statistics of trades', () => {
  test('close the oldest shares first, and weigh the time by shares', () => {
    const found = statisticsOf([
      { second: 0, side: 'buy', shares: 10, price: 0.4 },
      { second: 10, side: 'buy', shares: 10, price: 0.6 },
      // Ten of the first at +0.10 after 20 s, five of the second at −0.10 after 10 s.
      { second: 20, side: 'sell', shares: 15, price: 0.5 },
      { second: 30, side: 'sell', shares: 5, price: 0.5 },
    ])
    expect(found).toMatchObject({ trades: 2, wins: 1, winRate: 0.5 })
    expect(found.realized).toBeCloseTo(0, 12)
    expect(found.meanWin).toBeCloseTo(0.5, 12)
    expect(found.meanLoss).toBeCloseTo(-0.5, 12)
    expect(found.profitFactor).toBeCloseTo(1, 12)
    expect(found.heldSeconds).toBeCloseTo((10 * 20 + 5 * 10 + 5 * 20) / 20, 9)
  })

  test('take a NO share bought for a YES share sold, and a fill that turns the position for a trade and an opening', () => {
    const found = statisticsOf([
      { second: 0, side: 'buy', shares: 10, price: 0.4 },
      { second: 5, outcome: 'no', side: 'buy', shares: 30, price: 0.5 },
      { second: 9, outcome: 'no', side: 'sell', shares: 20, price: 0.55 },
    ])
    expect(found.trades).toBe(2)
    expect(found.realized).toBeCloseTo(10 * 0.1 + 20 * 0.05, 12)
    expect(found.profitFactor).toBeNull()
    expect(found.meanLoss).toBeNull()
  })

  test('count fees in cash and in shares', () => {
    const inCash = statisticsOf([
      { second: 0, side: 'buy', shares: 10, price: 0.4, fee: { in: 'cash', amount: usdt(0.2) } },
      { second: 5, side: 'sell', shares: 10, price: 0.5, fee: { in: 'cash', amount: usdt(0.3) } },
    ])
    expect(inCash.realized).toBeCloseTo(1 - 0.5, 12)
    const inShares = statisticsOf([
      { second: 0, side: 'buy', shares: 10, price: 0.4, fee: { in: 'shares', amount: usdt(2) } },
      { second: 5, side: 'sell', shares: 8, price: 0.5 },
    ])
    expect(inShares.realized).toBeCloseTo(0, 12)
  })

  test('count orders with any fill, messages, turnover; and leave out failed settlements', () => {
    const found = statisticsOf([
      { second: 0, side: 'buy', shares: 10, price: 0.4, order: 'a' },
      { second: 1, side: 'buy', shares: 10, price: 0.4, order: 'a' },
      { second: 2, side: 'buy', shares: 10, price: 0.4, order: 'b' },
      { second: 3, side: 'sell', shares: 10, price: 0.9, order: 'c', isSettled: false },
    ])
    expect(found).toMatchObject({ trades: 0, winRate: null, expectancy: null, heldSeconds: null, fillRatio: 2 / 8 })
    expect(found.messagesPerFill).toBe(12 / 3)
    expect(found.turnover).toBeCloseTo(12 / 10, 12)
  })

  test('are none of an account without fills', () => {
    const { result, account } = accountWith([])
    const none = tradeStatistics(result, { ...account, orders: { placed: 0, canceled: 0, filled: 0, refused: 0 } }, 0)
    expect(none).toMatchObject({ trades: 0, fillRatio: null, messagesPerFill: null, turnover: null, profitFactor: null })
  })

  test('of a real backtest, the trades of a decided market are its profit', { timeout: 60_000 }, async () => {
    const { result, summary } = await backtest({ config: 'config/rounds.yaml', models: ['pessimistic'] })
    const account = result.accounts[0]!
    const decided = result.markets.filter(
      market => market.result !== null && account.fills.some(fill => fill.market === market.index),
    )
    expect(decided.length).toBeGreaterThan(20)
    for (const { index } of decided) {
      const fills = account.fills.filter(fill => fill.market === index)
      const profit = Wei.toNumber(account.byMarket[index]!.total)
      expect(tradeStatistics(result, { ...account, fills }, 1).realized).toBeCloseTo(profit, 9)
    }
    const { days, trades } = summary.accounts['pessimistic']!
    expect(days.map(({ profit }) => profit)).toEqual([summary.pnl['pessimistic']!.total])
    expect(trades.trades).toBeGreaterThan(100)
  })
})

describe('days', () => {
  const NOON = Timestamp.of(Date.UTC(2026, 0, 1, 12) * 1_000)
  const later = (hours: number): Timestamp => Timestamp.add(NOON, hours * 3_600_000_000)

  function overDays(hours: number, marks: readonly (readonly [hour: number, equity: number])[], total: number) {
    const result = { ...generatedResult(), from: NOON, to: later(hours) }
    const samples = marks.map(([hour, equity]) => ({ at: later(hour), equity: usdt(equity), byStrategy: [], net: [0] }))
    const { profit } = result.accounts[0]!
    const account: AccountResult = {
      ...result.accounts[0]!,
      samples,
      fills: [{ ...fillOf({ second: 0, side: 'buy', shares: 10, price: 0.4 }), at: later(30) }],
      profit: { ...profit, total: usdt(total), rewards: usdt(1) },
    }
    return { result: { ...result, accounts: [account] }, account }
  }

  test('part the profit at midnight UTC, name a day without marks, and add up to the profit without rewards', () => {
    const { result, account } = overDays(
      72,
      [
        [1, 3],
        [11, 5],
        [13, 4],
        [71, 9],
      ],
      11,
    )
    expect(dayProfits(result, account)).toEqual([
      { day: '2026-01-01', profit: usdt(5), fills: 0, volume: 0 },
      { day: '2026-01-02', profit: Wei.negate(usdt(1)), fills: 1, volume: 4 },
      { day: '2026-01-03', profit: Wei.ZERO, fills: 0, volume: 0 },
      { day: '2026-01-04', profit: usdt(6), fills: 0, volume: 0 },
    ])
  })

  test('a run that ends at midnight has no day after it, and the page has the table from two days on', () => {
    const short = overDays(12, [[1, 3]], 4)
    expect(dayProfits(short.result, short.account)).toEqual([{ day: '2026-01-01', profit: usdt(3), fills: 1, volume: 4 }])
    expect(reportHtml(short.result, generatedAbout())).not.toContain('PnL by day')
    expect(reportHtml(overDays(13, [[1, 3]], 4).result, generatedAbout())).toContain('PnL by day')
  })
})
