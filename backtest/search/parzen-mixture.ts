import { choiceFactors, type Factor, orderedFactors } from './parzen-factors.js'
import type { UnitAxis } from './unit-axis.js'

/** Coordinates of a point by axis: a place between 0 and 1, or the index of a choice. */
export type Coordinates = readonly number[]

/** A density over a space, built from some of its points. */
export interface ParzenMixture {
  /** The natural logarithm of the density at a place; for a choice, of its probability. */
  logDensity(place: Coordinates): number
  /** Draws a place; `next` gives numbers that are uniform in [0, 1). */
  draw(next: () => number): Coordinates
}

/**
 * A mixture of one kernel for each point and one that covers the whole space, all with the same weight (Bergstra, Bardenet, Bengio and Kégl,
 * "Algorithms for Hyper-Parameter Optimization", NIPS 2011, section 4.2). A kernel is a product of one factor for each axis, so the mixture knows
 * which values are good together (Falkner, Klein and Hutter, "BOHB", ICML 2018, section 3.2).
 */
export function parzenMixture(axes: readonly UnitAxis[], points: readonly Coordinates[]): ParzenMixture {
  const columns = axes.map((axis, at) =>
    factorsOf(
      axis,
      points.map(point => point[at] ?? 0),
      axes.length,
    ),
  )
  const kernels = points.length + 1
  const factor = (axis: number, kernel: number): Factor | undefined => columns[axis]?.[kernel]
  return {
    logDensity: place => {
      const logs = Array.from({ length: kernels }, (_, kernel) =>
        place.reduce((sum, coordinate, axis) => sum + (factor(axis, kernel)?.log(coordinate) ?? 0), 0),
      )
      return logOfMean(logs)
    },
    draw: next => {
      const kernel = Math.floor(next() * kernels)
      return axes.map((_, axis) => factor(axis, kernel)?.draw(next) ?? 0)
    },
  }
}

/** One for each point, and finally the one that covers the axis. */
function factorsOf(axis: UnitAxis, coordinates: readonly number[], dimensions: number): readonly Factor[] {
  if (axis.kind === 'choice') return choiceFactors(axis.values.length, coordinates)
  return orderedFactors(coordinates, { resolution: axis.resolution, dimensions })
}

/** Without an overflow, however small the densities are. */
function logOfMean(logs: readonly number[]): number {
  const most = Math.max(...logs)
  let sum = 0
  for (const log of logs) sum += Math.exp(log - most)
  return most + Math.log(sum / logs.length)
}
