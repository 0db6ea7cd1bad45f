import type { MarketEvent } from '../../model/event.js'
import { MarketId } from '../../model/ids.js'
import { type BookSide, Price } from '../../model/money.js'
import { parseJson } from '../../model/parse-json.js'
import { venueMarket } from '../../model/plain-market.js'
import { Timestamp } from '../../model/time.js'
import { readPrice, readSize } from '../../protocol/read-book.js'
import { afterFirst, type ClockOffset, compareClocks } from '../columns/clock-offset.js'
import type { Arrived } from '../text/arrivals.js'
import { asObject, type JsonObject, namesIn } from '../text/json-lines.js'
import type { TextFile } from '../text/text-file.js'
import { inOrderOf, readTextLines } from '../text/text-lines.js'
import { type EventGroup, groupOf } from './event-source.js'
import { type Format, type Input, notQuoted, type ReadOptions } from './format.js'
import { PairedRows } from './paired-rows.js'

const KINDS: ReadonlySet<unknown> = new Set(['book', 'price_change', 'last_trade_price', 'tick_size_change'])

/**
 * Messages of Polymarket's market channel, one message or a list a line, bare or as `{receivedAt, event}` with the arrival in milliseconds. Without
 * an arrival time, the venue's time is used.
 */
export const polymarketFormat: Format = {
  name: 'polymarket',
  isFormat: line => messagesOf(parseJson(line)).messages.some(message => KINDS.has(message['event_type'])),
  open: async files => {
    const sorted = await inOrderOf(files, text => arrivalOf(parseJson(text)))
    const ids = await namesIn(
      sorted.map(({ file }) => file),
      /"market"\s*:\s*"([^"]{1,100})"/g,
    )
    return [inputOf(sorted, ids)]
  },
}

const inputOf = (files: readonly TextFile[], ids: readonly string[]): Input => ({
  markets: ids.map(id => venueMarket('polymarket', id)),
  startsAt: Timestamp.of(files[0]!.startsAt),
  isReference: false,
  knowsFees: true,
  quoted: notQuoted,
  read: async function* (options) {
    const readers = new Map(ids.map(id => [id, new MarketReader(id, options)]))
    const lines = afterFirst(readTextLines(files, { coverage: options.coverage, read: parseJson, arrivalOf }), first => {
      const clock = compareClocks(first.flatMap(delaysOf))
      for (const reader of readers.values()) reader.setAhead(clock)
      options.tellClock?.(clock)
    })
    for await (const group of lines) {
      for (const { line, receivedAt } of group.lines)
        for (const message of messagesOf(line).messages) {
          const reader = readers.get(String(message['market']))
          if (reader === undefined || !reader.take(message, Timestamp.of(receivedAt))) options.coverage.dropped++
        }
      for (const reader of readers.values()) yield* reader.drain()
    }
    for (const reader of readers.values()) yield* reader.drain(true)
  },
})

interface Messages {
  readonly messages: readonly JsonObject[]
  /** Arrival in milliseconds as the line has it; undefined: the line has none. */
  readonly told: unknown
}

function messagesOf(value: unknown): Messages {
  const outer = asObject(value)
  const inner = outer['event'] ?? outer['data'] ?? value
  return { messages: (Array.isArray(inner) ? inner : [inner]).map(asObject), told: outer['receivedAt'] ?? outer['recv_ms'] }
}

/** For a line without an arrival time: the last of its venue times. */
function arrivalOf(value: unknown): number {
  const { messages, told } = messagesOf(value)
  const times = told === undefined ? messages.map(message => Number(message['timestamp'])) : [Number(told)]
  return Math.floor(Math.max(...times) * 1_000)
}

function delaysOf({ line, receivedAt }: Arrived<unknown>): readonly number[] {
  const times = messagesOf(line).messages.map(message => timeOf(message['timestamp']))
  return times.flatMap(at => (at === null ? [] : [receivedAt - at]))
}

function timeOf(milliseconds: unknown): Timestamp | null {
  const value = Number(milliseconds)
  return value > 0 && value < 1e14 ? Timestamp.ofMs(value) : null
}

/** One market. The first outcome named is YES; the other outcome's book is its mirror. */
class MarketReader {
  readonly #id: MarketId
  readonly #options: ReadOptions
  readonly #rows: PairedRows
  #asset: string | null = null
  #isKnown = false
  #others: MarketEvent[] = []

  constructor(id: string, options: ReadOptions) {
    this.#id = MarketId.of(id)
    this.#options = options
    this.#rows = new PairedRows(options.coverage, options.indexOf(this.#id))
  }

  setAhead(clock: ClockOffset | null): void {
    this.#rows.aheadUs = clock?.aheadUs ?? 0
  }

