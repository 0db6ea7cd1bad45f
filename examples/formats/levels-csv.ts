import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import {
  type BookSide,
  type Coverage,
  type Format,
  groupOf,
  type Input,
  type Market,
  type MarketEvent,
  MarketId,
  MarketIndex,
  notQuoted,
  Price,
  RecordingError,
  Size,
  Timestamp,
  Wei,
} from 'oddsmith/venue'

/**
 * Books and trades as CSV, in the columns of Tardis, plain or gzip: `exchange,symbol,timestamp,local_timestamp,` and then `is_snapshot,side,price,amount`
 * of a level (its new size; 0: it is gone) or `id,side,price,amount` of a trade (`side`: of the order that took). Times are microseconds, prices are
 * 0 to 1, rows are in the order of `local_timestamp`. Other data can be written like this; only the named columns count, in any order.
 */
export const format: Format = {
  name: 'levels-csv',
  isFormat: line => COLUMNS.every(name => line.split(',').includes(name)),
  open: async files => {
    const seen = new Map<string, { tick: number }>()
    let startsAt = Number.POSITIVE_INFINITY
    for (const file of files)
      for await (const { symbol, price, receivedAt } of rowsOf(file)) {
        startsAt = Math.min(startsAt, receivedAt)
        const tick = TICKS.find(step => Math.round(price * 10_000) % step === 0) ?? 1
        seen.set(symbol, { tick: Math.min(tick, seen.get(symbol)?.tick ?? 100) })
      }
    const markets = [...seen].map(([symbol, { tick }]) => marketOf(symbol, tick))
    return [inputOf(files, markets, Timestamp.of(startsAt))]
  },
}

/** In 1/10,000: a cent, a tenth and a hundredth of one. */
const TICKS = [100, 10, 1]

const COLUMNS = ['symbol', 'timestamp', 'local_timestamp', 'side', 'price', 'amount']

/** What is known of a market: its name, and the finest step of its prices. It has no end, no result and no fees. */
const marketOf = (symbol: string, tick: number): Market => ({
  ...{ id: MarketId.of(symbol), index: MarketIndex.of(0), question: symbol, group: null, trading: 'open' },
  ...{ tick: Price.of(tick), sizeDigits: 5, minSize: Size.of(10_000), minValue: Wei.ONE, takerFeeBps: 0 },
  ...{ endsAt: null, rewards: null, result: null },
})

const inputOf = (files: readonly string[], markets: readonly Market[], startsAt: Timestamp): Input => ({
  markets,
  startsAt,
  isReference: false,
  knowsFees: false,
  quoted: notQuoted,
  read: async function* ({ indexOf, coverage }) {
    const books = new Map(markets.map(({ id }) => [String(id), new BookReader(indexOf(id), coverage)]))
    let message: Row[] = []
    // Rows of one arrival are one message: together they are one batch, so no decision sees half of it.
    for await (const row of merged(files)) {
      if (message.length > 0 && message[0]?.receivedAt !== row.receivedAt) {
        yield groupOf(message.flatMap(each => books.get(each.symbol)?.take(each) ?? []))
        message = []
      }
      message.push(row)
    }
    yield groupOf(message.flatMap(each => books.get(each.symbol)?.take(each) ?? []))
  },
})

/** Makes events of the rows of one market. */
class BookReader {
  readonly #market: MarketIndex
  readonly #coverage: Coverage
  /** Arrival of the whole book that is being read; null: none was read yet. */
  #wholeAt: number | null = null
  #at = 0

  constructor(market: MarketIndex, coverage: Coverage) {
    this.#market = market
    this.#coverage = coverage
  }

  take({ told, receivedAt, price, shares, side, isTrade, isWhole }: Row): readonly MarketEvent[] {
    // A level between no two prices, or a change before the first whole book, cannot be used.
    if (!(price > 0 && price < 1 && shares >= 0) || side === null || (this.#wholeAt === null && !isWhole && !isTrade)) {
      this.#coverage.dropped++
      return []
    }
    // Venue times of one book never go back, and none is later than its arrival.
    this.#at = Math.max(this.#at, Math.min(told, receivedAt))
    const stamp = { at: Timestamp.of(this.#at), receivedAt: Timestamp.of(receivedAt), market: this.#market }
    const level = { ...stamp, side, price: Price.of(Math.round(price * 10_000)), size: Size.of(Math.round(shares * 1e6)) }
    if (isTrade) return [{ ...level, kind: 'trade' }]
    const isFirst = isWhole && this.#wholeAt !== receivedAt
    if (isWhole) this.#wholeAt = receivedAt
    // The recorder did not note why a size changed.
    const change = { ...level, kind: 'level', cause: 'unexplained' } as const
    return isFirst ? [{ ...stamp, kind: 'clear' }, change] : [change]
  }
}

interface Row {
  readonly symbol: string
  readonly told: number
  readonly receivedAt: number
  readonly price: number
  readonly shares: number
  /** The side of the book; null: unknown. */
  readonly side: BookSide | null
  readonly isTrade: boolean
  readonly isWhole: boolean
}

/** A buyer takes from the asks. */
const SIDES: Readonly<Record<string, BookSide>> = { bid: 'bid', ask: 'ask', buy: 'ask', sell: 'bid' }

async function* rowsOf(file: string): AsyncGenerator<Row> {
  const bytes = createReadStream(file)
  const lines = createInterface({ input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })
  let names: readonly string[] | null = null
  let number = 0
  for await (const line of lines) {
    number++
    const cells = line.split(',')
    if (names === null) names = cells
    else {
      const cell = (name: string): string => cells[names?.indexOf(name) ?? -1] ?? ''
      const receivedAt = Number(cell('local_timestamp'))
      if (!(receivedAt > 0))
        throw new RecordingError(`${file}:${number}: local_timestamp: expected microseconds, found "${line}"`)
      yield {
        symbol: cell('symbol'),
        told: Number(cell('timestamp')) || receivedAt,
        receivedAt,
        price: Number(cell('price')),
        shares: Number(cell('amount')),
        side: SIDES[cell('side')] ?? null,
        isTrade: !names.includes('is_snapshot'),
        isWhole: cell('is_snapshot') === 'true',
      }
    }
  }
}

/** The rows of all files by arrival; at the same moment those of the earlier file first. */
async function* merged(files: readonly string[]): AsyncGenerator<Row> {
  const readers = files.map(rowsOf)
  const heads = await Promise.all(readers.map(reader => reader.next()))
  for (;;) {
    let first = -1
    for (const [at, { value, done }] of heads.entries())
      if (done !== true && (first < 0 || value.receivedAt < heads[first]!.value.receivedAt)) first = at
    if (first < 0) return
    yield heads[first]!.value
    heads[first] = await readers[first]!.next()
  }
}
