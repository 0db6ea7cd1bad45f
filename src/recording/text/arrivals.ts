import { RecordingError } from '../columns/recording-error.js'
import { readLines } from './read-lines.js'

/** How many of the following lines are compared to decide whether a line is out of order. */
export const LINES_AHEAD = 64
/** Microseconds, 2001 and 2100: an arrival time outside this range is not a real timestamp. */
const [EARLIEST, LATEST] = [1e15, 4_102_444_800_000_000]

/**
 * Repairs the arrival times of one source so that they never go backwards. A line is out of order when most of the following lines have an earlier
 * arrival time that is still not earlier than the previous line's, or when its time lies outside 2001 to 2100: only that line is moved, to the
 * arrival time of the line before. Any other line that goes backwards is moved in the same way. So a clock that jumps for a moment moves only the
 * lines of that moment.
 */
export class Arrivals {
  readonly #file: string
  #wasMoved = false
  /** Arrival times as read, of lines that wait for the lines after them; those before `#head` are settled. NaN: the line has no arrival time. */
  #told: number[] = []
  #head = 0
  /** Index after the last line that goes backwards: from there on, all lines are in order. */
  #disorderEnd = 0
  #isOver = false
  #last = Number.NEGATIVE_INFINITY

  /** `file` is named in error messages. */
  constructor(file: string) {
    this.#file = file
  }

  /** Takes the next line's arrival time in microseconds; NaN if the line has none or cannot be parsed. */
  add(receivedAt: number): void {
    const before = this.#told.at(-1) ?? Number.NEGATIVE_INFINITY
    this.#told.push(receivedAt)
    // Also true of what is no number.
    if (!(receivedAt >= before)) this.#disorderEnd = this.#told.length
  }

  /** Ends the input: no line follows. */
  end(): void {
    this.#isOver = true
  }

  /** Number of settled lines not yet read by `next`. */
  get ready(): number {
    return Math.max(0, this.#told.length - this.#head - (this.#isOver ? 0 : LINES_AHEAD))
  }

  /**
   * The next line's arrival time; a line without one gets that of the line before. Throws a `RecordingError` if no line has a possible arrival time.
   */
  next(): number {
    const told = this.#told[this.#head]!
    const settled = this.#settle(told)
    this.#wasMoved = settled !== told && !Number.isNaN(told)
    this.#last = settled
    this.#head++
    if (this.#head > 65_536) this.#drop()
    return settled
  }

  /** Whether the line last returned by `next` had another arrival time in the file. */
  get wasMoved(): boolean {
    return this.#wasMoved
  }

  #settle(told: number): number {
    if (told >= EARLIEST && told <= LATEST && !this.#isAhead(told)) return Math.max(told, this.#last)
    return this.#last === Number.NEGATIVE_INFINITY ? this.#first() : this.#last
  }

  /** Whether most of the following lines have an earlier arrival time than this one. */
  #isAhead(told: number): boolean {
    if (this.#disorderEnd <= this.#head + 1) return false
    let earlier = 0
    let later = 0
    for (const other of this.#following()) {
      if (other >= told && other <= LATEST) later++
      // A line that goes back behind the settled time is out of order itself and proves nothing about this one.
      else if (other < told && other >= Math.max(this.#last, EARLIEST)) earlier++
    }
    // With only the first two lines of a source, nothing shows which one is wrong, so the first is believed.
    return earlier > later && (earlier > 1 || this.#last > Number.NEGATIVE_INFINITY)
  }

  /** The first line has no line before it: it gets the earliest possible time of the lines after it. */
  #first(): number {
    const sane = this.#following().filter(told => told >= EARLIEST && told <= LATEST)
    if (sane.length > 0) return Math.min(...sane)
    throw new RecordingError(
      `${this.#file}: expected lines that say when they arrived, found no time between the years 2001 and 2100 in the first ${LINES_AHEAD} lines; write arrivals in the unit that docs/data.md names, or leave the file out`,
    )
  }

  #following(): readonly number[] {
    return this.#told.slice(this.#head + 1, this.#head + 1 + LINES_AHEAD)
  }

  #drop(): void {
    this.#told = this.#told.slice(this.#head)
    this.#disorderEnd -= this.#head
    this.#head = 0
  }
}

/** A line, or what was parsed from it, with its settled arrival time in microseconds. */
export interface Arrived<T> {
  readonly line: T
  readonly receivedAt: number
  /** Whether the file had another arrival time for this line. */
  readonly isMoved: boolean
}

interface ArrivedOptions<T> {
  readonly file: string
  /** In microseconds; NaN if the line has none. */
  readonly arrivalOf: (line: T) => number
}

/** The lines of a file with repaired arrival times. Output lags behind by the lines that must be seen first. */
export async function* withArrivals<T>(
  groups: AsyncIterable<readonly T[]>,
  { file, arrivalOf }: ArrivedOptions<T>,
): AsyncGenerator<readonly Arrived<T>[]> {
  const arrivals = new Arrivals(file)
  let waiting: T[] = []
  const settled = (): readonly Arrived<T>[] => {
    const ready = waiting
      .slice(0, arrivals.ready)
      .map(line => ({ line, receivedAt: arrivals.next(), isMoved: arrivals.wasMoved }))
    waiting = waiting.slice(ready.length)
    return ready
  }
  for await (const group of groups) {
    for (const line of group) arrivals.add(arrivalOf(line))
    waiting = waiting.concat(group)
    yield settled()
  }
  arrivals.end()
  yield settled()
}

/** The repaired arrival time of a file's first line. Rejects with a `RecordingError` if its first lines have none. */
export async function firstArrival(file: string, arrivalOf: (line: string) => number): Promise<number> {
  const arrivals = new Arrivals(file)
  for await (const lines of readLines(file)) {
    for (const line of lines) if (line !== '') arrivals.add(arrivalOf(line))
    if (arrivals.ready > 0) return arrivals.next()
  }
  arrivals.end()
  if (arrivals.ready > 0) return arrivals.next()
  throw new RecordingError(`${file} is empty`)
}
