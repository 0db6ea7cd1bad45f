import type { BacktestResult, QuoteSpan } from '../result.js'
import { sumOf } from './fill-profit.js'
import { payoutOf } from './markouts.js'
import { byMarket, middleOf } from './middles.js'

/** Prices in one tenth of the range, and how often their markets paid. */
export interface CalibrationBin {
  /** Mean of these prices, 0 to 1. */
  readonly price: number
  /** Mean payout of their markets. */
  readonly paid: number
  /** Markets with at least one price in it. */
  readonly markets: number
}

/** How well a price predicted the result. Each market has the same weight, however often it was sampled. */
export interface PriceCalibration {
  readonly of: string
  readonly bins: readonly CalibrationBin[]
  /** Mean squared difference to the payout: 0 is perfect, 0.25 is always predicting one half. */
  readonly brier: number
  readonly markets: number
}

interface Prediction {
  readonly price: number
  readonly paid: number
  readonly market: number
  readonly weight: number
}

const BINS = 10

/**
 * For the recorded book's mid price, our own quotes' mid and the strategies' fair values, over the markets with a known result; a source without
 * prices is left out.
 */
export function calibrations(result: BacktestResult): PriceCalibration[] {
  const quotes = result.accounts[0]?.quotes ?? []
  return [
    calibrate('middle of the recorded book', result, bookPrices(result)),
    calibrate('middle of our quotes', result, quotePrices(quotes)),
    calibrate('fair value of the strategies', result, fairPrices(result)),
  ].filter(({ markets }) => markets > 0)
}

type Prices = ReadonlyMap<number, readonly number[]>

function calibrate(of: string, result: BacktestResult, prices: Prices): PriceCalibration {
  const seen = [...prices].flatMap(([market, list]) => {
    const paid = payoutOf(result, market)
    return paid === null ? [] : list.map(price => ({ price, paid, market, weight: 1 / list.length }))
  })
  const weight = sumOf(seen.map(({ weight }) => weight))
  const squares = sumOf(seen.map(({ price, paid, weight }) => weight * (price - paid) ** 2))
  return { of, bins: binsOf(seen), brier: weight === 0 ? 0 : squares / weight, markets: countMarkets(seen) }
}

function binsOf(seen: readonly Prediction[]): CalibrationBin[] {
  const bins = Array.from({ length: BINS }, (): Prediction[] => [])
  for (const prediction of seen) bins[Math.min(BINS - 1, Math.floor(prediction.price * BINS))]?.push(prediction)
  return bins
    .filter(bin => bin.length > 0)
    .map(bin => {
      const weight = sumOf(bin.map(({ weight }) => weight))
      const mean = (of: (prediction: Prediction) => number): number =>
        sumOf(bin.map(prediction => prediction.weight * of(prediction))) / weight
      return { price: mean(({ price }) => price), paid: mean(({ paid }) => paid), markets: countMarkets(bin) }
    })
}

const countMarkets = (seen: readonly Prediction[]): number => new Set(seen.map(({ market }) => market)).size

const bookPrices = ({ books }: BacktestResult): Prices =>
  new Map([...byMarket(books)].map(([market, samples]) => [market, samples.flatMap(sample => middleOf(sample) ?? [])]))

/** The strategies' own values, whenever they changed. */
const fairPrices = ({ accounts }: BacktestResult): Prices =>
  new Map(
    [...byMarket(accounts[0]?.fairs ?? [])].map(([market, samples]) => [market, samples.flatMap(({ fair }) => fair ?? [])]),
  )

/** The mid of our bid and ask, whenever one of them changed while both rested. */
function quotePrices(quotes: readonly QuoteSpan[]): Prices {
  return new Map([...byMarket(quotes)].map(([market, spans]) => [market, middlesOf(spans)]))
}

function middlesOf(spans: readonly QuoteSpan[]): number[] {
  const found: number[] = []
  const standing: { bid: QuoteSpan | null; ask: QuoteSpan | null } = { bid: null, ask: null }
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    standing[span.side] = span
    const other = span.side === 'bid' ? standing.ask : standing.bid
    if (other !== null && (other.to === null || other.to > span.from)) found.push((span.price + other.price) / 20_000)
  }
  return found
}
