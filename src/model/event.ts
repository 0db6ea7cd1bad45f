import type { MarketIndex } from './ids.js'
import type { Market } from './market.js'
import type { BookSide, Price, Size } from './money.js'
import type { Timestamp } from './time.js'
import type { VenueMode } from './venue-mode.js'

/** When something happened at the venue, and when we received it. */
export interface Stamp {
  readonly at: Timestamp
  readonly receivedAt: Timestamp
}

/** Why the size of a level changed; `unexplained`: the venue did not say. */
export type LevelCause = 'added' | 'traded' | 'removed' | 'unexplained'

/** Events as objects: what venues, importers and tests write and people read. They are packed into columns at the edge. */
export type MarketEvent = Stamp &
  (
    | {
        /** `size` is the level's new size, never a difference: applying it twice changes nothing. */
        readonly kind: 'level'
        readonly market: MarketIndex
        readonly side: BookSide
        readonly price: Price
        readonly size: Size
        readonly cause: LevelCause
      }
    /** A whole book follows in the same batch and makes the feed live; sent only after a (re)connect or a repair. */
    | { readonly kind: 'clear'; readonly market: MarketIndex }
    /** `side` is the side of the resting order that was hit. */
    | {
        readonly kind: 'trade'
        readonly market: MarketIndex
        readonly side: BookSide
        readonly price: Price
        readonly size: Size
      }
    | { readonly kind: 'feed'; readonly market: MarketIndex; readonly state: 'suspect' | 'lost'; readonly why: string }
    /** The venue was asked and returned the book we already have, so a quiet market's book does not become stale. */
    | { readonly kind: 'confirmed'; readonly market: MarketIndex }
    /** The current definition. For a market that left, only its id is known: a result in the definition is still paid. */
    | { readonly kind: 'market'; readonly market: Market }
    /**
     * A market joins a running session, at an index that no desk uses (see `Turn.left`). Its book is dark until its first `clear`. `stanza`: index of
     * its strategy in the run's config; absent: unknown.
     */
    | { readonly kind: 'joined'; readonly market: Market; readonly stanza?: number }
    /** A market leaves the session: no further row names it. */
    | { readonly kind: 'left'; readonly market: MarketIndex }
    /** A value of a reference feed; makes the feed live. */
    | { readonly kind: 'reference'; readonly name: string; readonly value: number }
    /** The venue's new trading mode. After a `restart` each book is dark until its next `clear`. */
    | { readonly kind: 'venue'; readonly mode: VenueMode }
    /** A reference feed's state: its last value cannot be trusted until the next one arrives. */
    | {
        readonly kind: 'reference-feed'
        readonly name: string
        readonly state: 'suspect' | 'lost'
        readonly why: string
      }
  )

/** A typed array with branded elements, cast once in `model`, so that readers need no `as`. */
export interface Column<T extends number> {
  readonly length: number
  readonly [row: number]: T
}

/** Events as columns: the live batch, a recording in memory and an importer's output all have this form. */
export interface EventColumns {
  readonly length: number
  /** One of `EventKind`. */
  readonly kind: Uint8Array
  /** 0 bid, 1 ask. */
  readonly side: Column<0 | 1>
  readonly market: Column<MarketIndex>
  /** For a rare row: the index into `rare`. */
  readonly price: Column<Price>
  readonly size: Column<Size>
  readonly at: Column<Timestamp>
  readonly receivedAt: Column<Timestamp>
  /** Events of the kinds confirmed, feed, market, joined, left, reference, reference-feed and venue, as objects. */
  readonly rare: readonly MarketEvent[]
}

/** What the numbers of the column `kind` mean. */
export const EventKind = {
  LEVEL_ADDED: 0,
  LEVEL_TRADED: 1,
  LEVEL_REMOVED: 2,
  LEVEL_UNEXPLAINED: 3,
  CLEAR: 4,
  TRADE: 5,
  RARE: 6,
} as const
