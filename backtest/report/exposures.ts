import type { AccountResult, BacktestResult } from '../result.js'
import { middleOf } from './middles.js'

/** Positions of an account at a moment, over all markets. */
export interface Exposure {
  readonly at: number
  /** Loss of its positions if every market ends against them, in collateral, from the mid price of the recorded books. */
  readonly atRisk: number
  /** Sum of absolute net shares. */
  readonly shares: number
  /** Markets with a position. */
  readonly markets: number
}

/** How much an account had at risk during a run. */
export interface ExposureSummary {
  readonly mean: number
  readonly largest: number
  /** Fraction of the samples with any position, 0 to 1. */
  readonly timeInMarket: number
  readonly marketsMax: number
}

/**
 * Positions over all markets at each sample of an account. Markets of one group are added as if each could end against us: the real worst case of a
 * neg-risk group is smaller.
 */
export function exposures({ books, markets }: BacktestResult, { samples }: AccountResult): readonly Exposure[] {
  const prices = markets.map(() => 0.5)
  let next = 0
  return samples.map(({ at, net }) => {
    for (let book = books[next]; book !== undefined && book.at <= at; book = books[++next]) {
      const middle = middleOf(book)
      // A book with an empty side keeps its last mid price.
      if (middle !== null) prices[book.market] = middle
    }
    return exposureAt(at, net, prices)
  })
}

function exposureAt(at: number, net: readonly number[], prices: readonly number[]): Exposure {
  let atRisk = 0
  let shares = 0
  let markets = 0
  for (const [market, held] of net.entries()) {
    if (held === 0) continue
    const price = prices[market] ?? 0
    atRisk += held > 0 ? held * price : -held * (1 - price)
    shares += Math.abs(held)
    markets++
  }
  return { at, atRisk, shares, markets }
}

/** Samples are evenly spaced, so their mean is the mean over time. */
export function summarizeExposures(list: readonly Exposure[]): ExposureSummary {
  const count = Math.max(1, list.length)
  const sum = list.reduce((total, { atRisk }) => total + atRisk, 0)
  return {
    mean: sum / count,
    largest: list.reduce((most, { atRisk }) => Math.max(most, atRisk), 0),
    timeInMarket: list.filter(({ markets }) => markets > 0).length / count,
    marketsMax: list.reduce((most, { markets }) => Math.max(most, markets), 0),
  }
}
