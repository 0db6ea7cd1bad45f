import { type Books, createBooks } from '../engine/books.js'
import type { Batch } from '../model/batch.js'
import { packEvents } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import type { DarkBook, LiveBook } from '../strategy/view.js'
import { picture } from './book-picture.js'
import { drawMarket, type MarketChange } from './drawn-market.js'

/** 2026-01-01, the start time of a manual clock. */
export const DRAWN_AT = Timestamp.ofMs(Date.UTC(2026, 0, 1))

/** An event of a drawn market without its timestamps. */
export type DrawnEvent<E = MarketEvent> = E extends MarketEvent ? Omit<E, 'at' | 'receivedAt'> : never

/** A batch of events of one moment. */
export function batchOf(now: Timestamp, events: readonly DrawnEvent[], more: Partial<Batch> = {}): Batch {
  const columns = packEvents(events.map(event => ({ ...event, at: now, receivedAt: now })))
  return {
    ...{ now, wallOffset: 0, events: columns, from: 0, to: columns.length, reports: [], controls: [], timer: false },
    ...more,
  }
}

/** Rows that form a whole book of a picture. */
const bookRows = (market: Market, text: string): readonly DrawnEvent[] => [
  { kind: 'clear', market: market.index },
  ...picture(text).map(level => ({ kind: 'level', market: market.index, cause: 'unexplained', ...level }) as const),
]

/** The engine's own books with one market, as drawn; null: dark, because no book has come yet. */
export function drawnBooks(market: Market, text: string | null, now: Timestamp): Books {
  const books = createBooks([market])
  if (text !== null) books.apply(batchOf(now, bookRows(market, text)))
  return books
}

/**
 * A live book as a strategy receives it, from a picture: `liveBook('ask 0.55 20 / bid 0.52 15')`; `''` is an empty book. It is the engine's own
 * class. Throws a RangeError if bid and ask cross, because such a book is not live.
 */
export function liveBook(text: string, change: MarketChange = {}): LiveBook {
  const market = drawMarket(change)
  return expectLive(text, drawnBooks(market, text, DRAWN_AT).book(market.index))
}

function expectLive(text: string, book: LiveBook | DarkBook): LiveBook {
  if (book.state === 'live') return book
  throw new RangeError(`expected a book that can be live, found "${text}": ${book.why}`)
}
