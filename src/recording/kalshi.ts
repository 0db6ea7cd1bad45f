import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { MarketEvent } from '../model/event.js'
import { MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Price, Size, Wei } from '../model/money.js'
import type { Coverage } from './coverage.js'
import { type KalshiLine, readKalshiLine } from './kalshi-line.js'
import { KalshiScanner } from './kalshi-scan.js'
import { PairedRows } from './paired-rows.js'
import { firstLine, readBlocks } from './read-lines.js'
import { RecordingError } from './recording-error.js'

/** Whether a line looks like the raw socket messages of Kalshi's order books. */
export const isKalshi = (line: string): boolean => readKalshiLine(line) !== null

/** The market of a file, as far as its messages tell. Its real fee and end are not among them. */
export async function kalshiMarket(file: string): Promise<Market> {
  const line = readKalshiLine(await firstLine(file))
  if (line === null) throw new RecordingError(`${file}: expected raw order book messages of Kalshi`)
  return {
    id: MarketId.of(line.ticker),
    index: MarketIndex.of(0),
    question: line.ticker,
    group: null,
    tick: Price.of(100),
    sizeDigits: 5,
    minSize: Size.of(10_000),
    minValue: Wei.ONE,
    takerFeeBps: 200,
    trading: 'open',
    endsAt: null,
    rewards: null,
    result: null,
  }
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
 * for what becomes of the rows.
 */
export async function* readKalshi(
  files: readonly string[],
  coverage: Coverage,
  market = MarketIndex.of(0),
): AsyncGenerator<readonly MarketEvent[]> {
  const reader = new KalshiReader(coverage, market)
  for (const file of files)
    for await (const block of readBlocks(file)) {
      reader.take(block)
      yield reader.drain()
    }
  yield reader.drain({ isOver: true })
}

const NEWLINE = 10

class KalshiReader {
  readonly #coverage: Coverage
  readonly #rows: PairedRows
  #ticker: string | null = null
  #scanner: KalshiScanner | null = null
  #last: Buffer = Buffer.alloc(0)

  constructor(coverage: Coverage, market: MarketIndex) {
    this.#coverage = coverage
    this.#rows = new PairedRows(coverage, market)
  }

  /** Takes whole lines. */
  take(block: Buffer): void {
    for (let from = 0; from < block.length; ) {
      const found = block.indexOf(NEWLINE, from)
      const to = found < 0 ? block.length : found
      this.#line(block, from, to)
      from = to + 1
    }
  }

  drain(options: { isOver?: boolean } = {}): readonly MarketEvent[] {
    return this.#rows.drain(options)
  }

  /** A change says by how much, so a line that stands there twice would count twice. */
  #line(block: Buffer, from: number, to: number): void {
    const isTwice = isSame(this.#last, block, from, to)
    this.#last = block.subarray(from, to)
    const row = isTwice ? null : (this.#scanner?.change(block, from, to) ?? this.#slowly(this.#last))
    if (row !== null && this.#rows.take(row)) this.#rows.endMessage()
    else if (isTwice || this.#last.toString().trim() !== '') this.#coverage.dropped++
  }

  #slowly(bytes: Buffer): KalshiLine | null {
    const line = readKalshiLine(bytes.toString())
    if (line === null) return null
    this.#ticker ??= line.ticker
    this.#scanner ??= new KalshiScanner(line.ticker)
    return line.ticker === this.#ticker ? line : null
  }
}

/** Compared from the end, where lines differ first. */
function isSame(last: Buffer, block: Buffer, from: number, to: number): boolean {
  if (last.length !== to - from || last.length === 0) return false
  let index = last.length - 1
  while (index >= 0 && last[index] === block[from + index]) index--
  return index < 0
}
