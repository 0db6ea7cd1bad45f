import { readLines } from './read-lines.js'

/** A line that holds a JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Any JSON value as an object, so that its fields can be read. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

/** Every distinct name that a pattern finds in files, in the order of first appearance. */
export async function namesIn(files: readonly string[], pattern: RegExp): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const file of files)
    for await (const lines of readLines(file))
      for (const line of lines) for (const [, name] of line.matchAll(pattern)) if (name !== undefined) names.add(name)
  return [...names]
}
