import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { Axis, AxisValue } from '../../../backtest/sweep/space.js'
import { reasonOf } from '../../model/reason-of.js'
import { complaint } from '../config/config.js'
import { nearest } from '../config/nearest.js'
import type { AxisConfig, RangeConfig } from '../config/sweep-schema.js'
import type { SearchSetup } from './backtest-setup.js'

/**
 * The parameters that a search varies: those of `sweep.parameters`, or else all that the config does not set, within the bounds of the strategy's
 * schema. A number without two bounds is varied from half to twice its value. Throws an `ExitError` of code 2 for a parameter or a value that the
 * strategy refuses.
 */
export function sweepAxes(setup: SearchSetup): readonly Axis[] {
  const { source, config, definition } = setup
  const known = propertiesOf(definition.parameters)
  const asked = config.sweep.parameters ?? freeOf(known, config.parameters)
  const axes = Object.entries(asked).flatMap(([name, axis]) => {
    const property = known[name]
    if (property === undefined) throw complaint(source, ['sweep', 'parameters', name], unknownWords(name, Object.keys(known)))
    expectFew(setup, name, axis)
    expectScale(setup, name, axis)
    const found = axisOf({ name, axis, property, now: config.parameters[name] ?? property.default })
    if (found === null && config.sweep.parameters === undefined) return []
    if (found === null)
      throw complaint(source, ['sweep', 'parameters', name], 'its schema has no bounds; list values, or say from and to')
    return [found]
  })
  for (const axis of axes) expectTaken(setup, axis)
  if (axes.length === 0) throw complaint(source, ['sweep'], `nothing is left to vary; name parameters of ${definition.name}`)
  return axes
}

/** The greatest length of a list. */
const STEPPED_MAX = 1_000

/** Checks a step before its values are counted, because a tiny step would give too many. */
function expectFew({ source }: SearchSetup, name: string, axis: AxisConfig): void {
  if (typeof axis === 'string' || !('from' in axis) || axis.step === undefined) return
  const values = countSteps(Math.min(axis.from, axis.to), Math.max(axis.from, axis.to), axis.step) + 1
  if (values <= STEPPED_MAX) return
  const many = values.toLocaleString('en')
  throw complaint(
    source,
    ['sweep', 'parameters', name, 'step'],
    `makes ${many} values of it, more than ${STEPPED_MAX.toLocaleString('en')}`,
  )
}

/** A logarithmic scale has no place for 0. */
function expectScale({ source }: SearchSetup, name: string, axis: AxisConfig): void {
  if (typeof axis === 'string' || !('from' in axis) || axis.scale !== 'log') return
  const low = Math.min(axis.from, axis.to)
  if (low > 0) return
  throw complaint(source, ['sweep', 'parameters', name, 'scale'], `a logarithmic scale needs two ends above 0, found ${low}`)
}

/** Values that represent an axis: all of a list, both ends of a range. */
const valuesOf = (axis: Axis): readonly AxisValue[] => (axis.kind === 'values' ? axis.values : [axis.from, axis.to])

/** A value that is always invalid is an error; one that is invalid only in some combinations just excludes those. */
function expectTaken({ source, definition }: SearchSetup, axis: Axis): void {
  const { parameters } = definition
  if (!(parameters instanceof z.ZodObject)) return
  const alone = parameters.shape[axis.name]
  for (const value of valuesOf(axis)) {
    const reason = alone === undefined ? null : whyNot(alone, value)
    if (reason === null) continue
    const words = `the strategy does not take ${JSON.stringify(value)}: ${reason}`
    throw complaint(source, ['sweep', 'parameters', axis.name], words)
  }
}

function whyNot(schema: z.core.$ZodType, value: AxisValue): string | null {
  try {
    return z.safeParse(schema, value).error?.issues[0]?.message ?? null
  } catch (error) {
    return reasonOf(error)
  }
}

/** The parts of a parameter's JSON schema that are read here. */
interface Property {
  readonly type?: string
  readonly default?: unknown
  readonly enum?: readonly AxisValue[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}

function propertiesOf(schema: z.ZodType): Readonly<Record<string, Property>> {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (properties ?? {}) as Readonly<Record<string, Property>>
}

const freeOf = (
  known: Readonly<Record<string, Property>>,
  set: Readonly<Record<string, unknown>>,
): Record<string, AxisConfig> =>
  Object.fromEntries(Object.keys(known).flatMap(name => (name in set ? [] : [[name, 'schema' as const]])))

interface Asked {
  readonly name: string
  readonly axis: AxisConfig
  readonly property: Property
  /** The value of the parameter without a search. */
  readonly now: unknown
}

function axisOf({ name, axis, property, now }: Asked): Axis | null {
  if (axis === 'schema') return schemaAxis({ name, property, now })
  if ('from' in axis) return rangeAxis(name, axis, property)
  return { name, kind: 'values', values: [...new Set(axis)] }
}

function rangeAxis(name: string, range: RangeConfig, property: Property): Axis {
  const { from, to, step, steps, scale } = range
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  if (step !== undefined) return { name, kind: 'values', values: stepped(low, high, step) }
  return { name, kind: 'range', from: low, to: high, steps, isLog: scale === 'log', isWhole: property.type === 'integer' }
}

/** Computed with the written decimals, so that ten steps of 0.1 give exactly 1. */
const stepped = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: countSteps(from, to, step) + 1 }, (_, at) => new Decimal(step).times(at).plus(from).toNumber())

const countSteps = (from: number, to: number, step: number): number => new Decimal(to).minus(from).div(step).floor().toNumber()

const STEPS = 5
/** The range around a value without bounds. */
const STEPS_AROUND = 3

function schemaAxis({ name, property, now }: Omit<Asked, 'axis'>): Axis | null {
  if (property.enum !== undefined) return { name, kind: 'values', values: property.enum }
  if (property.type === 'boolean') return { name, kind: 'values', values: [false, true] }
  if (property.type !== 'number' && property.type !== 'integer') return null
  const isWhole = property.type === 'integer'
  const [low, high] = boundsOf(property, isWhole)
  if (low !== null && high !== null) return { name, kind: 'range', from: low, to: high, steps: STEPS, isLog: false, isWhole }
  if (typeof now !== 'number' || now <= 0) return null
  const from = Math.max(low ?? 0, now / 2)
  return { name, kind: 'range', from, to: Math.min(high ?? Infinity, now * 2), steps: STEPS_AROUND, isLog: true, isWhole }
}

/** For whole numbers, the schema names the greatest exact doubles, which are not real bounds. */
const END = Number.MAX_SAFE_INTEGER

function boundsOf(property: Property, isWhole: boolean): readonly [low: number | null, high: number | null] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = property
  const low = minimum ?? exclusiveMinimum ?? -END
  const high = maximum ?? exclusiveMaximum ?? END
  // An exclusive end is moved inwards by a step, or by a small part of the range.
  const inside = multipleOf ?? (isWhole ? 1 : low > -END && high < END ? (high - low) / 100 : 0)
  return [
    low <= -END ? null : exclusiveMinimum === undefined ? low : low + inside,
    high >= END ? null : exclusiveMaximum === undefined ? high : high - inside,
  ]
}

function unknownWords(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === null
    ? `the strategy has no such parameter; it has ${known.join(', ')}`
    : `the strategy has no such parameter; did you mean "${meant}"?`
}
