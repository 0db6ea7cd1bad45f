import type { Books } from '../../../engine/books.js'
import type { Market } from '../../../model/market.js'
import type { BookSide, Level } from '../../../model/money.js'
import type { LadderRow, MarketDetail, OrderCopy } from '../../../operator/schemas-market.js'
import type { SeenTurns } from './seen-turns.js'

/** What a ladder is made from. */
export interface Looked {
  readonly market: Market
  /** Whether its book may be read. */
  readonly isLive: boolean
  readonly books: Pick<Books, 'book'>
  readonly open: readonly OrderCopy[]
  readonly seen: Pick<SeenTurns, 'trades'>
  readonly at: number
}

const ROWS_MAX = 25

/** The ladder and the prints of the market that `seen` watches. */
export function marketDetailOf({ market, isLive, books, open, seen, at }: Looked): MarketDetail {
  const book = isLive ? books.book(market.index) : null
  const own = open.filter(order => order.market === market.id && order.state !== 'pending')
  const rows = (side: BookSide): readonly LadderRow[] =>
    book?.state === 'live' ? book.levels(side, ROWS_MAX).map(level => rowOf(level, ofLevel(own, side, level))) : []
  return {
    id: market.id,
    at,
    bid: rows('bid'),
    ask: rows('ask'),
    trades: seen.trades.map(({ at, price, size, side }) => ({
      at,
      price: price / 1e4,
      size: size / 1e6,
      side: otherSide(side),
    })),
  }
}

const ofLevel = (own: readonly OrderCopy[], side: BookSide, { price }: Level): readonly OrderCopy[] =>
  own.filter(({ yesSide, yesPrice }) => yesSide === side && Math.round(yesPrice * 1e4) === price)

function rowOf({ price, size }: Level, own: readonly OrderCopy[]): LadderRow {
  const ahead = own.flatMap(order => order.ahead ?? [])
  return {
    price: price / 1e4,
    size: size / 1e6,
    ours: own.reduce((sum, { left }) => sum + left, 0),
    ahead: ahead.length === 0 ? null : Math.min(...ahead),
  }
}

/** The engine names the side that was hit. */
const otherSide = (side: BookSide): BookSide => (side === 'bid' ? 'ask' : 'bid')
