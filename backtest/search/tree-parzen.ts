import { drawn } from '../latency.js'
import { type Axis, type AxisValue, type Point, randomPoint } from '../sweep/space.js'
import { type Coordinates, type ParzenMixture, parzenMixture } from './parzen-mixture.js'
import { type UnitAxis, unitAxis } from './unit-axis.js'

/** A point that was tried. */
export interface TriedPoint {
  readonly point: Point
  /** Higher is better; null: the trial gave no comparable result, which is worse than any score. */
  readonly score: number | null
}

/** The searched space. */
export interface SearchSpace {
  readonly axes: readonly Axis[]
  readonly seed: number
  /** Claims a point: returns false if it is invalid or was claimed before. Every claimed point is tried. */
  readonly claim: (point: Point) => boolean
}

/** Trials at the beginning that are drawn without looking at results. */
export const DRAWN_FIRST = 16
/** How many places are drawn for each point that is tried. */
const CANDIDATES = 24
/** The fraction of the trials that counts as good, and the most of them. */
const GOOD_PART = 0.1
const GOOD_MAX = 25
/** How often places are drawn before random search takes over, and how often that draws. A small space has fewer points than requested. */
const LOOKS_MAX = 4
const DRAWS_MAX = 1_000
const DRAWS_A_TRIAL = 20

/**
 * The points to try next, by a tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kégl, "Algorithms for Hyper-Parameter Optimization",
 * NIPS 2011, section 4) over all axes together. Tried points are divided into a few good ones and the rest, and a density is built from each group;
 * among some places drawn from the good density, the one with the largest ratio of good to other density is taken, because the expected improvement
 * grows with that ratio (section 4.1 there). A point that is chosen but not tried yet counts with the rest, so that the points of one batch differ
 * (the constant liar of Ginsbourger, Le Riche and Carraro, "Kriging Is Well-Suited to Parallelize Optimization", 2010). The first `DRAWN_FIRST` are
 * those of the random search with the same seed. The result depends only on the arguments, and a larger `count` begins with the same points. Fewer
 * points than requested: the space is used up.
 */
export function nextPoints(space: SearchSpace, tried: readonly TriedPoint[], count: number): readonly Point[] {
  const axes = space.axes.map(unitAxis)
  const { good, rest } = parted(tried)
  const goodMixture = parzenMixture(
    axes,
    good.map(point => placeOf(axes, point)),
  )
  const others = rest.map(point => placeOf(axes, point))
  const chosen: Point[] = []
  while (chosen.length < count) {
    const number = tried.length + chosen.length
    const next =
      number < DRAWN_FIRST ? null : guided(space, axes, { number, good: goodMixture, rest: parzenMixture(axes, others) })
    const point = next ?? atRandom(space, number)
    if (point === null) break
    chosen.push(point)
    others.push(placeOf(axes, point))
  }
  return chosen
}

/** Of equal scores, the earlier one is better. */
function parted(tried: readonly TriedPoint[]): { readonly good: readonly Point[]; readonly rest: readonly Point[] } {
  const sorted = tried
    .flatMap(({ point, score }) => (score === null ? [] : [{ point, score }]))
    .toSorted((a, b) => b.score - a.score)
  const few = Math.min(GOOD_MAX, Math.ceil(GOOD_PART * tried.length))
  const dead = tried.flatMap(({ point, score }) => (score === null ? [point] : []))
  const points = sorted.map(({ point }) => point)
  return { good: points.slice(0, few), rest: [...points.slice(few), ...dead] }
}

interface Densities {
  /** The trial's number, from 0. */
  readonly number: number
  readonly good: ParzenMixture
  readonly rest: ParzenMixture
}

/** null: everything that the good density gives was claimed before. */
function guided({ seed, claim }: SearchSpace, axes: readonly UnitAxis[], { number, good, rest }: Densities): Point | null {
  let draws = 0
  const next = (): number => drawn(seed, GUIDED + number, draws++)
  for (let look = 0; look < LOOKS_MAX; look++) {
    const candidates = Array.from({ length: CANDIDATES }, () => {
      const point = pointAt(axes, good.draw(next))
      const place = placeOf(axes, point)
      return { point, gain: good.logDensity(place) - rest.logDensity(place) }
    })
    const taken = candidates.toSorted((a, b) => b.gain - a.gain).find(({ point }) => claim(point))
    if (taken !== undefined) return taken.point
  }
  return null
}

/** Random streams: the axes of a random search use smaller numbers. */
const GUIDED = 1_000_000

/** The first point of the random search that was not claimed yet; null: none among all that were drawn. */
function atRandom({ axes, seed, claim }: SearchSpace, number: number): Point | null {
  const draws = DRAWS_MAX + DRAWS_A_TRIAL * number
  for (let draw = 0; draw < draws; draw++) {
    const point = randomPoint(axes, seed, draw)
    if (claim(point)) return point
  }
  return null
}

const placeOf = (axes: readonly UnitAxis[], point: Point): Coordinates =>
  axes.map(axis => {
    const value = point[axis.name] ?? 0
    return axis.kind === 'choice' ? axis.values.indexOf(value) : axis.placeOf(value)
  })

const pointAt = (axes: readonly UnitAxis[], place: Coordinates): Point =>
  Object.fromEntries(
    axes.map((axis, at): [string, AxisValue] => {
      const coordinate = place[at] ?? 0
      return [axis.name, axis.kind === 'choice' ? (axis.values[coordinate] ?? 0) : axis.valueAt(coordinate)]
    }),
  )
