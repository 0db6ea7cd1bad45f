import { packEvents, unpackEvent } from '../../src/model/columns.js'
import { EventKind, type MarketEvent } from '../../src/model/event.js'
import type { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { Timestamp } from '../../src/model/time.js'
import { asEventColumns, asPlainColumns } from '../../src/recording/columns/plain-columns.js'
import type { Chunk } from '../../src/recording/columns/recording.js'

/** The part of a recording to keep. */
export interface Cut {
  readonly markets: ReadonlySet<MarketIndex>
  /** The first moment that is kept; null: from the beginning. */
  readonly from: Timestamp | null
}

/**
 * Some markets of a recording, from some moment on. Their state before is inserted as one batch at that moment: the newest definition, the whole book
 * if it was live, and each reference. Books and references are as old there as they are in the whole recording. Reference rows are kept. Chunks keep
 * their order in both times.
 */
export function* cutChunks(chunks: Iterable<Chunk>, { markets, from }: Cut): Generator<Chunk> {
  const past = new Past()
  let isOpen = from === null
  for (const chunk of chunks) {
    const start = from === null ? 0 : firstAfter(chunk, from)
    for (let row = 0; row < start; row++) if (isKept(chunk, row, markets)) past.take(chunk, row)
    if (start === chunk.events.length) continue
    if (!isOpen && from !== null) yield* past.chunks(from)
    isOpen = true
    yield* restOf(chunk, { markets, from }, start)
  }
}

function firstAfter({ events }: Chunk, from: Timestamp): number {
  let row = 0
  while (row < events.length && (events.receivedAt[row] ?? 0) < from) row++
  return row
}

function isKept({ events }: Chunk, row: number, markets: Cut['markets']): boolean {
  const market = events.market[row]
  if (market !== undefined && markets.has(market)) return true
  const rare = events.kind[row] === EventKind.RARE ? events.rare[events.price[row] ?? -1] : undefined
  return rare?.kind === 'reference' || rare?.kind === 'reference-feed'
}

/** The kept rows of a chunk from one on. Earlier venue times are set to the cut, in the same order. */
function* restOf(chunk: Chunk, { markets, from }: Cut, start: number): Generator<Chunk> {
  const { length, kind, side, market, price, size, at, receivedAt, rare } = asPlainColumns(chunk.events)
  const places = new Uint32Array(length).fill(length)
  const rows: number[] = []
  for (let row = start; row < length; row++) if (isKept(chunk, row, markets)) places[row] = rows.push(row) - 1
  if (rows.length === 0) return
  const events = asEventColumns({
    length: rows.length,
    kind: Uint8Array.from(rows, row => kind[row] ?? 0),
    side: Uint8Array.from(rows, row => side[row] ?? 0),
    market: Uint32Array.from(rows, row => market[row] ?? 0),
    price: Int32Array.from(rows, row => price[row] ?? 0),
    size: Float64Array.from(rows, row => size[row] ?? 0),
    at: Float64Array.from(rows, row => Math.max(from ?? 0, at[row] ?? 0)),
    receivedAt: Float64Array.from(rows, row => receivedAt[row] ?? 0),
    rare,
  })
  yield {
    events,
    batchEnds: endsOf(chunk.batchEnds, places),
    byVenueTime: chunk.byVenueTime.map(row => places[row] ?? length).filter(row => row < length),
  }
}

/** Where the batches of the kept rows end; a batch without kept rows is dropped. */
function endsOf(batchEnds: Uint32Array, places: Uint32Array): Uint32Array {
  const ends: number[] = []
  let kept = 0
  let row = 0
  for (const end of batchEnds) {
    const before = kept
    for (; row < end; row++) if ((places[row] ?? places.length) < places.length) kept++
    if (kept > before) ends.push(kept)
  }
  return Uint32Array.from(ends)
}

/** State of the markets before a cut. */
class Past {
  readonly #definitions = new Map<MarketIndex, Market>()
  /** Markets that joined or left: whether they are there now, and whether they were from the beginning. */
  readonly #roster = new Map<MarketIndex, { isHere: boolean; readonly wasFirst: boolean }>()
  /** Live books; a market that left has none. */
  readonly #books = new Map<MarketIndex, PastBook>()
  /** By name. */
  readonly #references = new Map<string, PastReference>()

  take({ events }: Chunk, row: number): void {
    const event = unpackEvent(events, row)
    switch (event.kind) {
      case 'level':
      case 'trade':
      case 'confirmed':
        return this.#books.get(event.market)?.take(event)
      case 'clear':
        this.#books.set(event.market, new PastBook(event.receivedAt))
        return
      case 'feed':
        this.#books.delete(event.market)
        return
      case 'market':
        this.#definitions.set(event.market.index, event.market)
        return
      case 'joined':
        this.#definitions.set(event.market.index, event.market)
        return this.#note(event.market.index, true)
      case 'left':
        this.#books.delete(event.market)
        return this.#note(event.market, false)
      case 'reference':
        this.#references.set(event.name, { value: event, dark: null })
        return
      case 'reference-feed':
        return this.#darken(event)
      case 'venue':
        return
      default:
        event satisfies never
    }
  }

  /** One batch with the whole state at one moment. */
  *chunks(now: Timestamp): Generator<Chunk> {
    const stamp = { at: now, receivedAt: now }
    const definitions = [...this.#definitions].flatMap(([index, market]): MarketEvent[] => {
      const { isHere, wasFirst } = this.#roster.get(index) ?? { isHere: true, wasFirst: true }
      if (wasFirst) return [{ ...stamp, kind: 'market', market }]
      return isHere ? [{ ...stamp, kind: 'joined', market }] : []
    })
    const left = [...this.#roster].flatMap(([market, { isHere, wasFirst }]): MarketEvent[] =>
      wasFirst && !isHere ? [{ ...stamp, kind: 'left', market }] : [],
    )
    const books = [...this.#books].flatMap(([market, book]) => book.events(market, now))
    const references = [...this.#references.values()].flatMap(({ value, dark }) =>
      [value, dark].filter(event => event !== null),
    )
    const events = [...definitions, ...left, ...books, ...references]
    if (events.length === 0) return
    const batchEnds = Uint32Array.of(events.length)
    yield { events: columnsAt(now, events), batchEnds, byVenueTime: Uint32Array.from(events.keys()) }
  }

  /** Its last value, if there was one, still has an age. */
  #darken(event: MarketEvent & { readonly kind: 'reference-feed' }): void {
    const { value = null, dark = null } = this.#references.get(event.name) ?? {}
    // It is dark since the first of such events.
    this.#references.set(event.name, { value, dark: { ...event, receivedAt: dark?.receivedAt ?? event.receivedAt } })
  }

  #note(market: MarketIndex, isHere: boolean): void {
    const known = this.#roster.get(market)
    if (known === undefined) this.#roster.set(market, { isHere, wasFirst: !isHere })
    else known.isHere = isHere
  }
}

