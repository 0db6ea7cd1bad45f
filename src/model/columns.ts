import { type EventColumns, EventKind, type LevelCause, type MarketEvent } from './event.js'
import { MarketIndex } from './ids.js'
import type { Price, Size } from './money.js'
import type { Timestamp } from './time.js'

/** `EventColumns` that grow. `clear` keeps the memory, so live batches allocate nothing once the largest was seen. */
export interface EventWriter {
  readonly columns: EventColumns
  /** Adds a row. */
  push(event: MarketEvent): void
  /** Forgets all rows and keeps the memory. */
  clear(): void
}

const CAUSES: readonly LevelCause[] = ['added', 'traded', 'removed', 'unexplained']

interface Store {
  length: number
  kind: Uint8Array
  side: Uint8Array
  market: Uint32Array
  price: Int32Array
  size: Float64Array
  at: Float64Array
  receivedAt: Float64Array
  rare: MarketEvent[]
}

const allocate = (capacity: number): Store => ({
  length: 0,
  kind: new Uint8Array(capacity),
  side: new Uint8Array(capacity),
  market: new Uint32Array(capacity),
  price: new Int32Array(capacity),
  size: new Float64Array(capacity),
  at: new Float64Array(capacity),
  receivedAt: new Float64Array(capacity),
  rare: [],
})

/** Creates an empty writer. `columns` is one object for the writer's life; its arrays are replaced when they grow. */
export function createEventWriter(capacity = 256): EventWriter {
  const store = allocate(capacity)
  return {
    // The only cast from plain typed arrays to branded columns.
    columns: store as unknown as EventColumns,
    push: event => push(store, event),
    clear: () => {
      store.length = 0
      store.rare.length = 0
    },
  }
}

/** Packs events into columns; for tests, importers and recordings. */
export function packEvents(events: readonly MarketEvent[]): EventColumns {
  const writer = createEventWriter(Math.max(1, events.length))
  for (const event of events) writer.push(event)
  return writer.columns
}

/** Reads one row as an object, for people and tests. */
export function unpackEvent(columns: EventColumns, row: number): MarketEvent {
  const kind = columns.kind[row] ?? EventKind.RARE
  const price = columns.price[row] as Price
  if (kind === EventKind.RARE) return columns.rare[price] as MarketEvent
  const at = columns.at[row] as Timestamp
  const receivedAt = columns.receivedAt[row] as Timestamp
  const market = columns.market[row] as MarketIndex
  if (kind === EventKind.CLEAR) return { at, receivedAt, kind: 'clear', market }
  const side = columns.side[row] === 0 ? 'bid' : 'ask'
  const size = columns.size[row] as Size
  if (kind === EventKind.TRADE) return { at, receivedAt, kind: 'trade', market, side, price, size }
  return { at, receivedAt, kind: 'level', market, side, price, size, cause: CAUSES[kind] as LevelCause }
}

function push(store: Store, event: MarketEvent): void {
  if (store.length === store.kind.length) grow(store)
  const row = store.length++
  store.at[row] = event.at
  store.receivedAt[row] = event.receivedAt
  switch (event.kind) {
    case 'level':
    case 'trade':
      store.kind[row] = event.kind === 'trade' ? EventKind.TRADE : CAUSES.indexOf(event.cause)
      store.side[row] = event.side === 'bid' ? 0 : 1
      store.market[row] = event.market
      store.price[row] = event.price
      store.size[row] = event.size
      return
    case 'clear':
      store.kind[row] = EventKind.CLEAR
      store.market[row] = event.market
      return
    case 'confirmed':
    case 'feed':
    case 'market':
    case 'joined':
    case 'left':
    case 'reference':
    case 'reference-feed':
    case 'venue':
      store.kind[row] = EventKind.RARE
      store.market[row] = marketOf(event)
      store.price[row] = store.rare.push(event) - 1
      return
    default:
      event satisfies never
  }
}

type Rare = Exclude<MarketEvent, { readonly kind: 'level' | 'trade' | 'clear' }>

const marketOf = (event: Rare): MarketIndex => {
  if (event.kind === 'reference' || event.kind === 'reference-feed' || event.kind === 'venue') return MarketIndex.of(0)
  return event.kind === 'market' || event.kind === 'joined' ? event.market.index : event.market
}

function grow(store: Store): void {
  const next = allocate(store.kind.length * 2)
  for (const name of ['kind', 'side', 'market', 'price', 'size', 'at', 'receivedAt'] as const) {
    next[name].set(store[name])
    store[name] = next[name] as never
  }
}
