import type { Coverage } from '../columns/coverage.js'
import { RecordingError } from '../columns/recording-error.js'
import type { Arrived } from './arrivals.js'
import type { MergedLines } from './merge-files.js'
import type { TextFile, TextLine } from './text-file.js'

type Line<T> = Arrived<TextLine<T>>

/** The lines of a source's files at one arrival time. */
interface Moment<T> {
  readonly receivedAt: number
  /** By file index. */
  readonly lists: Map<number, Line<T>[]>
  /** True: a file had lines here while another file had begun and not ended. */
  isShared: boolean
}

/**
 * Removes repeated lines from messages without sequence numbers: a line that equals the previous one byte for byte, and, where files overlap in time,
 * all files but one if they hold the same lines at every moment. A file may lack lines at its first and last moment. Any other repetition is
 * ambiguous and is refused with file and line.
 */
export class OneTelling<T> {
  readonly #files: readonly TextFile[]
  readonly #coverage: Coverage
  #last = ''
  #moment: Moment<T> | null = null
  /** Files that had lines at an earlier moment. */
  readonly #begun = new Set<number>()
  /** Files that lacked lines, and therefore must have ended. */
  readonly #over = new Set<number>()

  constructor(files: readonly TextFile[], coverage: Coverage) {
    this.#files = files
    this.#coverage = coverage
  }

  /** Takes the next lines and returns the settled ones. Throws a `RecordingError`. */
  take({ lines, file, isAlone }: MergedLines<TextLine<T>>): readonly Line<T>[] {
    if (this.#files.length === 1) return this.#withoutRepeats(lines)
    const settled: Line<T>[] = []
    for (const line of lines) {
      if (this.#moment?.receivedAt !== line.receivedAt) settled.push(...this.end())
      this.#moment ??= { receivedAt: line.receivedAt, lists: new Map(), isShared: false }
      this.#moment.isShared ||= !isAlone
      const list = this.#moment.lists.get(file)
      if (list === undefined) this.#moment.lists.set(file, [line])
      else list.push(line)
    }
    return settled
  }

  /** The lines that still wait. */
  end(): readonly Line<T>[] {
    const moment = this.#moment
    this.#moment = null
    if (moment === null) return []
    const lists = [...moment.lists]
    if (moment.isShared) this.#compare(lists)
    for (const [file] of lists) this.#begun.add(file)
    if (!moment.isShared) return this.#withoutRepeats(lists.flatMap(([, list]) => list))
    const longest = lists.map(([, list]) => list).toSorted((a, b) => b.length - a.length)[0]!
    this.#coverage.duplicates += lists.reduce((sum, [, list]) => sum + list.length, 0) - longest.length
    return this.#withoutRepeats(longest)
  }

  #compare(lists: readonly (readonly [number, readonly Line<T>[]])[]): void {
    const [[file, list], ...others] = lists.toSorted(([, a], [, b]) => b.length - a.length) as [(typeof lists)[number]]
    if (others.length === 0) throw this.#refusal(file, list[0]!)
    for (const [other, short] of others as typeof lists) {
      if (this.#over.has(other)) throw this.#refusal(other, short[0]!)
      if (short.length === list.length && hasSame(list, short, 0)) continue
      const isFirst = !this.#begun.has(other)
      if (isFirst && hasSame(list, short, list.length - short.length)) continue
      if (!hasSame(list, short, 0)) throw this.#refusal(other, short[0]!)
      this.#over.add(other)
    }
  }

  #withoutRepeats(lines: readonly Line<T>[]): readonly Line<T>[] {
    return lines.filter(({ line: { text } }) => {
      const isTwice = text === this.#last
      this.#last = text
      if (isTwice) this.#coverage.duplicates++
      return !isTwice
    })
  }

  #refusal(place: number, { line: { number } }: Line<T>): RecordingError {
    const { file } = this.#files[place]!
    const names = this.#files.map(each => each.file).join(' and ')
    return new RecordingError(
      `${file}:${number}: expected what the other file tells of this moment, found something else or more: ${names} overlap in time and are no copies of each other, so what is told twice cannot be told from what is new; leave all but one out`,
    )
  }
}

const hasSame = <T>(list: readonly Line<T>[], part: readonly Line<T>[], from: number): boolean =>
  part.every(({ line }, place) => list[from + place]?.line.text === line.text)
