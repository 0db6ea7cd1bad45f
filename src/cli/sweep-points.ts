import { type Axis, grid, gridSize, type Point, randomPoints } from '../../backtest/sweep/space.js'
import { toJson } from '../model/plain.js'
import type { SearchSetup } from './backtest-setup.js'
import { complaint } from './config.js'

/** Parameter sets to try. */
export interface SweepPoints {
  readonly points: readonly Readonly<Record<string, unknown>>[]
  /** Combinations that the strategy's schema refuses. */
  readonly refused: number
  /** What a reader should know of the drawing, a sentence each. */
  readonly warnings: readonly string[]
}

const POINTS_MAX = 100_000
/** A small space has fewer points than are asked for, so drawing ends some time. */
const DRAWS_A_POINT = 20

/** Walks the space: each parameter set once, as the strategy reads it. Throws an `ExitError` of code 2 where there are none, or too many. */
export function sweepPoints(setup: SearchSetup, axes: readonly Axis[]): SweepPoints {
  const { source, config, definition } = setup
  const { random, seed } = config.sweep
  if (random === undefined && gridSize(axes) > POINTS_MAX) {
    const what = `the grid has ${gridSize(axes).toLocaleString('en')} points, more than ${POINTS_MAX.toLocaleString('en')}`
    throw complaint(source, ['sweep'], `${what}; narrow it, or draw some with random: 1000`)
  }
  const points = new Map<string, Readonly<Record<string, unknown>>>()
  let refused = 0
  for (const point of random === undefined ? grid(axes) : drawn(axes, { random, seed })) {
    const parameters = { ...config.parameters, ...point }
    const name = nameOf(definition, parameters)
    if (name === null) refused++
    else points.set(name, points.get(name) ?? parameters)
    if (points.size === random) break
  }
  if (points.size === 0) throw complaint(source, ['sweep'], `the strategy refuses all ${refused} combinations`)
  const few = random !== undefined && points.size < random
  const warnings = few ? [`${random} points were asked for, and the space gave ${points.size} different ones`] : []
  return { points: [...points.values()], refused, warnings }
}

/** The parameter set as the strategy reads it; null where its schema refuses it. One whose rules throw stays: that is a trial which fails. */
function nameOf(
  { parameters: schema }: SearchSetup['definition'],
  parameters: Readonly<Record<string, unknown>>,
): string | null {
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