/** What a feed last told: its newest value, and why that cannot be trusted any more. */
interface PastReference {
  readonly value: (MarketEvent & { readonly kind: 'reference' }) | null
  readonly dark: (MarketEvent & { readonly kind: 'reference-feed' }) | null
}

/** A live book, and when its venue last told anything of it. */
class PastBook {
  /** By side and price. */
  readonly #levels = new Map<string, MarketEvent & { readonly kind: 'level' }>()
  #updatedAt: Timestamp
  #heardAt: Timestamp

  constructor(openedAt: Timestamp) {
    this.#updatedAt = this.#heardAt = openedAt
  }

  /** A print is no news of the book, and a confirmation is no change. */
  take(event: MarketEvent & { readonly kind: 'level' | 'trade' | 'confirmed' }): void {
    if (event.kind !== 'trade') this.#heardAt = event.receivedAt
    if (event.kind !== 'confirmed') this.#updatedAt = event.receivedAt
    if (event.kind !== 'level') return
    const place = `${event.side} ${event.price}`
    if (event.size > 0) this.#levels.set(place, event)
    else this.#levels.delete(place)
  }

  /** The confirmation is last, because it alone sets the age of the book. */
  events(market: MarketIndex, at: Timestamp): readonly MarketEvent[] {
    return [
      { at, receivedAt: this.#updatedAt, kind: 'clear', market },
      ...Array.from(this.#levels.values(), level => ({ ...level, receivedAt: this.#updatedAt, cause: 'added' as const })),
      { at, receivedAt: this.#heardAt, kind: 'confirmed', market },
    ]
  }
}

/** Rows that happen at one moment and keep what is known of their age: that of a book is in its column, that of a rare event in its object. */
function columnsAt(now: Timestamp, events: readonly MarketEvent[]): Chunk['events'] {
  const { kind, receivedAt, ...columns } = asPlainColumns(packEvents(events))
  return asEventColumns({
    ...{ ...columns, kind, at: new Float64Array(events.length).fill(now) },
    receivedAt: receivedAt.map((heardAt, row) => (kind[row] === EventKind.RARE ? now : heardAt)),
  })
}
