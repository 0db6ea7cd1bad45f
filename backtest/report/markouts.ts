import type { BacktestResult, SimulatedFill } from '../result.js'
import { createMiddles, type Middles } from './middles.js'
import { type Exchanged, type YesFill, yesFill } from './yes-fill.js'

/** Value of fills some time later, compared with their cost. */
export interface MarkoutPoint {
  readonly horizon: string
  /** Gain of each share in cents, weighted by shares; null: no fill has a price at this horizon. */
  readonly cents: number | null
  /** One standard error of it; null: fewer than two independent clusters. */
  readonly error: number | null
  /** Number of fills with a known price at the horizon. */
  readonly fills: number
}

const SECOND = 1_000_000
const HORIZONS: readonly (readonly [name: string, microseconds: number])[] = [
  ['1 s', SECOND],
  ['5 s', 5 * SECOND],
  ['30 s', 30 * SECOND],
  ['5 min', 300 * SECOND],
  ['1 h', 3_600 * SECOND],
]
/** Fills of one market within this time, or within the horizon, are not independent of each other. */
const STRETCH = 60 * SECOND

interface Observation {
  readonly weight: number
  readonly cents: number
  readonly stretch: string
}

/** The parts of a result that are read. */
type Told = Pick<BacktestResult, 'markets' | 'books' | 'to'>

/** The markout curve of an account's settled fills. After a market's result is known, its price is the payout. */
export function markouts(result: Told, fills: readonly (Exchanged & Pick<SimulatedFill, 'isSettled'>)[]): MarkoutPoint[] {
  const middles = createMiddles(result.books)
  const settled = fills.filter(({ isSettled }) => isSettled).map(yesFill)
  const curve = HORIZONS.map(([name, after]) => average(name, observe(settled, after, priceAfter(result, middles, after))))
  return [
    ...curve,
    average(
      'resolution',
      observe(settled, Number.POSITIVE_INFINITY, fill => payoutOf(result, fill.market)),
    ),
  ]
}

/** Payout of one YES share; null if it is unknown. */
export const payoutOf = ({ markets }: Pick<Told, 'markets'>, market: number): number | null =>
  markets[market]?.result?.yes ?? null

const priceAfter = (result: Told, middles: Middles, after: number) => (fill: YesFill) => {
  const time = fill.at + after
  const known = result.markets[fill.market]?.result
  if (known !== null && known !== undefined && time >= known.at) return known.yes
  // After the recording's end, the last book would stand for an unknown price.
  return time > result.to ? null : middles.at(fill.market, time)
}

function observe(fills: readonly YesFill[], after: number, priceOf: (fill: YesFill) => number | null): Observation[] {
  const width = Math.max(STRETCH, after)
  return fills.flatMap(fill => {
    const price = priceOf(fill)
    if (price === null) return []
    const stretch = `${fill.market}:${Number.isFinite(width) ? Math.floor(fill.at / width) : 0}`
    return [{ weight: fill.shares, cents: fill.sign * (price - fill.price) * 100, stretch }]
  })
}

function average(horizon: string, seen: readonly Observation[]): MarkoutPoint {
  const weight = seen.reduce((sum, { weight }) => sum + weight, 0)
  if (weight === 0) return { horizon, cents: null, error: null, fills: seen.length }
  const cents = seen.reduce((sum, { weight, cents }) => sum + weight * cents, 0) / weight
  return { horizon, cents, error: standardError(seen, { mean: cents, weight }), fills: seen.length }
}

/** Standard error of a weighted mean with clusters of dependent observations: residuals are summed within a cluster before they are squared. */
function standardError(seen: readonly Observation[], { mean, weight }: { mean: number; weight: number }): number | null {
  const residuals = new Map<string, number>()
  for (const { weight, cents, stretch } of seen) residuals.set(stretch, (residuals.get(stretch) ?? 0) + weight * (cents - mean))
  const count = residuals.size
  if (count < 2) return null
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual * residual, 0)
  return Math.sqrt((squares * count) / (count - 1)) / weight
}
