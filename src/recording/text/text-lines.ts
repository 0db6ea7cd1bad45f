import type { Coverage } from '../columns/coverage.js'
import { type Arrived, firstArrival, withArrivals } from './arrivals.js'
import { mergeFiles } from './merge-files.js'
import { OneTelling } from './one-telling.js'
import { readLines } from './read-lines.js'
import type { TextFile, TextLine } from './text-file.js'

interface TextLinesOptions<T> {
  readonly coverage: Coverage
  /** undefined: the line has no usable content; it is dropped and counted. */
  readonly read: (text: string) => T | undefined
  /** A line's arrival time in microseconds; NaN if it has none. */
  readonly arrivalOf: (said: T) => number
}

/** Consecutive lines. */
export interface LineGroup<T> {
  readonly lines: readonly Arrived<T>[]
}

/** Files sorted by the arrival time of their first line. Rejects with a `RecordingError` if a file has none. */
export async function inOrderOf(files: readonly string[], arrivalOf: (text: string) => number): Promise<readonly TextFile[]> {
  const starts = await Promise.all(files.map(async file => ({ file, startsAt: await firstArrival(file, arrivalOf) })))
  return starts.toSorted((a, b) => a.startsAt - b.startsAt)
}

/** The lines of a source's files by repaired arrival time, for formats without sequence numbers. `OneTelling` handles repeated lines. */
export async function* readTextLines<T>(
  files: readonly TextFile[],
  { coverage, read, arrivalOf }: TextLinesOptions<T>,
): AsyncGenerator<LineGroup<T>> {
  const sources = files.map(({ file, startsAt }) => ({
    name: file,
    startsAt,
    lines: () => withArrivals(textsIn(file, read, coverage), { file, arrivalOf: ({ said }: TextLine<T>) => arrivalOf(said) }),
  }))
  const once = new OneTelling<T>(files, coverage)
  for await (const group of mergeFiles(sources)) yield groupOf(once.take(group), coverage)
  yield groupOf(once.end(), coverage)
}

function groupOf<T>(lines: readonly Arrived<TextLine<T>>[], coverage: Coverage): LineGroup<T> {
  for (const { isMoved } of lines) if (isMoved) coverage.repaired++
  return { lines: lines.map(({ line, receivedAt, isMoved }) => ({ line: line.said, receivedAt, isMoved })) }
}

async function* textsIn<T>(
  file: string,
  read: (text: string) => T | undefined,
  coverage: Coverage,
): AsyncGenerator<readonly TextLine<T>[]> {
  let number = 0
  for await (const texts of readLines(file)) {
    const lines: TextLine<T>[] = []
    for (const text of texts) {
      number++
      const said = text === '' ? undefined : read(text)
      if (said !== undefined) lines.push({ text, number, said })
      else if (text !== '') coverage.dropped++
    }
    yield lines
  }
}
