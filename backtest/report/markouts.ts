import { LATER_US } from '../later-middles.js'
import type { BacktestResult, SimulatedFill } from '../result.js'
import { type Exchanged, yesFill } from './yes-fill.js'

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
/** Names of the times after a fill, in their order. */
const HORIZONS = ['1 s', '5 s', '30 s', '5 min', '1 h']
/** Fills of one market within this time, or within the horizon, are not independent of each other. */
const STRETCH = 60 * SECOND

interface Observation {
  readonly weight: number
  readonly cents: number
  readonly stretch: string
}

/** A fill with the mid prices after it. */
type MeasuredFill = Exchanged & Pick<SimulatedFill, 'isSettled' | 'middlesAfter'>

/** The parts of a result that are read. */
type Told = Pick<BacktestResult, 'markets'>

/** The markout curve of an account's settled fills. After a market's result is known, its price is the payout. */
export function markouts(result: Told, fills: readonly MeasuredFill[]): MarkoutPoint[] {
  const settled = fills.filter(({ isSettled }) => isSettled)
  const curve = LATER_US.map((after, later) => average(HORIZONS[later]!, observe(settled, after, priceAfter(result, later))))
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

const priceAfter = (result: Told, later: number) => (fill: MeasuredFill) => {
  const time = fill.at + LATER_US[later]!
  const known = result.markets[fill.market]?.result
  if (known !== null && known !== undefined && time >= known.at) return known.yes
  return fill.middlesAfter?.[later] ?? null
}

function observe(fills: readonly MeasuredFill[], after: number, priceOf: (fill: MeasuredFill) => number | null): Observation[] {
  const width = Math.max(STRETCH, after)
  return fills.flatMap(fill => {
    const price = priceOf(fill)
    if (price === null) return []
    const stretch = `${fill.market}:${Number.isFinite(width) ? Math.floor(fill.at / width) : 0}`
    const { shares, sign, price: paid } = yesFill(fill)
    return [{ weight: shares, cents: sign * (price - paid) * 100, stretch }]
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
