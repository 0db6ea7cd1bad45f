import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import type { Trade } from '../strategy/view.js'
import { Ladder } from './ladder.js'

/** One market as the feed has it. Written by `Books` only. */
export interface Depth {
  market: Market
  /** YES bids by price, and YES asks as NO bids by 1 - price. */
  readonly bids: Ladder
  readonly asks: Ladder
  /** What the feed says of itself; a book that stands crossed is dark as well. */
  feed: 'live' | 'suspect' | 'lost'
  isCrossed: boolean
  why: string
  since: Timestamp
  /** When its last row came. */
  updatedAt: Timestamp
  /** When the venue last said anything of this book: a row, or that it is as we have it. What limits of age go by. */
  heardAt: Timestamp
  /** Prints of the last batch. */
  readonly trades: Trade[]
  isChanged: boolean
}

/** A market before its first `clear`. */
export const emptyDepth = (market: Market): Depth => ({
  market,
  bids: new Ladder(),
  asks: new Ladder(),
  feed: 'lost',
  isCrossed: false,
  why: 'no book has come yet',
  since: Timestamp.ZERO,
  updatedAt: Timestamp.ZERO,
  heardAt: Timestamp.ZERO,
  trades: [],
  isChanged: false,
})

/** Empties both sides; from here on the feed is believed. */
export function openBook(depth: Depth, at: Timestamp): void {
  depth.bids.clear()
  depth.asks.clear()
  depth.feed = 'live'
  depth.why = ''
  depth.since = at
}
