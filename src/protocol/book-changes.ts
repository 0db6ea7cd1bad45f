import type { LevelCause, MarketEvent, Stamp } from '../model/event.js'
import type { MarketIndex } from '../model/ids.js'
import { type BookSide, Price, Size } from '../model/money.js'
import type { BookColumn, WholeBook } from './read-book.js'

/** The market of a change, and when it happened. */
export type BookStamp = Stamp & { readonly market: MarketIndex }

/** Size that prints took from each level since the last push, in millionths; by `levelKey`. */
export type Traded = ReadonlyMap<number, number>

/** Encodes a level of either side as one number. */
export const levelKey = (side: BookSide, price: number): number => (side === 'bid' ? price : -price)

const NOTHING: Traded = new Map()
const EMPTY: BookColumn = { prices: [], sizes: [] }

/** A whole new book: `clear`, then each of its levels. */
export function wholeBook(book: WholeBook, stamp: BookStamp): readonly MarketEvent[] {
  return [{ ...stamp, kind: 'clear' }, ...bookChanges({ last: { updatedMs: 0, bids: EMPTY, asks: EMPTY }, next: book }, stamp)]
}

/**
 * The levels in which `next` differs from `last`, removed ones first, so that the book never crosses on the way. A push without changes repeats its
 * best level: it proves that the book is current, and no other event says so. A decrease explained by prints is `traded`.
 */
export function bookChanges(
  { last, next, traded = NOTHING }: { readonly last: WholeBook; readonly next: WholeBook; readonly traded?: Traded },
  stamp: BookStamp,
): readonly MarketEvent[] {
  const gone: MarketEvent[] = []
  const changed: MarketEvent[] = []
  const note = (side: BookSide) => (price: number, size: number, was: number) => {
    const isTraded = traded.size > 0 && was > size && (traded.get(levelKey(side, price)) ?? 0) >= was - size
    const level = levelEvent(stamp, { side, price, size, cause: isTraded ? 'traded' : 'unexplained' })
    if (size === 0) gone.push(level)
    else changed.push(level)
  }
  compare(last.bids, next.bids, -1, note('bid'))
  compare(last.asks, next.asks, 1, note('ask'))
  if (gone.length > 0) return gone.concat(changed)
  return changed.length > 0 ? changed : proofOf(next, stamp)
}

function compare(
  last: BookColumn,
  next: BookColumn,
  direction: 1 | -1,
  note: (price: number, size: number, was: number) => void,
): void {
  if (last === next) return
  let from = 0
  let to = 0
  while (from < last.prices.length || to < next.prices.length) {
    const was = last.prices[from]
    const is = next.prices[to]
    if (is === undefined || (was !== undefined && (was - is) * direction < 0)) {
      note(was ?? 0, 0, last.sizes[from] ?? 0)
      from++
    } else {
      const isKnown = was === is
      const size = next.sizes[to] ?? 0
      const before = isKnown ? (last.sizes[from] ?? 0) : 0
      if (before !== size) note(is, size, before)
      if (isKnown) from++
      to++
    }
  }
}

function proofOf(book: WholeBook, stamp: BookStamp): readonly MarketEvent[] {
  const side = book.bids.prices.length > 0 ? 'bid' : 'ask'
  const { prices, sizes } = side === 'bid' ? book.bids : book.asks
  const [price, size] = [prices[0], sizes[0]]
  return price === undefined || size === undefined ? [] : [levelEvent(stamp, { side, price, size, cause: 'unexplained' })]
}

const levelEvent = (
  { at, receivedAt, market }: BookStamp,
  level: { readonly side: BookSide; readonly price: number; readonly size: number; readonly cause: LevelCause },
): MarketEvent => ({
  at,
  receivedAt,
  kind: 'level',
  market,
  side: level.side,
  price: Price.of(level.price),
  size: Size.of(level.size),
  cause: level.cause,
})
