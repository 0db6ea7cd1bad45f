import { z } from 'zod'
import { unitOf } from './unit-of.js'

/** A parameter as documentation shows it. */
export interface DescribedParameter {
  /** The name; a nested field has a dot. */
  readonly name: string
  /** Such as `number`, `text`, `"a" or "b"`. */
  readonly type: string
  readonly isRequired: boolean
  /** Absent: it has no default. */
  readonly default?: unknown
  /** null: it has no unit, or its name does not say which. */
  readonly unit: string | null
  /** Its range, such as `above 0` or `0 to 10`; null: it has no bounds. */
  readonly range: string | null
  readonly description: string | null
}

/** The parts of a JSON schema that are read here. */
interface Node {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly unit?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

/** The parameters of a strategy, from its schema. The unit is that of `.meta({ unit })`, or else the end of the name. */
export const describedParameters = (schema: z.ZodType): readonly DescribedParameter[] =>
  fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, '')

const fieldsOf = ({ properties = {}, required = [] }: Node, prefix: string): readonly DescribedParameter[] =>
  Object.entries(properties).flatMap(([key, node]) =>
    node.properties === undefined
      ? [described(node, prefix + key, required.includes(key))]
      : fieldsOf(node, `${prefix}${key}.`),
  )

const described = (node: Node, name: string, isRequired: boolean): DescribedParameter => ({
  name,
  type: typeOf(node),
  isRequired,
  ...(node.default !== undefined && { default: node.default }),
  unit: node.unit ?? unitOf(name),
  range: rangeOf(node),
  description: node.description ?? null,
})

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'fields',
}

function typeOf({ type, anyOf, enum: values, const: one, items }: Node): string {
  if (values !== undefined) return values.map(value => JSON.stringify(value)).join(' or ')
  if (one !== undefined) return JSON.stringify(one)
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (items !== undefined) return `list of ${typeOf(items)}`
  const [first = 'any value', ...others] = [type ?? []].flat()
  return [first, ...others].map(word => WORDS[word] ?? word).join(' or ')
}

function rangeOf(node: Node): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node.anyOf?.find(({ type }) => type !== 'null') ?? node
  // A whole number without bounds has those of exact doubles in its schema.
  const above = isBound(exclusiveMinimum) ? `above ${exclusiveMinimum}` : null
  const below = isBound(exclusiveMaximum) ? `below ${exclusiveMaximum}` : null
  const least = isBound(minimum) ? `${minimum}` : above
  const most = isBound(maximum) ? `${maximum}` : below
  if (least !== null && most !== null) return `${least} to ${most}`
  if (isBound(minimum)) return `at least ${minimum}`
  if (isBound(maximum)) return `at most ${maximum}`
  return above ?? below
}

const isBound = (value: number | undefined): boolean => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