  /** Returns false if the message cannot be used. */
  take(message: JsonObject, receivedAt: Timestamp): boolean {
    const at = timeOf(message['timestamp'])
    const taken = this.#message(message, { receivedAt, at })
    if (taken) this.#rows.endMessage()
    return taken
  }

  drain(isOver = false): readonly EventGroup[] {
    const others = groupOf(this.#others)
    this.#others = []
    return [others, { events: this.#rows.drain({ isOver }), isBatch: false }]
  }

  #message(message: JsonObject, stamp: Stamp): boolean {
    switch (message['event_type']) {
      case 'book':
        return this.#isMine(message) ? this.#book(message, stamp) : true
      case 'price_change':
        return this.#changes(message, stamp)
      case 'last_trade_price':
        return this.#print(message, stamp)
      case 'tick_size_change':
        return this.#isMine(message) ? this.#tick(message, stamp) : true
      default:
        return false
    }
  }

  /** Whether a message is about the YES outcome; messages about the other one are counted and skipped. */
  #isMine(message: JsonObject): boolean {
    const asset = String(message['asset_id'])
    this.#asset ??= asset
    if (asset !== this.#asset) this.#options.coverage.ignored++
    return asset === this.#asset
  }

  #book(message: JsonObject, stamp: Stamp): boolean {
    const bids = levelsOf('bid', message['bids'] ?? message['buys'])
    const asks = levelsOf('ask', message['asks'] ?? message['sells'])
    if (bids === null || asks === null) return false
    const levels = [...bids, ...asks]
    if (this.#isKnown) return this.#difference(levels, stamp)
    this.#isKnown = true
    return this.#rows.take({ kind: 'snapshot', at: stamp.at, levels }, stamp.receivedAt)
  }

  /** The venue sends a whole book after each trade: the differences are emitted as changes. */
  #difference(levels: readonly Level[], stamp: Stamp): boolean {
    const named = new Set(levels.map(({ side, price }) => (side === 'bid' ? price : -price)))
    const gone = this.#rows.levels().filter(({ side, price }) => !named.has(side === 'bid' ? price : -price))
    for (const level of gone) this.#set({ ...level, size: 0 }, stamp)
    for (const level of levels) this.#set(level, stamp)
    return true
  }

  #changes(message: JsonObject, stamp: Stamp): boolean {
    const list = message['price_changes'] ?? message['changes']
    if (!this.#isKnown || !Array.isArray(list)) return false
    for (const one of list) {
      const change: JsonObject = { asset_id: message['asset_id'], ...asObject(one) }
      if (!this.#isMine(change)) continue
      const level = levelOf(change['side'] === 'BUY' ? 'bid' : 'ask', change)
      if (level === null) return false
      this.#set(level, stamp)
    }
    return true
  }

  #set({ side, price, size }: Level, stamp: Stamp): void {
    const change = size - this.#rows.sizeAt(side, price)
    if (change !== 0) this.#rows.take({ kind: 'change', at: stamp.at, side, price, size: change }, stamp.receivedAt)
  }

  /** A buyer takes from the asks; a print of the NO outcome becomes a YES print at the complement price. */
  #print(message: JsonObject, stamp: Stamp): boolean {
    const isOther = this.#asset !== null && String(message['asset_id']) !== this.#asset
    const level = levelOf((message['side'] === 'BUY') === isOther ? 'bid' : 'ask', message)
    if (level === null) return false
    const price = isOther ? Price.complement(level.price) : level.price
    return this.#rows.take({ kind: 'print', at: stamp.at, ...level, price }, stamp.receivedAt)
  }

  #tick(message: JsonObject, { receivedAt, at }: Stamp): boolean {
    const tick = readPrice(Number(message['new_tick_size']))
    if (tick === null) return false
    const market = { ...venueMarket('polymarket', this.#id), index: this.#options.indexOf(this.#id), tick: Price.of(tick) }
    this.#others.push({
      kind: 'market',
      market,
      receivedAt,
      at: at === null ? receivedAt : Timestamp.of(Math.min(at - this.#rows.aheadUs, receivedAt)),
    })
    return true
  }
}

interface Stamp {
  readonly receivedAt: Timestamp
  readonly at: Timestamp | null
}

interface Level {
  readonly side: BookSide
  readonly price: Price
  readonly size: number
}

function levelsOf(side: BookSide, list: unknown): readonly Level[] | null {
  if (!Array.isArray(list)) return null
  const levels = list.map(one => levelOf(side, asObject(one)))
  return levels.every(level => level !== null) ? levels : null
}

function levelOf(side: BookSide, { price, size }: JsonObject): Level | null {
  const [level, shares] = [readPrice(Number(price)), readSize(Number(size))]
  return level === null || shares === null ? null : { side, price: Price.of(level), size: shares }
}
