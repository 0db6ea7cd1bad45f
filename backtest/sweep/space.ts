import { drawn } from '../latency.js'

/** What a parameter may be set to. */
export type AxisValue = number | string | boolean

/** A varied parameter: several values, or everything between two numbers. */
export type Axis = { readonly name: string } & (
  | { readonly kind: 'values'; readonly values: readonly AxisValue[] }
  | {
      readonly kind: 'range'
      readonly from: number
      readonly to: number
      /** Number of values that a grid uses, including both ends. */
      readonly steps: number
      /** True: as many values below the geometric mean of the ends as above it; both ends must be positive. */
      readonly isLog: boolean
      readonly isWhole: boolean
    }
)

/** One value for each axis. */
export type Point = Readonly<Record<string, AxisValue>>

/** Number of points of the grid. */
export const gridSize = (axes: readonly Axis[]): number =>
  axes.reduce((size, axis) => size * (axis.kind === 'values' ? axis.values.length : stepsOf(axis).length), 1)

/** Every combination; the last axis varies fastest. */
export function* gridPoints(axes: readonly Axis[]): Generator<Point> {
  const columns = axes.map(axis => (axis.kind === 'values' ? axis.values : stepsOf(axis)))
  const size = gridSize(axes)
  for (let number = 0; number < size; number++) {
    let rest = number
    const point: Record<string, AxisValue> = {}
    for (let column = axes.length - 1; column >= 0; column--) {
      const values = columns[column] ?? []
      point[axes[column]?.name ?? ''] = values[rest % values.length] ?? 0
      rest = Math.floor(rest / values.length)
    }
    yield inOrder(point, axes)
  }
}

/** An endless sequence of points. A point is a function of seed, axis and number, so that requesting more keeps the earlier ones. */
export function* randomPoints(axes: readonly Axis[], seed: number): Generator<Point> {
  for (let number = 0; ; number++) yield randomPoint(axes, seed, number)
}

/** The point with this number. */
export const randomPoint = (axes: readonly Axis[], seed: number, number: number): Point =>
  Object.fromEntries(axes.map((axis, at) => [axis.name, valueAt(axis, drawn(seed, at + 1, number))]))

/** An axis of everything between two numbers. */
export type RangeAxis = Axis & { readonly kind: 'range' }

/** Evenly spaced, rounded, without duplicates. */
function stepsOf(axis: RangeAxis): readonly number[] {
  const last = Math.max(1, axis.steps - 1)
  return [...new Set(Array.from({ length: axis.steps }, (_, step) => rangeValue(axis, step / last)))]
}

const valueAt = (axis: Axis, unit: number): AxisValue =>
  axis.kind === 'values' ? (axis.values[Math.floor(unit * axis.values.length)] ?? 0) : rangeValue(axis, unit)

/** The value at a place between 0 and 1, on the axis's scale. */
export function rangeValue({ from, to, isLog, isWhole }: RangeAxis, unit: number): number {
  const value = isLog ? from * (to / from) ** unit : from + (to - from) * unit
  const rounded = isWhole ? Math.round(value) : readable(value)
  return Math.min(to, Math.max(from, rounded))
}

/** Enough digits to tell trials apart, and few enough to copy into a config. */
const readable = (value: number): number => Number(value.toPrecision(6))

const inOrder = (point: Point, axes: readonly Axis[]): Point =>
  Object.fromEntries(axes.map(({ name }) => [name, point[name] ?? 0]))
