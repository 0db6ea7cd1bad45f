import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import { groupOf } from './event-source.js'
import { type Format, notQuoted, type ReadOptions } from './format.js'
import { asObject, inOrderOf, type JsonObject, parseJson } from './json-lines.js'
import { readLines } from './read-lines.js'

const LINE = /^(\d{16,19}) (\{.*)$/

/** Binance's combined stream, `<local nanoseconds> {stream, data}` a line: prices to refer to, named `btcusdt` (middle) and `btcusdt@trade`. */
export const binanceFormat: Format = {
  name: 'binance',
  isFormat: line => LINE.test(line),
  open: async files => {
    const sorted = await inOrderOf(files, microseconds)
    return [
      {
        markets: [],
        startsAt: Timestamp.of(sorted.startsAt),
        isReference: true,
        knowsFees: false,
        quoted: notQuoted,
        read: async function* (options) {
          const reader = new TickerReader(options)
          for (const file of sorted.files)
            for await (const lines of readLines(file)) yield groupOf(lines.flatMap(line => reader.take(line)))
        },
      },
    ]
  },
}

/** Nanoseconds have more digits than a double: cut by the text. */
const microseconds = (line: string): number | null => {
  const [, nanoseconds] = LINE.exec(line) ?? []
  return nanoseconds === undefined ? null : Number(nanoseconds.slice(0, -3))
}

class TickerReader {
  readonly #options: ReadOptions
  readonly #last = new Map<string, number>()
  #heardAt = Timestamp.ZERO

  constructor(options: ReadOptions) {
    this.#options = options
  }

  take(line: string): readonly MarketEvent[] {
    const { coverage } = this.#options
    const heard = microseconds(line)
    const message = asObject(parseJson(LINE.exec(line)?.[2] ?? ''))
    if (heard === null || Object.keys(message).length === 0) {
      if (line !== '') coverage.dropped++
      return []
    }
    if (heard < this.#heardAt) coverage.repaired++
    const receivedAt = Timestamp.max(this.#heardAt, Timestamp.of(heard))
    this.#heardAt = receivedAt
    const told = referenceOf(asObject(message['data']), String(message['stream']))
    // The depth, and a middle that did not move, say nothing a reference needs.
    if (told === null || this.#last.get(told.name) === told.value) {
      coverage.ignored++
      return []
    }
    if (told.isRepeatable) this.#last.set(told.name, told.value)
    const { name, value } = told
    return [{ kind: 'reference', name, value, receivedAt, at: this.#at(told.atMs, receivedAt) }]
  }

  /** The local clock may run behind the venue's. */
  #at(milliseconds: unknown, receivedAt: Timestamp): Timestamp {
    if (typeof milliseconds !== 'number' || !(milliseconds > 0 && milliseconds < 1e14)) return receivedAt
    const at = Timestamp.ofMs(milliseconds)
    if (at > receivedAt) this.#options.coverage.clamped++
    return at > receivedAt ? receivedAt : at
  }
}

interface Told {
  readonly name: string
  readonly value: number
  readonly atMs: unknown
  readonly isRepeatable: boolean
}

function referenceOf(data: JsonObject, stream: string): Told | null {
  const symbol = String(data['s']).toLowerCase()
  const atMs = data['T'] ?? data['E']
  if (stream.endsWith('@bookTicker')) {
    const value = (Number(data['b']) + Number(data['a'])) / 2
    return value > 0 ? { name: symbol, value, atMs, isRepeatable: true } : null
  }
  const value = Number(data['p'])
  return stream.endsWith('@trade') && value > 0 ? { name: `${symbol}@trade`, value, atMs, isRepeatable: false } : null
}
