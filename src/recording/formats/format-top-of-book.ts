import type { MarketEvent } from '../../model/event.js'
import { MarketId } from '../../model/ids.js'
import { plainMarket } from '../../model/plain-market.js'
import { Timestamp } from '../../model/time.js'
import { bookChanges, wholeBook } from '../../protocol/book-changes.js'
import { type BookColumn, readPrice, readSize, type WholeBook } from '../../protocol/read-book.js'
import { type Arrived, withArrivals } from '../text/arrivals.js'
import { namesIn } from '../text/json-lines.js'
import { readLines } from '../text/read-lines.js'
import { inOrderOf } from '../text/text-lines.js'
import { groupOf } from './event-source.js'
import { type Format, type Input, notQuoted, type ReadOptions } from './format.js'

const HEAD = 'Timestamp,TargetTime,Expiration,UpBid,UpAsk'
const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/

/**
 * A CSV of best prices polled once a second: `Timestamp, TargetTime, Expiration, UpBid, UpAsk, …`. For reference only: orders are never filled
 * against it, since a level between two polls is unknown.
 */
export const topOfBookFormat: Format = {
  name: 'top-of-book',
  isFormat: line => line.startsWith(HEAD),
  open: async files => {
    const sorted = await inOrderOf(files, arrivalOf)
    const names = sorted.map(({ file }) => file)
    const ids = await namesIn(names, /^[^,]+,(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d),/g)
    return [inputOf(names, ids, Timestamp.of(sorted[0]!.startsAt))]
  },
}

const arrivalOf = (line: string): number => timeOf(line.split(',', 1)[0]) ?? Number.NaN

/** Whole seconds without a time zone, read as UTC. */
function timeOf(text: string | undefined): Timestamp | null {
  const [, day, time] = TIME.exec(text ?? '') ?? []
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isFinite(at) ? Timestamp.ofMs(at) : null
}

const inputOf = (files: readonly string[], ids: readonly string[], startsAt: Timestamp): Input => ({
  markets: ids.map(id => ({ ...plainMarket(id, `up from ${id}`) })),
  startsAt,
  isReference: true,
  knowsFees: false,
  quoted: notQuoted,
  read: async function* (options) {
    const reader = new TopReader(options)
    for (const file of files) {
      const lines = withArrivals(readLines(file), { file, arrivalOf })
      for await (const group of lines) yield groupOf(group.flatMap(line => reader.take(line)))
    }
  },
})

class TopReader {
  readonly #options: ReadOptions
  readonly #books = new Map<string, WholeBook | null>()
  #heardAt = Timestamp.ZERO

  constructor(options: ReadOptions) {
    this.#options = options
  }

  take({ line, receivedAt }: Arrived<string>): readonly MarketEvent[] {
    const { coverage, indexOf } = this.#options
    if (line === '' || line.startsWith(HEAD)) return []
    const row = rowOf(line)
    const at = Timestamp.of(receivedAt)
    // A row with an earlier time than the last one is outdated.
    if (row === null || row.told < at || at < this.#heardAt) {
      coverage.dropped++
      return []
    }
    const { id, told, bids, asks } = row
    if (told > at) coverage.repaired++
    this.#heardAt = at
    const stamp = { at, receivedAt: at, market: indexOf(MarketId.of(id)) }
    if (bids.prices.length + asks.prices.length === 2 && bids.prices[0]! >= asks.prices[0]!) return this.#crossed(id, stamp)
    const last = this.#books.get(id) ?? null
    const next: WholeBook = { updatedMs: at / 1_000, bids, asks }
    this.#books.set(id, next)
    return last === null ? wholeBook(next, stamp) : bookChanges({ last, next }, stamp)
  }

  /** The two prices were polled at different moments and cross; the market is dark until they no longer do. */
  #crossed(
    id: string,
    stamp: Pick<MarketEvent & { readonly kind: 'clear' }, 'at' | 'receivedAt' | 'market'>,
  ): readonly MarketEvent[] {
    const { coverage } = this.#options
    coverage.crossed++
    coverage.dropped++
    const isNews = this.#books.get(id) !== null
    this.#books.set(id, null)
    return isNews ? [{ ...stamp, kind: 'feed', state: 'suspect', why: 'crossed' }] : []
  }
}

interface TopRow {
  readonly id: string
  readonly told: Timestamp
  readonly bids: BookColumn
  readonly asks: BookColumn
}

/** null: a field is missing, or is not what its column has. */
function rowOf(line: string): TopRow | null {
  const [time, id, , bid, ask, , , bidShares, askShares] = line.split(',')
  const told = timeOf(time)
  const bids = columnOf(bid, bidShares)
  const asks = columnOf(ask, askShares)
  return told === null || id === undefined || bids === null || asks === null ? null : { id, told, bids, asks }
}

/** null: not a number. A side without a price or without shares is empty. */
function columnOf(price: string | undefined, shares: string | undefined): BookColumn | null {
  if (Number.isNaN(Number(price)) || Number.isNaN(Number(shares))) return null
  const [level, size] = [readPrice(Number(price)), readSize(Number(shares))]
  return level === null || size === null || size === 0 ? { prices: [], sizes: [] } : { prices: [level], sizes: [size] }
}
