import type { BacktestResult, SimulatedFill } from '../result.js'
import { createMiddles, type Middles } from './middles.js'
import { type YesFill, yesFill } from './yes-fill.js'

/** What fills were worth a while later, against what they cost. */
export interface Markout {
  readonly horizon: string
  /** Gained by each share, in cents, weighted by shares; null: no fill has a price that much later. */
  readonly cents: number | null
  /** One standard error of it; null: fewer than two independent stretches. */
  readonly error: number | null
  /** Fills it is taken over: those with a known price at the horizon. */
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
/** Fills of one market this close together, or as close as the horizon, are not independent of each other. */
const STRETCH = 60 * SECOND

interface Observation {
  readonly weight: number
  readonly cents: number
  readonly stretch: string
}

/** What is read of a result. */
type Told = Pick<BacktestResult, 'markets' | 'books' | 'to'>

/** The markout curve of an account's settled fills. After a market's result is known its price is the payout. */
export function markouts(result: Told, fills: readonly SimulatedFill[]): Markout[] {
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

/** Of one YES share, or null while nobody knows it. */
export const payoutOf = ({ markets }: Pick<Told, 'markets'>, market: number): number | null =>
  markets[market]?.result?.yes ?? null

const priceAfter = (result: Told, middles: Middles, after: number) => (fill: YesFill) => {
  const time = fill.at + after
  const known = result.markets[fill.market]?.result
  if (known !== null && known !== undefined && time >= known.at) return known.yes
  // Past the recording's end the last book would stand in for a price that nobody saw.
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

function average(horizon: string, seen: readonly Observation[]): Markout {
  const weight = seen.reduce((sum, { weight }) => sum + weight, 0)
  if (weight === 0) return { horizon, cents: null, error: null, fills: seen.length }
  const cents = seen.reduce((sum, { weight, cents }) => sum + weight * cents, 0) / weight
  return { horizon, cents, error: standardError(seen, { mean: cents, weight }), fills: seen.length }
}

/** Of a weighted mean over stretches whose observations depend on each other: residuals are summed within a stretch before they are squared. */
function standardError(seen: readonly Observation[], { mean, weight }: { mean: number; weight: number }): number | null {
  const residuals = new Map<string, number>()
  for (const { weight, cents, stretch } of seen) residuals.set(stretch, (residuals.get(stretch) ?? 0) + weight * (cents - mean))
  const count = residuals.size
  if (count < 2) return null
  const squares = [...residuals.values()].reduce((sum, residual) => sum + residual * residual, 0)
  return Math.sqrt((squares * count) / (count - 1)) / weight
}
