import type { Arrived } from './arrivals.js'

/** One file of a source. */
export interface SourceFile<T> {
  /** Settled arrival time of its first line. */
  readonly startsAt: number
  /** Its lines in the order of arrival; may be called once. */
  lines(): AsyncGenerator<readonly Arrived<T>[]>
}

/** Consecutive lines of one file. */
export interface MergedLines<T> {
  readonly lines: readonly Arrived<T>[]
  /** Index of the file. */
  readonly file: number
  /** True: no other file overlaps here; every file that began before has ended. */
  readonly isAlone: boolean
}

/**
 * Merges the lines of a source's files by arrival time, ties in the order of the files. A file is opened when the merge reaches its start, so memory
 * holds pieces of overlapping files only.
 */
export async function* mergeFiles<T>(files: readonly SourceFile<T>[]): AsyncGenerator<MergedLines<T>> {
  const cursors = files.map((file, place) => new Cursor(file, place))
  for (;;) {
    const open = cursors.filter(({ isOver }) => !isOver)
    const [first] = open.toSorted((a, b) => a.nextAt - b.nextAt || a.place - b.place)
    if (first === undefined) return
    if (first.isEmpty) {
      await first.pull()
      continue
    }
    const others = open.filter(each => each !== first)
    const lines = first.until(Math.min(...others.map(({ nextAt, place }) => nextAt + (place > first.place ? 1 : 0))))
    yield { lines, file: first.place, isAlone: others.every(({ hasBegun }) => !hasBegun) }
  }
}

class Cursor<T> {
  readonly place: number
  readonly #file: SourceFile<T>
  #groups: AsyncGenerator<readonly Arrived<T>[]> | null = null
  #lines: readonly Arrived<T>[] = []
  #head = 0
  /** No further line of this file arrives before this time. */
  #from: number
  isOver = false
  /** Whether a line was already emitted. */
  hasBegun = false

  constructor(file: SourceFile<T>, place: number) {
    this.#file = file
    this.place = place
    this.#from = file.startsAt
  }

  /** True: no line is in memory, though the file may have more. */
  get isEmpty(): boolean {
    return this.#head === this.#lines.length
  }

  /** Arrival time of the next line; if none is in memory, the earliest time it may have. */
  get nextAt(): number {
    return this.#lines[this.#head]?.receivedAt ?? this.#from
  }

  async pull(): Promise<void> {
    this.#groups ??= this.#file.lines()
    const { value, done } = await this.#groups.next()
    this.isOver = done === true
    this.#lines = done === true ? [] : value
    this.#head = 0
  }

  /** Takes the lines in memory that arrived before a moment, and always at least the first. */
  until(moment: number): readonly Arrived<T>[] {
    let to = this.#head + 1
    while (to < this.#lines.length && this.#lines[to]!.receivedAt < moment) to++
    const taken = this.#lines.slice(this.#head, to)
    this.#from = taken.at(-1)!.receivedAt
    this.#head = to
    this.hasBegun = true
    return taken
  }
}
