/**
 * A deep-frozen copy of plain data: objects, arrays and their contents. Maps, sets and dates are copied but cannot be frozen. Instances of other
 * classes and functions are kept as they are.
 */
export const frozenCopy = <T>(value: T): T => copied(value, new Map()) as T

/** `known`: copies by original, so that a cycle ends. */
function copied(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (known.has(value)) return known.get(value)
  const put = <C extends object>(copy: C): C => {
    known.set(value, copy)
    return copy
  }
  if (Array.isArray(value)) {
    const list = put([] as unknown[])
    for (const each of value) list.push(copied(each, known))
    return Object.freeze(list)
  }
  if (value instanceof Date) return put(new Date(value))
  if (value instanceof Set) {
    const set = put(new Set())
    for (const each of value) set.add(copied(each, known))
    return set
  }
  if (value instanceof Map) {
    const map = put(new Map())
    for (const [key, each] of value) map.set(copied(key, known), copied(each, known))
    return map
  }
  return isPlain(value) ? copiedFields(value, put({}), known) : value
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function copiedFields(from: object, to: object, known: Map<object, unknown>): object {
  for (const [key, each] of Object.entries(from))
    Object.defineProperty(to, key, { value: copied(each, known), enumerable: true })
  return Object.freeze(to)
}
