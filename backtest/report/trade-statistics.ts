import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult, SimulatedFill } from '../result.js'
import { sumOf } from './fill-profit.js'
import { payoutOf } from './markouts.js'
import { byMarket } from './middles.js'
import { yesFill } from './yes-fill.js'

/**
 * The usual statistics of trades. A trade is one fill, or one payout, that closed shares: those of the oldest fills on the other side of its market
 * first (FIFO), in YES terms, after fees, without rewards. Money in collateral.
 */
export interface TradeStatistics {
  readonly trades: number
  readonly wins: number
  /** Wins as a fraction of the trades, 0 to 1; null: no trade. */
  readonly winRate: number | null
  /** Gains of the wins divided by the losses of the other trades; null: nothing was lost. */
  readonly profitFactor: number | null
  /** Mean gain of a trade; null: no trade. */
  readonly expectancy: number | null
  readonly meanWin: number | null
  /** Below 0. */
  readonly meanLoss: number | null
  /** Sum of all trades. The rest of the profit is in shares that are still held. */
  readonly realized: number
  /** Mean time that a closed share was held; null: no trade. */
  readonly heldSeconds: number | null
  /** Orders that got a fill, as a fraction of the orders placed, 0 to 1; null: no order. */
  readonly fillRatio: number | null
  /** Orders and cancels sent for each fill; null: no fill. */
  readonly messagesPerFill: number | null
  /** Value of the fills divided by the mean amount at risk; null: nothing was at risk. */
  readonly turnover: number | null
}

/** Computes the statistics of an account's settled fills. `atRisk`: its mean amount at risk. */
export function tradeStatistics(result: BacktestResult, account: AccountResult, atRisk: number): TradeStatistics {
  const fills = account.fills.filter(({ isSettled }) => isSettled)
  const trades = [...byMarket(fills)].flatMap(([market, own]) => closedBy(result, market, own))
  const gains = trades.map(({ gain }) => gain)
  const [won, lost] = [gains.filter(gain => gain > 0), gains.filter(gain => gain < 0)]
  const shares = sumOf(trades.map(trade => trade.shares))
  const { placed, canceled } = account.orders
  const over = (sum: number, count: number): number | null => (count === 0 ? null : sum / count)
  return {
    trades: gains.length,
    wins: won.length,
    winRate: over(won.length, gains.length),
    profitFactor: over(sumOf(won), -sumOf(lost)),
    expectancy: over(sumOf(gains), gains.length),
    meanWin: over(sumOf(won), won.length),
    meanLoss: over(sumOf(lost), lost.length),
    realized: sumOf(gains),
    heldSeconds: over(sumOf(trades.map(trade => trade.shareSeconds)), shares),
    fillRatio: over(new Set(fills.map(({ order }) => order)).size, placed),
    messagesPerFill: over(placed + canceled, fills.length),
    turnover: over(sumOf(fills.map(({ value }) => Wei.toNumber(value))), atRisk),
  }
}

/** Shares of one fill that are not closed yet. `sign`: 1 for YES bought or NO sold. */
interface Lot {
  readonly sign: 1 | -1
  /** Of a YES share, after fees, 0 to 1. */
  readonly price: number
  readonly at: number
  left: bigint
}

interface Trade {
  readonly gain: number
  readonly shares: number
  /** Sum over its shares of the seconds for which each was held. */
  readonly shareSeconds: number
}

/** The trades of one market, by time: each fill first closes shares, and what is left of it opens some. */
function closedBy(result: BacktestResult, market: number, fills: readonly SimulatedFill[]): readonly Trade[] {
  const lots: Lot[] = []
  const trades = fills.flatMap(fill => {
    const lot = lotOf(fill)
    const trade = closeOldest(lots, lot)
    if (lot.left > 0n) lots.push(lot)
    return trade
  })
  const payout = payoutOf(result, market)
  const decidedAt = result.markets[market]?.result?.at
  const [first] = lots
  if (payout === null || decidedAt === undefined || first === undefined) return trades
  const held = lots.reduce((sum, { left }) => sum + left, 0n)
  return [...trades, ...closeOldest(lots, { sign: first.sign > 0 ? -1 : 1, price: payout, at: decidedAt, left: held })]
}

/** A fee in shares makes a buy smaller; one in cash makes a buy dearer and a sell cheaper. */
function lotOf(fill: SimulatedFill): Lot {
  const { outcome, side, value, fee } = fill
  const isBuy = side === 'buy'
  const left = isBuy && fee.in === 'shares' ? fill.shares - fee.amount : fill.shares
  const paid = fee.in === 'cash' ? fee.amount : 0n
  const price = left === 0n ? 0 : Wei.toNumber(Wei.of(value + (isBuy ? paid : -paid))) / Wei.toNumber(Wei.of(left))
  return { sign: yesFill(fill).sign, price: outcome === 'yes' ? price : 1 - price, at: fill.at, left }
}

/** Closes lots of the other sign, the oldest first, and takes their shares from `by`. At most one trade. */
function closeOldest(lots: Lot[], by: Lot): Trade[] {
  let [gain, shares, shareSeconds] = [0, 0, 0]
  for (let lot = lots[0]; lot !== undefined && lot.sign !== by.sign && by.left > 0n; lot = lots[0]) {
    const closed = lot.left < by.left ? lot.left : by.left
    const count = Wei.toNumber(Wei.of(closed))
    gain += count * lot.sign * (by.price - lot.price)
    shares += count
    shareSeconds += (count * (by.at - lot.at)) / 1e6
    lot.left -= closed
    by.left -= closed
    if (lot.left === 0n) lots.shift()
  }
  return shares === 0 ? [] : [{ gain, shares, shareSeconds }]
}
