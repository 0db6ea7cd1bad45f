import { drawn } from '../latency.js'
import { type Axis, type AxisValue, type Point, randomPoint } from '../sweep/space.js'
import { type ParzenMixture, type Place, parzenMixture } from './parzen-mixture.js'
import { type UnitAxis, unitAxis } from './unit-axis.js'

/** A point that was tried. */
export interface TriedPoint {
  readonly point: Point
  /** More is better; null: the trial came to nothing that can be compared, which is worse than any score. */
  readonly score: number | null
}

/** What is searched. */
export interface SearchSpace {
  readonly axes: readonly Axis[]
  readonly seed: number
  /** Answers whether a point is valid and was never claimed before. One that is claimed is tried. */
  readonly claim: (point: Point) => boolean
}

/** Trials at the beginning that are drawn without a look at any result. */
export const DRAWN_FIRST = 16
/** How many places are drawn for each point that is tried. */
const CANDIDATES = 24
/** The part of the trials that counts as good, and how many of them at most. */
const GOOD_PART = 0.1
const GOOD_MAX = 25
/** How often places are drawn before chance takes over, and how often that draws. A small space has fewer points than are asked for. */
const LOOKS_MAX = 4
const DRAWS_MAX = 1_000
const DRAWS_A_TRIAL = 20

/**
 * The points to try next, by a tree-structured Parzen estimator (Bergstra, Bardenet, Bengio and Kégl, "Algorithms for Hyper-Parameter
 * Optimization", NIPS 2011, section 4) over all axes together. What was tried is parted into the few that are good and the rest, and a density
 * is made of each; of some places that the good one gives, the one is taken whose good density is largest against the other, since the expected
 * improvement grows with that ratio (section 4.1 there). A point that is chosen and not tried yet counts with the rest, so that those of one
 * batch keep apart (the constant liar of Ginsbourger, Le Riche and Carraro, "Kriging Is Well-Suited to Parallelize Optimization", 2010). The
 * first `DRAWN_FIRST` are those of the random search with the same seed. What comes depends on the arguments alone, and a larger `count` begins
 * with the same points. Fewer points than asked for: the space is used up.
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

/** Of equals the one that was tried first is the better. */
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
  /** Of the trial, from 0. */
  readonly number: number
  readonly good: ParzenMixture
  readonly rest: ParzenMixture
}

/** Null: everything that the good density gives was claimed before. */
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

/** Streams of draws: axes of a random search have the numbers below. */
const GUIDED = 1_000_000

/** The first of the random search's points that was not claimed yet; null: it was not met among all that were drawn. */
function atRandom({ axes, seed, claim }: SearchSpace, number: number): Point | null {
  const draws = DRAWS_MAX + DRAWS_A_TRIAL * number
  for (let draw = 0; draw < draws; draw++) {
    const point = randomPoint(axes, seed, draw)
    if (claim(point)) return point
  }
  return null
}

const placeOf = (axes: readonly UnitAxis[], point: Point): Place =>
  axes.map(axis => {
    const value = point[axis.name] ?? 0
    return axis.kind === 'choice' ? axis.values.indexOf(value) : axis.placeOf(value)
  })

const pointAt = (axes: readonly UnitAxis[], place: Place): Point =>
  Object.fromEntries(
    axes.map((axis, at): [string, AxisValue] => {
      const coordinate = place[at] ?? 0
      return [axis.name, axis.kind === 'choice' ? (axis.values[coordinate] ?? 0) : axis.valueAt(coordinate)]
    }),
  )
