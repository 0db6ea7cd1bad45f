/**
 * Plain data as JSON and back, including values that JSON cannot express: a bigint becomes `{"$wei":"123"}`, a Map `{"$map":[[key, value]]}`. Brands
 * exist only for the compiler, so text that this project wrote is read back with its former type.
 */
export const toJson = (value: unknown): string => JSON.stringify(encoded(value))

/**
 * For `JSON.stringify`, which writes null for a number that is not finite, such as one that was read from `1e400`. Null can mean "no limit": as a
 * text the value is refused where a number is expected.
 */
export const infiniteAsText = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value

/** Reads what `toJson` wrote. Throws a SyntaxError on text that is not JSON. */
export const fromJson = (text: string): unknown => (WITH_MARKS.test(text) ? JSON.parse(text, decode) : JSON.parse(text))

/** Most lines of a log have no such value, and calling `decode` for each of their values takes longer than parsing them. */
const WITH_MARKS = /"\$(?:wei|map)"/

/**
 * The value with marks for what JSON cannot express: itself where it has nothing of that kind, else a copy of the parts that do. A function that
 * `JSON.stringify` calls for each value would take half as long again as all the rest.
 */
function encoded(value: unknown): unknown {
  if (typeof value === 'bigint') return { $wei: value.toString() }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Map) return { $map: encodedList([...value]) }
  return Array.isArray(value) ? encodedList(value) : encodedFields(value as Fields)
}

type Fields = Readonly<Record<string, unknown>>

function encodedFields(value: Fields): Fields {
  let copy: Record<string, unknown> | null = null
  for (const key in value) {
    const field = value[key]
    if (!mayNeedMarks(field)) continue
    const own = encoded(field)
    if (own !== field) (copy ??= { ...value })[key] = own
  }
  return copy ?? value
}

function encodedList(value: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | null = null
  for (let i = 0; i < value.length; i++) {
    if (!mayNeedMarks(value[i])) continue
    const own = encoded(value[i])
    if (own !== value[i]) (copy ??= [...value])[i] = own
  }
  return copy ?? value
}

/** Whether a value may need marks. Most values are numbers and texts. */
const mayNeedMarks = (value: unknown): boolean => typeof value === 'object' || typeof value === 'bigint'

const decode = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('$wei' in value && typeof value.$wei === 'string') return BigInt(value.$wei)
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map as [unknown, unknown][])
  return value
}
