/**
 * Plain data as JSON and back, including values that JSON cannot express: a bigint becomes `{"$wei":"123"}`, a Map `{"$map":[[key, value]]}`. Brands
 * exist only for the compiler, so text that this project wrote is read back with its former type.
 */
export const toJson = (value: unknown): string => JSON.stringify(value, encode)

/** Reads what `toJson` wrote. Throws a SyntaxError on text that is not JSON. */
export const fromJson = (text: string): unknown => (WITH_MARKS.test(text) ? JSON.parse(text, decode) : JSON.parse(text))

/** Most lines of a log have no such value, and calling `decode` for each of their values takes longer than parsing them. */
const WITH_MARKS = /"\$(?:wei|map)"/

const encode = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return { $wei: value.toString() }
  if (value instanceof Map) return { $map: [...value] }
  return value
}

const decode = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('$wei' in value && typeof value.$wei === 'string') return BigInt(value.$wei)
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map as [unknown, unknown][])
  return value
}
