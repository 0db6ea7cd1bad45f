import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Coverage } from './coverage.js'
import type { EventGroup } from './event-source.js'
import { type KalshiLine, readKalshiLine } from './kalshi-line.js'
import { KalshiScanner } from './kalshi-scan.js'
import { PairedRows } from './paired-rows.js'
import { plainMarket } from './plain-market.js'
import { firstLine, readBlocks } from './read-lines.js'
import { RecordingError } from './recording-error.js'
import type { Rows } from './rows.js'

/** Whether a line looks like the raw socket messages of Kalshi's order books. */
export const isKalshi = (line: string): boolean => readKalshiLine(line) !== null

/** The market of a file, as far as its messages tell. */
export async function kalshiMarket(file: string): Promise<Market> {
  const line = readKalshiLine(await firstLine(file))
  if (line === null) throw new RecordingError(`${file}: expected raw order book messages of Kalshi`)
  return plainMarket(line.ticker)
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
  { coverage, market }: { readonly coverage: Coverage; readonly market: MarketIndex },
): AsyncGenerator<EventGroup> {
  const reader = new KalshiReader(coverage, market)
  for (const file of files)
    for await (const block of readBlocks(file)) {
      reader.take(block)
      yield { events: reader.drain(), isBatch: false }
    }
  yield { events: reader.drain({ isOver: true }), isBatch: false }
}

const NEWLINE = 10

class KalshiReader {
  readonly #coverage: Coverage
  readonly #rows: PairedRows
  #ticker: string | null = null
  #scanner: KalshiScanner | null = null
  #block = Buffer.alloc(0)
  /** The line before. */
  #last = this.#block
  #lastFrom = 0
  #lastTo = 0

  constructor(coverage: Coverage, market: MarketIndex) {
    this.#coverage = coverage
    this.#rows = new PairedRows(coverage, market)
  }

  /** Takes whole lines. */
  take(block: Buffer<ArrayBuffer>): void {
    this.#block = block
    this.#scanner?.open(block)
    for (let from = 0; from < block.length; from = this.#lastTo + 1) {
      const end = this.#scanner?.change(from) ?? -1
      if (end < 0) this.#slow(from)
      else this.#scanned(from, end)
    }
  }

  drain(options: { isOver?: boolean } = {}): Rows {
    return this.#rows.drain(options)
  }

  #scanned(from: number, to: number): void {
    const isTwice = this.#isTwice(from, to)
    if (isTwice || !this.#rows.take(this.#scanner!.row)) this.#coverage.dropped++
    else this.#rows.endMessage()
  }

  #slow(from: number): void {
    const found = this.#block.indexOf(NEWLINE, from)
    const to = found < 0 ? this.#block.length : found
    const text = this.#block.toString('utf8', from, to)
    const isTwice = this.#isTwice(from, to)
    const line = isTwice ? null : this.#lineOf(text)
    if (line !== null && this.#rows.take(line)) this.#rows.endMessage()
    else if (isTwice || text.trim() !== '') this.#coverage.dropped++
  }

  #lineOf(text: string): KalshiLine | null {
    const line = readKalshiLine(text)
    if (line === null) return null
    this.#ticker ??= line.ticker
    if (this.#scanner === null) {
      this.#scanner = new KalshiScanner(line.ticker)
      this.#scanner.open(this.#block)
    }
    return line.ticker === this.#ticker ? line : null
  }

  /** Whether a line equals the one before it: a change says by how much, so it would count twice. */
  #isTwice(from: number, to: number): boolean {
    const isTwice = to - from === this.#lastTo - this.#lastFrom && to > from && this.#isSame(from)
    this.#last = this.#block
    this.#lastFrom = from
    this.#lastTo = to
    return isTwice
  }

  /** Compared from the end, where lines differ first. */
  #isSame(from: number): boolean {
    const [block, last, lastFrom] = [this.#block, this.#last, this.#lastFrom]
    let index = this.#lastTo - lastFrom - 1
    while (index >= 0 && block[from + index] === last[lastFrom + index]) index--
    return index < 0
  }
}
