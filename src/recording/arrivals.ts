import { readLines } from './read-lines.js'
import { RecordingError } from './recording-error.js'

/** Lines behind a line that are asked whether it stands out of line. */
export const LINES_AHEAD = 64
/** A line that claims an arrival outside of these was stamped by no clock: 2001 and 2100, in microseconds. */
const [EARLIEST, LATEST] = [1e15, 4_102_444_800_000_000]

/**
 * The arrivals of one source's lines, put right: none lies before the one before it. A line stands out of line where most of the next lines arrived
 * before it and yet not before the line in front of it, and where it says no time between 2001 and 2100: it alone is moved, to the arrival of the
 * line before. Any other line that lies before the one before it is moved there too. So a clock that jumps for a moment
 * moves the lines of that moment only.
 */
export class Arrivals {
  readonly #file: string
  #wasMoved = false
  /** As told, of lines that wait for those behind them; those before `#head` are settled. NaN: the line says no time at all. */
  #told: number[] = []
  #head = 0
  /** The place behind the last line that lies before the one before it: from there on all are in order. */
  #disorderEnd = 0
  #isOver = false
  #last = Number.NEGATIVE_INFINITY

  /** `file` is for the message of a refusal. */
  constructor(file: string) {
    this.#file = file
  }

  /** Takes the next line's arrival in microseconds; NaN where it says none, as a line that is none. */
  add(receivedAt: number): void {
    const before = this.#told.at(-1) ?? Number.NEGATIVE_INFINITY
    this.#told.push(receivedAt)
    // Also true of what is no number.
    if (!(receivedAt >= before)) this.#disorderEnd = this.#told.length
  }

  /** Says that no line follows. */
  end(): void {
    this.#isOver = true
  }

  /** Lines whose arrival is settled and was not asked for. */
  get ready(): number {
    return Math.max(0, this.#told.length - this.#head - (this.#isOver ? 0 : LINES_AHEAD))
  }

  /** The next line's arrival; one without any has that of the line before. Throws a `RecordingError` where no line tells a time that could be. */
  next(): number {
    const told = this.#told[this.#head]!
    const settled = this.#settle(told)
    this.#wasMoved = settled !== told && !Number.isNaN(told)
    this.#last = settled
    this.#head++
    if (this.#head > 65_536) this.#drop()
    return settled
  }

  /** Whether the line that was asked for last told another arrival. */
  get wasMoved(): boolean {
    return this.#wasMoved
  }

  #settle(told: number): number {
    if (told >= EARLIEST && told <= LATEST && !this.#isAhead(told)) return Math.max(told, this.#last)
    return this.#last === Number.NEGATIVE_INFINITY ? this.#first() : this.#last
  }

  /** Whether most of the next lines arrived before this one did. */
  #isAhead(told: number): boolean {
    if (this.#disorderEnd <= this.#head + 1) return false
    let earlier = 0
    let later = 0
    for (const other of this.#following()) {
      if (other >= told && other <= LATEST) later++
      // One that lies before what is settled is out of line itself, and says nothing of this one.
      else if (other < told && other >= Math.max(this.#last, EARLIEST)) earlier++
    }
    // Of the first two lines of a source nothing says which of them is wrong, so the first is believed.
    return earlier > later && (earlier > 1 || this.#last > Number.NEGATIVE_INFINITY)
  }

  /** The first line has none before it. */
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

/** One line, or what was made of it, with its settled arrival in microseconds. */
export interface Arrived<T> {
  readonly line: T
  readonly receivedAt: number
  /** The line told another arrival. */
  readonly isMoved: boolean
}

interface ArrivedOptions<T> {
  readonly file: string
  /** In microseconds; NaN where the line says none. */
  readonly arrivalOf: (line: T) => number
}

/** The lines of a file with their arrivals put right. They come later by those that have to be seen first. */
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

/** The arrival of a file's first line, put right as all are. Rejects with a `RecordingError` where its first lines tell none. */
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
