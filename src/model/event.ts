import type { MarketIndex } from './ids.js'
import type { Market } from './market.js'
import type { BookSide, Price, Size } from './money.js'
import type { Timestamp } from './time.js'
import type { VenueMode } from './venue-mode.js'

/** When something happened at the venue, and when we heard of it. */
export interface Stamp {
  readonly at: Timestamp
  readonly receivedAt: Timestamp
}

export type LevelCause = 'added' | 'traded' | 'removed' | 'unexplained'

/** What venues, importers and tests write and people read; packed into columns at the door. */
export type MarketEvent = Stamp &
  (
    | {
        /** `size` is what the level holds now, never a change: applying it twice changes nothing. */
        readonly kind: 'level'
        readonly market: MarketIndex
        readonly side: BookSide
        readonly price: Price
        readonly size: Size
        readonly cause: LevelCause
      }
    /** A whole book follows in the same batch and makes the feed live: after a (re)connect or a repair only. */
    | { readonly kind: 'clear'; readonly market: MarketIndex }
    /** `side` is the one that was hit. */
    | {
        readonly kind: 'trade'
        readonly market: MarketIndex
        readonly side: BookSide
        readonly price: Price
        readonly size: Size
      }
    | { readonly kind: 'feed'; readonly market: MarketIndex; readonly state: 'suspect' | 'lost'; readonly why: string }
    /** The venue was asked and showed the very book we have: a market in which nothing happens does not grow old. */
    | { readonly kind: 'confirmed'; readonly market: MarketIndex }
    /** A definition as it is now. That of a market which left is told by its id alone: a result that it brings is still paid. */
    | { readonly kind: 'market'; readonly market: Market }
    /** A market opens in a running session, at an index that no desk uses: see `Turn.left`. Its book is dark until its first `clear`. `stanza`: whose it is, by the place of the strategy in the run's config; absent: the run does not say. */
    | { readonly kind: 'joined'; readonly market: Market; readonly stanza?: number }
    /** A market is over for this session: no row of it follows. */
    | { readonly kind: 'left'; readonly market: MarketIndex }
    /** A value of a reference feed, which makes the feed live. */
    | { readonly kind: 'reference'; readonly name: string; readonly value: number }
    /** What the whole venue takes from now on. After a `restart` each book is dark until its next `clear`. */
    | { readonly kind: 'venue'; readonly mode: VenueMode }
    /** What a reference feed says of itself: its last value cannot be trusted until the next one comes. */
    | {
        readonly kind: 'reference-feed'
        readonly name: string
        readonly state: 'suspect' | 'lost'
        readonly why: string
      }
  )

/** A typed array with branded elements: cast once, in model, so that no reader needs `as`. */
export interface Column<T extends number> {
  readonly length: number
  readonly [row: number]: T
}

/** Events inside: the live batch, a recording in memory and an importer's output are all this. */
export interface EventColumns {
  readonly length: number
  /** One of `EventKind`. */
  readonly kind: Uint8Array
  /** 0 bid, 1 ask. */
  readonly side: Column<0 | 1>
  readonly market: Column<MarketIndex>
  /** Of a rare row: the index into `rare`. */
  readonly price: Column<Price>
  readonly size: Column<Size>
  readonly at: Column<Timestamp>
  readonly receivedAt: Column<Timestamp>
  /** confirmed, feed, market, joined, left, reference, reference-feed and venue events, whole. */
  readonly rare: readonly MarketEvent[]
}

export const EventKind = {
  LEVEL_ADDED: 0,
  LEVEL_TRADED: 1,
  LEVEL_REMOVED: 2,
  LEVEL_UNEXPLAINED: 3,
  CLEAR: 4,
  TRADE: 5,
  RARE: 6,
} as const
