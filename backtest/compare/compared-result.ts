import type { Markout } from '../report/markouts.js'
import type { ProfitDigits } from '../report/profit-digits.js'

/** A fill in YES terms. */
export interface ComparedFill {
  /** When the venue matched it, or told of it, in microseconds. */
  readonly at: number
  /** By its id. */
  readonly market: string
  /** 1: YES shares came, or NO shares went; -1 the other way. */
  readonly sign: 1 | -1
  /** Of a YES share, 0 to 1. */
  readonly price: number
  readonly shares: number
}

/** What a strategy or a market came to. */
export interface ComparedShare {
  readonly fills: number
  /** In collateral. */
  readonly profit: number
}

/** One account of a backtest, or a run, as it stands beside others. Money is in collateral. */
export interface ComparedResult {
  /** Of its own among those compared. */
  readonly name: string
  readonly kind: 'backtest' | 'run'
  /** The folder that it was read from. */
  readonly folder: string
  /** The fill model; null: a run, whose fills are real. */
  readonly model: string | null
  /** Microseconds; null: not told. */
  readonly from: number | null
  readonly to: number | null
  readonly markets: readonly string[]
  readonly orders: number
  readonly fills: number
  readonly volume: number
  readonly profit: number
  /** null: not told. */
  readonly parts: ProfitDigits | null
  readonly fees: number
  readonly maxDrawdown: number | null
  /** null: not told. */
  readonly sharpe: { readonly value: number; readonly error: number; readonly periods: number; readonly period: string } | null
  readonly atRisk: number | null
  readonly strategies: Readonly<Record<string, ComparedShare>>
  readonly byMarket: Readonly<Record<string, ComparedShare>>
  /** Empty: not told. */
  readonly markouts: readonly Markout[]
  /** Gained since the beginning, at microseconds; empty: not told. */
  readonly equity: readonly { readonly at: number; readonly value: number }[]
  /** In the order of their times; null: not told. */
  readonly fillList: readonly ComparedFill[] | null
  readonly hash: string
}
