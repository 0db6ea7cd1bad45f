import type { Arrived } from './arrivals.js'

/** One file of a source. */
export interface SourceFile<T> {
  /** For messages. */
  readonly name: string
  /** The settled arrival of its first line. */
  readonly startsAt: number
  /** Its lines in the order of their arrival; to be read once. */
  lines(): AsyncGenerator<readonly Arrived<T>[]>
}

/** Lines of one file that stand together. */
export interface MergedLines<T> {
  readonly lines: readonly Arrived<T>[]
  /** The file's place among those given. */
  readonly file: number
  /** No other file was under way when they arrived: none that had begun before had more lines. */
  readonly isAlone: boolean
}

/**
 * The lines of a source's files in the order of their arrival, of one moment in the order of the files. A file is opened when its time has come, so
 * that memory holds pieces of those files that overlap and no more.
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
  /** Nothing of this file arrives before. */
  #from: number
  isOver = false
  /** Whether any of its lines was given out. */
  hasBegun = false

  constructor(file: SourceFile<T>, place: number) {
    this.#file = file
    this.place = place
    this.#from = file.startsAt
  }

  /** None is at hand, though the file may have more. */
  get isEmpty(): boolean {
    return this.#head === this.#lines.length
  }

  /** The arrival of the next line; where none is at hand, the earliest that it may have. */
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

  /** Takes the lines at hand that arrived before a moment: the first one in any case. */
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
