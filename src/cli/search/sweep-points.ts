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
  /** The greatest number of sets. */
  readonly count: number
  /** Number of first sets that are chosen without regard to results. */
  readonly blind: number
  /**
   * Begins the search and yields batches of parameter sets, each set once. Each `next` passes the scores of the last batch, in its order; null for a
   * set without a score.
   */
  begin(): PointBatches
  /** Number of combinations so far that the strategy's schema refused. */
  readonly refused: number
  /** Notes on how the search went, one sentence each. */
  readonly warnings: readonly string[]
}

export type PointBatches = Generator<readonly Parameters[], void, readonly (number | null)[]>

const POINTS_MAX = 100_000
/** Drawing stops after this many attempts, because a small space may have fewer points than asked for. */
const DRAWS_A_POINT = 20

/** Creates the points of a config's search. Throws an `ExitError` of code 2 if there are none, or too many. */
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

/**
 * The parameter set as the strategy parses it; null if its schema refuses it. If the schema's own rules throw, the set is kept and its trial fails.
 */
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

/** Yields batches that are chosen by the results of earlier ones. The batch size is fixed, so the number of threads changes nothing. */
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

/** How a space was searched, in a few words. */
export function searchText({ kind, blind }: SweepPoints, { seed, batch }: BacktestConfig['sweep']): string {
  if (kind === 'grid') return 'the whole grid'
  if (kind === 'random') return `points drawn by seed ${seed}`
  return `a sequential search: the first ${countText(blind)} drawn by seed ${seed}, then ${countText(batch)} at a time where the ones before were good`
}
