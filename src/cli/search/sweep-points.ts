import { countText } from '../../../backtest/report/format.js'
import { DRAWN_FIRST, nextPoints, type TriedPoint } from '../../../backtest/search/tree-parzen.js'
import { type Axis, gridPoints, gridSize, type Point, randomPoints } from '../../../backtest/sweep/space.js'
import { toJson } from '../../model/plain.js'
import type { BacktestConfig } from '../config/backtest-schema.js'
import { complaint } from '../config/config.js'
import type { SearchSetup } from './backtest-setup.js'

type Parameters = Readonly<Record<string, unknown>>

/** How a space is searched. */
export type SearchKind = 'grid' | 'random' | 'sequential'

/** Parameter sets to try. */
export interface SweepPoints {
  readonly kind: SearchKind
  /** How many there are at most. */
  readonly count: number
  /** How many at the beginning are chosen without a look at what came of any other. */
  readonly blind: number
  /**
   * Begins the search: parameter sets in batches, each once. Where it goes on, it is told what came of the last batch, in its order: the score of each, null
   * for one that came to nothing.
   */
  begin(): PointBatches
  /** Combinations met so far that the strategy's schema refuses. */
  readonly refused: number
  /** What a reader should know of how the search went, a sentence each. */
  readonly warnings: readonly string[]
}

export type PointBatches = Generator<readonly Parameters[], void, readonly (number | null)[]>

const POINTS_MAX = 100_000
/** A small space has fewer points than are asked for, so drawing ends some time. */
const DRAWS_A_POINT = 20

/** How the config walks the space. Throws an `ExitError` of code 2 where there are no parameter sets to try, or too many. */
export function sweepPoints(setup: SearchSetup, axes: readonly Axis[]): SweepPoints {
  const { source, config, definition } = setup
  const { random, sequential, seed } = config.sweep
  if (sequential !== undefined) return sequentialPoints(setup, axes, sequential)
  if (random === undefined && gridSize(axes) > POINTS_MAX) {
    const what = `the grid has ${gridSize(axes).toLocaleString('en')} points, more than ${POINTS_MAX.toLocaleString('en')}`
    throw complaint(source, ['sweep'], `${what}; narrow it, or draw some with random: 1000`)
  }
  const points = new Map<string, Parameters>()
  let refused = 0
  for (const point of random === undefined ? gridPoints(axes) : drawn(axes, { random, seed })) {
    const parameters = { ...config.parameters, ...point }
    const name = nameOf(definition, parameters)
    if (name === null) refused++
    else points.set(name, points.get(name) ?? parameters)
    if (points.size === random) break
  }
  if (points.size === 0) throw noneTaken(setup, refused)
  return {
    kind: random === undefined ? 'grid' : 'random',
    count: points.size,
    blind: points.size,
    begin: function* () {
      yield [...points.values()]
    },
    refused,
    warnings: fewWords(random ?? 0, points.size),
  }
}

const noneTaken = ({ source }: SearchSetup, refused: number): Error =>
  complaint(source, ['sweep'], `the strategy refuses all ${refused} combinations`)

const fewWords = (asked: number, found: number): readonly string[] =>
  found < asked ? [`${asked} points were asked for, and the space gave ${found} different ones`] : []

/** The parameter set as the strategy reads it; null where its schema refuses it. One whose rules throw stays: that is a trial which fails. */
function nameOf({ parameters: schema }: SearchSetup['definition'], parameters: Parameters): string | null {
  try {
    const { success, data } = schema.safeParse(parameters)
    return success ? toJson(data) : null
  } catch {
    return toJson(parameters)
  }
}

function* drawn(axes: readonly Axis[], { random, seed }: { readonly random: number; readonly seed: number }): Generator<Point> {
  let draws = 0
  for (const point of randomPoints(axes, seed)) {
    if (draws++ === random * DRAWS_A_POINT) return
    yield point
  }
}

/** Batch by batch, each chosen by what came of those before. How many run at a time changes nothing, since a batch has a size of its own. */
function sequentialPoints(setup: SearchSetup, axes: readonly Axis[], count: number): SweepPoints {
  const refused = new Set<string>()
  const { config, definition } = setup
  const { seed, batch } = config.sweep
  const parametersOf = (point: Point): Parameters => ({ ...config.parameters, ...point })
  let fewest = count
  const claimOnce = (): ((point: Point) => boolean) => {
    const claimed = new Set<string>()
    return point => {
      const name = nameOf(definition, parametersOf(point))
      if (name === null) refused.add(toJson(point))
      if (name === null || claimed.has(name)) return false
      claimed.add(name)
      return true
    }
  }
  if (nextPoints({ axes, seed, claim: claimOnce() }, [], 1).length === 0) throw noneTaken(setup, refused.size)
  return {
    kind: 'sequential',
    count,
    blind: Math.min(count, DRAWN_FIRST),
    begin: function* () {
      const space = { axes, seed, claim: claimOnce() }
      const tried: TriedPoint[] = []
      while (tried.length < count) {
        const points = nextPoints(space, tried, Math.min(batch, count - tried.length))
        if (points.length === 0) break
        const scores = yield points.map(parametersOf)
        tried.push(...points.map((point, at) => ({ point, score: scores[at] ?? null })))
      }
      fewest = Math.min(fewest, tried.length)
    },
    get refused() {
      return refused.size
    },
    get warnings() {
      return fewWords(count, fewest)
    },
  }
}

/** How a space was searched, in a few words for people. */
export function searchText({ kind, blind }: SweepPoints, { seed, batch }: BacktestConfig['sweep']): string {
  if (kind === 'grid') return 'the whole grid'
  if (kind === 'random') return `points drawn by seed ${seed}`
  return `a sequential search: the first ${countText(blind)} drawn by seed ${seed}, then ${countText(batch)} at a time where the ones before were good`
}
