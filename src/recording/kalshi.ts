import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import { type Arrived, withArrivals } from './arrivals.js'
import type { Coverage } from './coverage.js'
import type { EventGroup } from './event-source.js'
import type { ReadOptions } from './format.js'
import { type KalshiLine, readKalshiLine } from './kalshi-line.js'
import { type KalshiText, kalshiArrival, kalshiTexts } from './kalshi-lines.js'
import { KalshiScanner } from './kalshi-scan.js'
import { type BookRow, PairedRows } from './paired-rows.js'
import { venueMarket } from './plain-market.js'
import { firstLine } from './read-lines.js'
import { RecordingError } from './recording-error.js'
import type { Rows } from './rows.js'
import { afterFirst, compareClocks, type VenueClock } from './venue-clock.js'

/** Whether a line looks like the raw socket messages of Kalshi's order books. */
export const isKalshi = (line: string): boolean => readKalshiLine(line) !== null

/** The market of a file, as far as its messages tell. */
export async function kalshiMarket(file: string): Promise<Market> {
  const line = readKalshiLine(await firstLine(file))
  if (line === null) throw new RecordingError(`${file}: expected raw order book messages of Kalshi`)
  return venueMarket('kalshi', line.ticker)
}

const DATED = /^(.+)_\d{4}-\d\d-\d\d(\.ndjson(?:\.gz)?)$/

/** A file and those of the same market with a later date, because the recorder began a new file at midnight. */
export function kalshiFiles(file: string): readonly string[] {
  const [, market, ending] = DATED.exec(basename(file)) ?? []
  if (market === undefined || ending === undefined) return [file]
  const later = readdirSync(dirname(file)).filter(name => name > basename(file) && DATED.exec(name)?.[1] === market)
  return [file, ...later.toSorted().map(name => join(dirname(file), name))]
}

/**
 * The events of one market in venue-time order, group by group, over all of its `files`; the book goes on from one to the next. See `PairedRows`
 * for what becomes of the rows, `Arrivals` and `compareClocks` for what is done to their times.
 */
export async function* readKalshi(
  files: readonly string[],
  { coverage, market, tellClock }: KalshiOptions,
): AsyncGenerator<EventGroup> {
  const reader = new KalshiReader(coverage, market)
  const lines = afterFirst(linesOf(files, coverage), first => {
    const clock = compareClocks(reader.delaysOf(first))
    reader.setAhead(clock)
    tellClock?.(clock)
  })
  for await (const group of lines) {
    for (const line of group) reader.take(line)
    yield { events: reader.drain(), isBatch: false }
  }
  yield { events: reader.drain({ isOver: true }), isBatch: false }
}

interface KalshiOptions extends Pick<ReadOptions, 'coverage' | 'tellClock'> {
  readonly market: MarketIndex
}

async function* linesOf(files: readonly string[], coverage: Coverage): AsyncGenerator<readonly Arrived<KalshiText>[]> {
  for (const file of files) yield* withArrivals(kalshiTexts(file), { file, coverage, arrivalOf: kalshiArrival })
}

class KalshiReader {
  readonly #coverage: Coverage
  readonly #rows: PairedRows
  #ticker: string | null = null
  #scanner: KalshiScanner | null = null
  /** What the scanner has open. */
  #block: Buffer<ArrayBuffer> | null = null
  #last: KalshiText | null = null

  constructor(coverage: Coverage, market: MarketIndex) {
    this.#coverage = coverage
    this.#rows = new PairedRows(coverage, market)
  }

  /** How long after their venue time lines arrived, in microseconds, of those that tell it. */
  delaysOf(lines: readonly Arrived<KalshiText>[]): readonly number[] {
    return lines.flatMap(({ line, receivedAt }) => {
      const said = this.#said(line)
      return said === null || said.kind === 'snapshot' || said.at === null ? [] : [receivedAt - said.at]
    })
  }

  setAhead(clock: VenueClock | null): void {
    this.#rows.aheadUs = clock?.aheadUs ?? 0
  }

  take({ line, receivedAt }: Arrived<KalshiText>): void {
    // A change says by how much, so it would count twice.
    const isTwice = this.#last !== null && isSame(this.#last, line)
    this.#last = line
    const said = isTwice ? null : this.#said(line)
    if (said !== null && this.#rows.take(said, Timestamp.of(receivedAt))) this.#rows.endMessage()
    else if (isTwice || !isBlank(line)) this.#coverage.dropped++
  }

  drain(options: { isOver?: boolean } = {}): Rows {
    return this.#rows.drain(options)
  }

  /** What a line says of this market; null: nothing. A row that the scanner read is good until the next line. */
  #said(line: KalshiText): KalshiLine | BookRow | null {
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

/** Compared from the end, where lines differ first. */
function isSame(a: KalshiText, b: KalshiText): boolean {
  let left = a.to - a.from
  if (left !== b.to - b.from) return false
  while (left > 0 && a.block[a.from + left - 1] === b.block[b.from + left - 1]) left--
  return left === 0
}

const isBlank = ({ block, from, to }: KalshiText): boolean => block.toString('utf8', from, to).trim() === ''
