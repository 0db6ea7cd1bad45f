import { fileURLToPath } from 'node:url'

/** A strategy to compare, and how its parameters are searched. */
export interface Contestant {
  readonly name: string
  /** What a config calls it. */
  readonly strategy: string
  /** Set in every trial. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The varied parameters, as `sweep.parameters` in a config; null: none. */
  readonly axes: Readonly<Record<string, unknown>> | null
}

const JOIN = fileURLToPath(new URL('../../../bench/strategies/join.ts', import.meta.url))
/** The same size and position limit for all that have them. */
const SAME = { sizeShares: 20, positionMaxShares: 100 }
/** Value of a reward point in USDT: for the backtest's venue and for the strategy that quotes for rewards. */
export const POINT_USDT = 0.1
/** Pyth's price names in rounds, and the names that a recording's references must have. */
const ORACLE_PRICES = {
  '0xe62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43': 'BTC',
  '0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace': 'ETH',
  '0x2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f': 'BNB',
}
const log = (from: number, to: number): object => ({ from, to, scale: 'log' })
const line = (from: number, to: number): object => ({ from, to })
/** For a model that measures its inputs. */
const MODEL = { halfSpreadMinTicks: line(0, 4), horizonSeconds: log(30, 900) }

export const CONTESTANTS: readonly Contestant[] = [
  { name: 'join', strategy: JOIN, parameters: SAME, axes: null },
  {
    name: 'two-sided',
    strategy: 'two-sided',
    parameters: SAME,
    axes: { halfSpreadTicks: line(0.5, 8), leanTicks: line(0, 10) },
  },
  {
    name: 'ladder',
    strategy: 'ladder',
    parameters: { positionMaxShares: 100, levels: 3, sizeShares: 10 },
    axes: { halfSpreadTicks: line(0.5, 8), stepTicks: line(1, 4), leanTicks: line(0, 10) },
  },
  { name: 'bands', strategy: 'bands', parameters: { positionMaxShares: 100 }, axes: null },
  {
    name: 'amm',
    strategy: 'amm',
    parameters: { positionMaxShares: 100 },
    axes: { collateralUsdt: log(50, 400), spreadUsdt: line(0.01, 0.08), depthUsdt: line(0.04, 0.3) },
  },
  {
    name: 'avellaneda-stoikov (paper)',
    strategy: 'avellaneda-stoikov',
    parameters: { ...SAME, model: 'paper' },
    axes: { ...MODEL, riskAversion: log(0.01, 10) },
  },
  {
    name: 'avellaneda-stoikov (practical)',
    strategy: 'avellaneda-stoikov',
    parameters: { ...SAME, model: 'practical' },
    axes: { ...MODEL, riskAversion: log(0.05, 10) },
  },
  {
    name: 'glft',
    strategy: 'glft',
    parameters: SAME,
    axes: { halfSpreadMinTicks: line(0, 4), riskAversion: log(0.002, 1), skewMaxTicks: line(1, 10) },
  },
  {
    name: 'logit',
    strategy: 'logit',
    parameters: SAME,
    axes: { ...MODEL, riskAversion: log(0.01, 10) },
  },
  {
    name: 'reward',
    strategy: 'reward',
    // Points need orders of at least a hundred shares.
    parameters: { positionMaxShares: 300, sizeMaxShares: 200, usdtPerPoint: POINT_USDT },
    axes: { leanTicks: line(0, 6), markoutTicks: line(0.2, 3), inventoryUsdtPerHour: log(0.02, 2) },
  },
  {
    name: 'up-down',
    strategy: 'up-down',
    parameters: { ...SAME, references: ORACLE_PRICES },
    axes: { halfSpreadTicks: line(0.5, 6), leanTicks: line(0, 6), volatilityPerYear: log(0.2, 2) },
  },
]
