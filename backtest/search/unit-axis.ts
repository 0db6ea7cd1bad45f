import type { Axis, AxisValue } from '../sweep/space.js'
import { rangeValue } from '../sweep/space.js'

/** A parameter as a search sees it: a place between 0 and 1, or one of several unordered values. */
export type UnitAxis = { readonly name: string } & (
  | {
      readonly kind: 'ordered'
      /** Half of the distance between neighbours; 0: every place is a value. */
      readonly resolution: number
      readonly placeOf: (value: AxisValue) => number
      readonly valueAt: (place: number) => AxisValue
    }
  | { readonly kind: 'choice'; readonly values: readonly AxisValue[] }
)

/** Numbers are ordered on the scale of their axis; strings and booleans are not ordered. A list of numbers is placed by rank. */
export function unitAxis(axis: Axis): UnitAxis {
  if (axis.kind === 'range') return rangeAxis(axis)
  const numbers = axis.values.filter(value => typeof value === 'number')
  return numbers.length === axis.values.length ? listAxis(axis.name, numbers) : { ...axis, kind: 'choice' }
}

function rangeAxis(axis: Axis & { readonly kind: 'range' }): UnitAxis {
  const { name, from, to, isLog, isWhole } = axis
  const width = isLog ? Math.log(to / from) : to - from
  return {
    name,
    kind: 'ordered',
    resolution: isWhole && to > from ? 0.5 / (to - from) : 0,
    placeOf: value => (width === 0 ? 0 : (isLog ? Math.log(Number(value) / from) : Number(value) - from) / width),
    valueAt: place => rangeValue(axis, place),
  }
}

function listAxis(name: string, numbers: readonly number[]): UnitAxis {
  const sorted = numbers.toSorted((a, b) => a - b)
  const last = Math.max(1, sorted.length - 1)
  return {
    name,
    kind: 'ordered',
    resolution: 0.5 / last,
    placeOf: value => sorted.indexOf(Number(value)) / last,
    valueAt: place => sorted[Math.round(place * (sorted.length - 1))] ?? 0,
  }
}
