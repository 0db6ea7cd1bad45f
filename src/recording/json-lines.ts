import { type Arrived, firstArrival, withArrivals } from './arrivals.js'
import type { Coverage } from './coverage.js'
import { readLines } from './read-lines.js'

/** A line of a file that is a JSON object, or null where it is not JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

interface JsonLinesOptions {
  readonly coverage: Coverage
  /** When a line arrived, in microseconds; NaN where it does not say. */
  readonly arrivalOf: (value: unknown) => number
}

/**
 * The lines of files, one after the other, as JSON, with their arrivals put right. What is no JSON, and a line that only repeats the one before, is
 * dropped and counted.
 */
export async function* readJsonLines(
  files: readonly string[],
  { coverage, arrivalOf }: JsonLinesOptions,
): AsyncGenerator<readonly Arrived<unknown>[]> {
  const last = { text: '' }
  for (const file of files) yield* withArrivals(valuesIn(file, last, coverage), { file, coverage, arrivalOf })
}

async function* valuesIn(file: string, last: { text: string }, coverage: Coverage): AsyncGenerator<readonly unknown[]> {
  for await (const lines of readLines(file)) {
    const values: unknown[] = []
    for (const text of lines) {
      if (text === '') continue
      const value = text === last.text ? undefined : parseJson(text)
      last.text = text
      if (value === undefined) coverage.dropped++
      else values.push(value)
    }
    yield values
  }
}

/** undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Any JSON as an object, so that its fields can be asked for. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}

/** Every different name that a pattern finds in files, in the order of their first appearance. */
export async function namesIn(files: readonly string[], pattern: RegExp): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const file of files)
    for await (const lines of readLines(file))
      for (const line of lines) for (const [, name] of line.matchAll(pattern)) if (name !== undefined) names.add(name)
  return [...names]
}

/** Files by the arrival of their first line, in microseconds. */
export async function inOrderOf(
  files: readonly string[],
  arrivalOf: (value: unknown) => number,
): Promise<{ readonly files: readonly string[]; readonly startsAt: number }> {
  const starts = await Promise.all(
    files.map(async file => ({ file, startsAt: await firstArrival(file, line => arrivalOf(parseJson(line))) })),
  )
  const sorted = starts.toSorted((a, b) => a.startsAt - b.startsAt)
  return { files: sorted.map(({ file }) => file), startsAt: sorted[0]?.startsAt ?? 0 }
}
