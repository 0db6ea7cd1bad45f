import type { MarkoutPoint } from '../report/markouts.js'
import type { ProfitDigits } from '../report/profit-digits.js'

/** A fill in terms of YES. */
export interface ComparedFill {
  /** When the venue matched or reported it, in microseconds. */
  readonly at: number
  /** By its id. */
  readonly market: string
  /** 1: it bought YES or sold NO; -1: the opposite. */
  readonly sign: 1 | -1
  /** Price of a YES share, 0 to 1. */
  readonly price: number
  readonly shares: number
}

/** The result of a strategy or a market. */
export interface ComparedShare {
  readonly fills: number
  /** In collateral. */
  readonly profit: number
}

/** One account of a backtest, or a run, to be compared with others. Money is in collateral. */
export interface ComparedResult {
  /** Unique among the compared results. */
  readonly name: string
  readonly kind: 'backtest' | 'run'
  /** The folder that it was read from. */
  readonly folder: string
  /** The fill model; null: a run, with real fills. */
  readonly model: string | null
  /** Microseconds; null: unknown. */
  readonly from: number | null
  readonly to: number | null
  readonly markets: readonly string[]
  readonly orders: number
  readonly fills: number
  readonly volume: number
  readonly profit: number
  /** null: unknown. */
  readonly parts: ProfitDigits | null
  readonly fees: number
  readonly maxDrawdown: number | null
  /** null: unknown. */
  readonly sharpe: { readonly value: number; readonly error: number; readonly periods: number; readonly period: string } | null
  readonly atRisk: number | null
  readonly strategies: Readonly<Record<string, ComparedShare>>
  readonly byMarket: Readonly<Record<string, ComparedShare>>
  /** Empty: unknown. */
  readonly markouts: readonly MarkoutPoint[]
  /** Profit since the beginning, with times in microseconds; empty: unknown. */
  readonly equity: readonly { readonly at: number; readonly value: number }[]
  /** By time; null: unknown. */
  readonly fillList: readonly ComparedFill[] | null
  readonly hash: string
}
