/**
 * What a JSON value looks like. A word: `string`, `number`, `boolean`, `null`, `any`, or several with `|` between. An object: its keys, with `?`
 * behind those that may be missing. A list with one shape: an array of any length. `oneOf`: one of several.
 */
export type Shape = string | { readonly [key: string]: Shape } | readonly Shape[] | OneOf

/** One of several shapes. */
export class OneOf {
  readonly shapes: readonly Shape[]
  constructor(shapes: readonly Shape[]) {
    this.shapes = shapes
  }
}

/** The shape, or null. */
export const nullable = (shape: Shape): OneOf => new OneOf([shape, 'null'])

/**
 * The shape of an example. What is null in it may be anything, and so may the elements of an empty list; elements that differ make a list of
 * several shapes. Keys that begin with `_` are remarks and no part of it.
 */
export const shapeOf = (example: unknown): Shape => {
  if (example === null) return 'any'
  if (Array.isArray(example)) return [elementShape(example)]
  if (typeof example !== 'object') return typeof example
  const known = Object.entries(example).filter(([key]) => !key.startsWith('_'))
  return Object.fromEntries(known.map(([key, value]) => [key, shapeOf(value)]))
}

const elementShape = (elements: readonly unknown[]): Shape => {
  const shapes = new Map(elements.map(element => [JSON.stringify(shapeOf(element)), shapeOf(element)]))
  if (shapes.size === 0) return 'any'
  const [first] = shapes.values()
  return shapes.size === 1 && first !== undefined ? first : new OneOf([...shapes.values()])
}

/** How strictly keys are compared. */
export interface Strictness {
  /** Keys beyond the shape's are fine: for rows that answer the superset of several documents. */
  readonly allowsMore?: boolean
}

/** Where a value does not fit a shape: one line a place, none where it fits. */
export const misfits = (value: unknown, shape: Shape, how: Strictness = {}, path = '$'): readonly string[] => {
  if (shape instanceof OneOf) {
    const found = shape.shapes.map(one => misfits(value, one, how, path))
    return found.some(lines => lines.length === 0) ? [] : (found[0] ?? [])
  }
  if (typeof shape === 'string') return fitsWord(value, shape) ? [] : [`${path}: expected ${shape}, found ${wordOf(value)}`]
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path}: expected a list, found ${wordOf(value)}`]
    return value.flatMap((element, index) => misfits(element, shape[0] ?? 'any', how, `${path}[${index}]`))
  }
  return misfitsOfObject(value, shape as Readonly<Record<string, Shape>>, how, path)
}

const misfitsOfObject = (
  value: unknown,
  shape: Readonly<Record<string, Shape>>,
  how: Strictness,
  path: string,
): readonly string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path}: expected an object, found ${wordOf(value)}`]
  const keys = Object.keys(shape).map(key => ({
    name: key.replace(/\?$/, ''),
    isOptional: key.endsWith('?'),
    shape: shape[key],
  }))
  const named = new Set(keys.map(({ name }) => name))
  const beyond = how.allowsMore === true ? [] : Object.keys(value).filter(key => !named.has(key))
  return [
    ...beyond.map(key => `${path}.${key}: not expected`),
    ...keys.flatMap(key => {
      if (Object.hasOwn(value, key.name))
        return misfits((value as Record<string, unknown>)[key.name], key.shape ?? 'any', how, `${path}.${key.name}`)
      return key.isOptional ? [] : [`${path}.${key.name}: missing`]
    }),
  ]
}

const fitsWord = (value: unknown, word: string): boolean => word.split('|').some(one => one === 'any' || one === wordOf(value))

const wordOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
