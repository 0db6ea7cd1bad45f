import type { MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { venueMarket } from '../../model/plain-market.js'
import { Timestamp } from '../../model/time.js'
import { afterFirst, type ClockOffset, compareClocks } from '../columns/clock-offset.js'
import type { Coverage } from '../columns/coverage.js'
import { RecordingError } from '../columns/recording-error.js'
import type { Rows } from '../columns/rows.js'
import { type Arrived, withArrivals } from '../text/arrivals.js'
import { type MergedLines, mergeFiles, type SourceFile } from '../text/merge-files.js'
import { firstLine } from '../text/read-lines.js'
import type { EventGroup } from './event-source.js'
import type { ReadOptions } from './format.js'
import { type KalshiLine, type KalshiNumbers, readKalshiLine } from './kalshi-line.js'
import { type KalshiText, kalshiArrival, kalshiTexts } from './kalshi-lines.js'
import { KalshiScanner } from './kalshi-scan.js'
import { PairedRows } from './paired-rows.js'
import { type KalshiMessage, ToldOnce } from './told-once.js'

/** Whether a line looks like a raw socket message of a Kalshi order book. */
export const isKalshi = (line: string): boolean => readKalshiLine(line) !== null

/** The market of a file, from its messages. */
export async function kalshiMarket(file: string): Promise<Market> {
  const line = readKalshiLine(await firstLine(file))
  if (line === null) throw new RecordingError(`${file}: expected raw order book messages of Kalshi`)
  return venueMarket('kalshi', line.ticker)
}

/**
 * The events of one market in venue-time order over all of its `files`; the book continues from one file to the next. `PairedRows` turns rows into
 * events; `Arrivals` and `compareClocks` repair their times.
 */
export async function* readKalshi(
  files: readonly KalshiFile[],
  { coverage, market, tellClock }: KalshiOptions,
): AsyncGenerator<EventGroup> {
  const reader = new KalshiReader(files, { coverage, market })
  const groups = afterFirst(mergeFiles(files.map(sourceOf)), first => {
    const clock = compareClocks(reader.delaysOf(first))
    reader.setAhead(clock)
    tellClock?.(clock)
  })
  for await (const group of groups) {
    reader.takeAll(group)
    yield { events: reader.drain(), isBatch: false }
  }
  yield { events: reader.drain({ isOver: true }), isBatch: false }
}

/** A file with the settled arrival time of its first line. */
export interface KalshiFile {
  readonly file: string
  readonly startsAt: number
}

interface KalshiOptions extends Pick<ReadOptions, 'coverage' | 'tellClock'> {
  readonly market: MarketIndex
}

const sourceOf = ({ file, startsAt }: KalshiFile): SourceFile<KalshiText> => ({
  startsAt,
  lines: () => withArrivals(kalshiTexts(file), { file, arrivalOf: kalshiArrival }),
})

class KalshiReader {
  readonly #files: readonly KalshiFile[]
  readonly #coverage: Coverage
  readonly #once = new ToldOnce()
  readonly #rows: PairedRows
  #ticker: string | null = null
  #scanner: KalshiScanner | null = null
  /** The block that the scanner has open. */
  #block: Buffer<ArrayBuffer> | null = null
  #last: KalshiText | null = null

  constructor(files: readonly KalshiFile[], { coverage, market }: KalshiOptions) {
    this.#files = files
    this.#coverage = coverage
    this.#rows = new PairedRows(coverage, market)
  }

  /** Delays from venue time to arrival, in microseconds, of the lines that have both. */
  delaysOf(lines: readonly Arrived<KalshiText>[]): readonly number[] {
    return lines.flatMap(({ line, receivedAt }) => {
      const said = this.#said(line)
      return said === null || said.kind === 'snapshot' || said.at === null ? [] : [receivedAt - said.at]
    })
  }

  setAhead(clock: ClockOffset | null): void {
    this.#rows.aheadUs = clock?.aheadUs ?? 0
  }

  /** Throws a `RecordingError` with file and line if a source repeats a message that cannot be identified as a repetition. */
  takeAll({ lines, file, isAlone }: MergedLines<KalshiText>): void {
    for (const line of lines) {
      const why = this.#take(line, isAlone)
      if (why !== null) throw new RecordingError(`${this.#files[file]!.file}:${line.line.number}: ${refusal(why, this.#files)}`)
    }
  }

  /** Returns why the source is unreliable, or null. */
  #take({ line, receivedAt, isMoved }: Arrived<KalshiText>, isAlone: boolean): string | null {
    // A change is a difference, so a repeated one would count twice.
    const isTwice = this.#last !== null && isSame(this.#last, line)
    this.#last = line
    if (isTwice) return this.#skipAgain()
    const said = this.#said(line)
    const verdict = said === null ? 'new' : this.#once.take(said, receivedAt)
    if (verdict === 'again') return this.#skipAgain()
    if (verdict !== 'new') return verdict.why
    if (said !== null && !isAlone && !isNumbered(said)) return 'a message without numbers in a file that overlaps with another'
    if (said !== null && this.#rows.take(said, Timestamp.of(receivedAt))) this.#rows.endMessage()
    else if (!isBlank(line)) this.#coverage.dropped++
    if (isMoved) this.#coverage.repaired++
    return null
  }

  #skipAgain(): null {
    this.#coverage.duplicates++
    return null
  }

  drain(options: { isOver?: boolean } = {}): Rows {
    return this.#rows.drain(options)
  }

  /** What a line says about this market; null: nothing. A row of the scanner is valid until the next line. */
  #said(line: KalshiText): KalshiMessage | null {
    const { block, from, to } = line
    if (this.#scanner !== null) {
      if (this.#block !== block) this.#scanner.open(block)
      this.#block = block
      if (this.#scanner.change(from) === to) return this.#scanner.row
    }
    return this.#parsed(block.toString('utf8', from, to))
  }

  #parsed(text: string): KalshiLine | null {
    const line = readKalshiLine(text)
    if (line === null) return null
    this.#ticker ??= line.ticker
    this.#scanner ??= new KalshiScanner(line.ticker)
    return line.ticker === this.#ticker ? line : null
  }
}

const isNumbered = ({ tradeId, sid, seq }: KalshiNumbers): boolean => tradeId !== null || (sid !== null && seq !== null)

function refusal(why: string, files: readonly KalshiFile[]): string {
  const what = 'so what is told twice cannot be told from what is new'
  if (files.length === 1)
    return `${why}, ${what}; the file holds two recordings of one market, or repeats itself: keep one of them`
  const names = files.map(({ file }) => file).join(' and ')
  return `${why}, ${what}; ${names} were written by several recorders of one market, or repeat each other: leave all but one out`
}

/** Compared from the end, where lines differ first. */
function isSame(a: KalshiText, b: KalshiText): boolean {
  let left = a.to - a.from
  if (left !== b.to - b.from) return false
  while (left > 0 && a.block[a.from + left - 1] === b.block[b.from + left - 1]) left--
  return left === 0
}

const isBlank = ({ block, from, to }: KalshiText): boolean => block.toString('utf8', from, to).trim() === ''
