import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult, SimulatedFill } from '../result.js'
import { payoutOf } from './markouts.js'
import { byMarket, createMiddles } from './middles.js'
import { yesFill } from './yes-fill.js'

/** Profit of a market's fills, valued at its payout or at the run's last book. */
export interface MarketProfit {
  readonly market: number
  readonly fills: number
  readonly shares: number
  /** In collateral, after fees, without rewards. */
  readonly profit: number
  /** YES shares held at the end, or at the payout. */
  readonly net: number
}

/** How much of an account's profit comes from fills without other orders within one tick. */
export interface AloneProfit {
  readonly fills: number
  readonly profit: number
  /** As a share of the profit of all fills, 0 to 1 and beyond; null if their sum is not positive. */
  readonly share: number | null
}

/** For each market with fills, in the order of the config. */
export function marketProfits(result: BacktestResult, { fills }: AccountResult): MarketProfit[] {
  const marks = marksOf(result, fills)
  const settled = byMarket(fills.filter(({ isSettled }) => isSettled))
  return result.markets.map((_, market) => {
    const own = settled.get(market) ?? []
    const sizes = own.map(yesFill)
    return {
      market,
      fills: own.length,
      shares: sumOf(sizes.map(({ shares }) => shares)),
      profit: sumOf(own.map(fill => profitOf(fill, marks[market] ?? 0))),
      net: netOf(own),
    }
  })
}

/** Over an account's settled fills. */
export function aloneProfit(result: BacktestResult, { fills }: AccountResult): AloneProfit {
  const marks = marksOf(result, fills)
  const settled = fills.filter(({ isSettled }) => isSettled)
  const alone = settled.filter(({ isAlone }) => isAlone)
  const profit = (some: readonly SimulatedFill[]): number => sumOf(some.map(fill => profitOf(fill, marks[fill.market] ?? 0)))
  const all = profit(settled)
  return { fills: alone.length, profit: profit(alone), share: all > 0 ? profit(alone) / all : null }
}

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** YES shares less NO shares that result from fills. In wei, so that positions that cancel out leave exactly nothing. */
function netOf(fills: readonly SimulatedFill[]): number {
  const net = fills.reduce((sum, fill) => sum + (fill.outcome === 'yes' ? gainedShares(fill) : -gainedShares(fill)), 0n)
  return Wei.toNumber(Wei.of(net))
}

/** Shares of its outcome that a fill brings, without a fee that was paid in them. */
const gainedShares = ({ side, shares, fee }: SimulatedFill): bigint =>
  side === 'sell' ? -shares : shares - (fee.in === 'shares' ? fee.amount : 0n)

/** Cash flow plus resulting shares, at a YES price of 0 to 1. */
function profitOf({ outcome, side, shares, value, fee }: SimulatedFill, yes: number): number {
  const worth = outcome === 'yes' ? yes : 1 - yes
  const gained = Wei.toNumber(shares) * worth - Wei.toNumber(value)
  const paid = Wei.toNumber(fee.amount) * (fee.in === 'shares' ? worth : 1)
  return (side === 'buy' ? gained : -gained) - paid
}

/** Value of a YES share of each market: its payout, else the closing price of the position in the last book, else the last traded price. */
function marksOf(result: BacktestResult, fills: readonly SimulatedFill[]): number[] {
  const middles = createMiddles(result.books)
  const settled = byMarket(fills.filter(({ isSettled }) => isSettled))
  return result.markets.map((_, market) => {
    const own = settled.get(market) ?? []
    const isLong = netOf(own) > 0
    const book = middles.last(market)
    const close = isLong ? book?.bid : book?.ask
    if (close !== null && close !== undefined) return payoutOf(result, market) ?? close / 10_000
    const last = own.at(-1)
    return payoutOf(result, market) ?? (last === undefined ? 0 : yesFill(last).price)
  })
}
