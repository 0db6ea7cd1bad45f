import type { MarketEvent } from '../../model/event.js'
import { parseJson } from '../../model/parse-json.js'
import { Timestamp } from '../../model/time.js'
import { bookTickerSchema, tradeSchema } from '../../protocol/read-binance.js'
import { afterFirst, compareClocks } from '../columns/clock-offset.js'
import type { Arrived } from '../text/arrivals.js'
import { asObject, type JsonObject } from '../text/json-lines.js'
import { inOrderOf, readTextLines } from '../text/text-lines.js'
import { groupOf } from './event-source.js'
import { type Format, notQuoted, type ReadOptions } from './format.js'

/** An unchanged value is kept once a second, as a run keeps it, so that its age is known. In microseconds. */
const REPEAT_US = 1_000_000

const LINE = /^(\d{16,19}) (\{.*)\r?$/

/** Binance's combined stream, one `<local nanoseconds> {stream, data}` a line: reference prices, named `btcusdt` (mid price) and `btcusdt@trade`. */
export const binanceFormat: Format = {
  name: 'binance',
  isFormat: line => LINE.test(line),
  open: async files => {
    const sorted = await inOrderOf(files, microseconds)
    return [
      {
        markets: [],
        startsAt: Timestamp.of(sorted[0]!.startsAt),
        isReference: true,
        knowsFees: false,
        quoted: notQuoted,
        read: async function* (options) {
          const reader = new TickerReader(options)
          const lines = afterFirst(
            readTextLines(sorted, { coverage: options.coverage, read, arrivalOf: microseconds }),
            first => {
              const clock = compareClocks(first.flatMap(delaysOf))
              reader.aheadUs = clock?.aheadUs ?? 0
              options.tellClock?.(clock)
            },
          )
          for await (const group of lines) yield groupOf(group.lines.flatMap(line => reader.take(line)))
        },
      },
    ]
  },
}

const read = (text: string): string | undefined => (Object.keys(messageOf(text)).length > 0 ? text : undefined)

/** Nanoseconds have more digits than a double holds, so the text is cut. NaN: the line has none. */
const microseconds = (line: string): number => {
  const [, nanoseconds] = LINE.exec(line) ?? []
  return nanoseconds === undefined ? Number.NaN : Number(nanoseconds.slice(0, -3))
}

const messageOf = (line: string): JsonObject => asObject(parseJson(LINE.exec(line)?.[2] ?? ''))

function delaysOf({ line, receivedAt }: Arrived<string>): readonly number[] {
  const { data, stream } = messageOf(line)
  const atMs = referenceOf(asObject(data), String(stream))?.atMs
  return atMs === undefined ? [] : [receivedAt - Timestamp.ofMs(atMs)]
}

class TickerReader {
  /** How far the venue's clock is ahead of ours, in microseconds. */
  aheadUs = 0
  readonly #options: ReadOptions
  readonly #last = new Map<string, { readonly value: number; readonly receivedAt: number }>()

  constructor(options: ReadOptions) {
    this.#options = options
  }

  take({ line, receivedAt: arrived }: Arrived<string>): readonly MarketEvent[] {
    const { coverage } = this.#options
    const receivedAt = Timestamp.of(arrived)
    const { data, stream } = messageOf(line)
    const told = referenceOf(asObject(data), String(stream))
    // Depth updates, and most mid prices that did not change, carry nothing that a reference needs.
    if (told === null || this.#isRepeated(told, receivedAt)) {
      coverage.ignored++
      return []
    }
    const { name, value } = told
    if (told.isRepeatable) this.#last.set(name, { value, receivedAt })
    return [{ kind: 'reference', name, value, receivedAt, at: this.#at(told.atMs, receivedAt) }]
  }

  #isRepeated({ name, value }: Told, receivedAt: number): boolean {
    const last = this.#last.get(name)
    return last !== undefined && last.value === value && receivedAt < last.receivedAt + REPEAT_US
  }

  /** Venue time by our clock, never later than the arrival. */
  #at(milliseconds: number | undefined, receivedAt: Timestamp): Timestamp {
    if (milliseconds === undefined) return receivedAt
    const at = Timestamp.add(Timestamp.ofMs(milliseconds), -this.aheadUs)
    if (at > receivedAt) this.#options.coverage.clamped++
    return at > receivedAt ? receivedAt : at
  }
}

interface Told {
  readonly name: string
  readonly value: number
  readonly atMs: number | undefined
  readonly isRepeatable: boolean
}

function referenceOf(data: JsonObject, stream: string): Told | null {
  if (stream.endsWith('@bookTicker')) {
    const row = bookTickerSchema.safeParse(data).data
    if (row === undefined) return null
    return { name: row.s.toLowerCase(), value: (row.b + row.a) / 2, atMs: row.T ?? row.E, isRepeatable: true }
  }
  const row = stream.endsWith('@trade') ? tradeSchema.safeParse(data).data : undefined
  return row === undefined
    ? null
    : { name: `${row.s.toLowerCase()}@trade`, value: row.p, atMs: row.T ?? row.E, isRepeatable: false }
}
