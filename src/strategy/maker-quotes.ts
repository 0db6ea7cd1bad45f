import { grid } from '../model/grid.js'
import type { Market } from '../model/market.js'
import { type BookSide, isWorth, type Level, Price, Size } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { Ladder, Quotes } from '../model/quote.js'
import type { LiveBook, View } from './view.js'

/** A level as computed by a model; price and size may be off the grid. */
export interface RawLevel {
  /** In YES terms, in 1/10,000. */
  readonly price: number
  /** In millionths of a share. */
  readonly size: number
}

/** The market's and the account's part in what may rest. */
export interface MakerQuotesParts {
  readonly book: LiveBook
  readonly market: Market
  readonly position: Pick<Position, 'yes' | 'no' | 'sellable'>
  /** Our own orders: held shares may be locked in sells among them. */
  readonly working: View<unknown>['working']
  /** In any order; levels with the same price are merged. */
  readonly bids: readonly RawLevel[]
  readonly asks: readonly RawLevel[]
  /** The largest total size of a side, in millionths of a share; levels far from the touch are cut first. Absent: no limit. */
  readonly bidSizeMax?: number
  readonly askSizeMax?: number
}

/** A desk accepts no more levels on a side. */
const LEVELS_MAX = 50

/**
 * Quotes that only make, from levels computed by a model. A bid's price is rounded down to the grid, an ask's up; a level that would reach the other
 * side's best price is moved to the last price before it, and asks stay above the best bid of these quotes. Levels with the same price are added up.
 * Sizes are rounded down. A level that the market would refuse (too small, worth too little, off the end of the grid) is left out, as is a non-finite
 * one. Each side is sorted best first.
 */
export function makerQuotes(parts: MakerQuotesParts): Quotes {
  const { book, market, bids, asks, bidSizeMax, askSizeMax } = parts
  const bestAsk = book.best('ask')?.price ?? Price.ONE
  const bid = levelsOf('bid', bids, {
    market,
    sellable: sellableOf('bid', parts),
    limit: bestAsk,
    room: bidSizeMax ?? Infinity,
  })
  const bestBid = Math.max(book.best('bid')?.price ?? 0, bid[0]?.price ?? 0)
  const ask = levelsOf('ask', asks, {
    market,
    sellable: sellableOf('ask', parts),
    limit: bestBid,
    room: askSizeMax ?? Infinity,
  })
  return book.quote({ bid: ladderOf(bid), ask: ladderOf(ask) })
}

interface SideTerms {
  readonly market: Market
  /** Shares that orders of this side can sell instead of buying the other outcome. */
  readonly sellable: number
  /** The price that the side must not reach; 0 or 10,000: none. */
  readonly limit: number
  readonly room: number
}

/** What can be sold on a side: free shares, and those in resting sells of this side, which a target keeps or frees. */
function sellableOf(side: BookSide, { position, working }: Pick<MakerQuotesParts, 'position' | 'working'>): number {
  const outcome = side === 'bid' ? 'no' : 'yes'
  const free = position.sellable[outcome]
  if (position[outcome] <= free) return free
  const resting = working[side].reduce((sum, { size }) => sum + size, 0)
  return free + Math.min(position[outcome] - free, resting)
}

function levelsOf(side: BookSide, raw: readonly RawLevel[], terms: SideTerms): readonly Level[] {
  let { room } = terms
  const levels: Level[] = []
  for (const [price, wanted] of sizesOf(side, raw, terms)) {
    const size = grid.floorSize(Size.of(Math.floor(Math.max(0, Math.min(wanted, room, Size.ORDER_MAX)))), terms.market)
    if (levels.length === LEVELS_MAX || !canRest(side, { price, size }, terms)) continue
    levels.push({ price, size })
    room -= size
  }
  return levels
}

/** The wanted size at each grid price, best first. */
function sizesOf(side: BookSide, raw: readonly RawLevel[], terms: SideTerms): readonly (readonly [Price, number])[] {
  const sizes = new Map<Price, number>()
  for (const { price, size } of raw) {
    const onGrid = Number.isFinite(price) && size > 0 ? priceOf(side, price, terms) : null
    if (onGrid !== null) sizes.set(onGrid, (sizes.get(onGrid) ?? 0) + size)
  }
  return [...sizes].toSorted(([a], [b]) => (side === 'bid' ? b - a : a - b))
}

/** A single level is passed as such: a desk compares it faster than a list. */
const ladderOf = (levels: readonly Level[]): Ladder => (levels.length > 1 ? levels : (levels[0] ?? null))

/** A rounded number may lie this far on the wrong side of the original, in 1/10,000. */
const ROUNDING = 0.001

/** The grid price at which a level may rest; null: none before the limit, or none as far out as the level requires. */
function priceOf(side: BookSide, price: number, { market, limit }: SideTerms): Price | null {
  const isBid = side === 'bid'
  const wanted = isBid ? Math.min(price, limit - 1) : Math.max(price, limit + 1)
  const onGrid = isBid ? floorPrice(wanted, market) : ceilPrice(wanted, market)
  return (isBid ? onGrid - wanted : wanted - onGrid) < ROUNDING ? onGrid : null
}

const floorPrice = (price: number, market: Market): Price => Price.floor(price, grid.tickAt(price, market))
const ceilPrice = (price: number, market: Market): Price => Price.ceil(price, grid.tickAt(price, market))

/** Whether the market accepts the level as an order: as a buy of the side's outcome or, as far as shares can be sold, as a sell of the other one. */
function canRest(side: BookSide, { price, size }: Level, { market, sellable }: SideTerms): boolean {
  const bought = side === 'bid' ? price : Price.complement(price)
  const sold = grid.floorSize(Size.of(Math.min(size, sellable)), market)
  const isEnough = (size: Size, price: Price): boolean => size >= market.minSize && isWorth(price, size, market.minValue)
  return isEnough(size, bought) || isEnough(sold, Price.complement(bought))
}
