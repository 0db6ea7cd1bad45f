import type { Fill } from '../model/fill.js'
import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { BookSide, Level, Outcome, Price, Side, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { Ladder, Quotes, Take, TakeStyle, Touch } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'

/** A book that may be quoted on, without our own orders. Only it can make quotes. */
export interface LiveBook {
  readonly state: 'live'
  readonly updatedAt: Timestamp
  /** null: a side is empty. */
  readonly touch: Touch | null
  best(side: BookSide): Level | null
  sizeAt(side: BookSide, price: Price): Size
  /** The best `count` levels of a side, best first. */
  levels(side: BookSide, count: number): readonly Level[]
  /** Targets in YES prices; a side that is absent is pulled. */
  quote(sides: { readonly bid?: Ladder | undefined; readonly ask?: Ladder | undefined }): Quotes
  /** An order that takes up to `worst.size` at `worst.price` or better; with 'fill-or-kill' all of it or nothing. */
  take(outcome: Outcome, side: Side, worst: Level, style?: TakeStyle): Take
}

/** A book without a price to read. */
export interface DarkBook {
  readonly state: 'suspect' | 'lost'
  readonly since: Timestamp
  readonly why: string
}

/** A price from outside, such as that of a coin, as its feed last told it. */
export interface LiveReference {
  readonly state: 'live'
  readonly value: number
  /** When it came, by our clock. */
  readonly at: Timestamp
}

/** A reference without a value to read: none has come yet, none came for too long, or the link of its feed ended. */
export interface DarkReference {
  readonly state: 'suspect' | 'lost'
  readonly since: Timestamp
  readonly why: string
}

/** A print between any two parties, as a strategy sees it; `side` is the one that was hit. */
export interface Trade extends Level {
  readonly side: BookSide
  readonly at: Timestamp
}

/**
 * What a strategy sees of one market: one object a market and account, which shows the present, so keep no part of it. It is read-only, and
 * nothing that a strategy does to what it is handed reaches the engine. The builtin objects of the language are shared with the engine all
 * the same: this guards against mistakes and is no sandbox.
 */
export interface View<P> {
  readonly now: Timestamp
  readonly market: Market
  /** Seconds to the market's end by the wall clock, 0 after it; null: no end is known. */
  readonly secondsLeft: number | null
  readonly book: LiveBook | DarkBook
  readonly position: Position
  readonly cash: { readonly free: Wei; readonly reserved: Wei }
  /** Our orders in YES terms. */
  readonly working: { readonly bid: readonly Level[]; readonly ask: readonly Level[] }
  /** Since its last decision. */
  readonly trades: readonly Trade[]
  readonly fills: readonly Fill[]
  readonly parameters: P
  /** Another market of this strategy: groups, baskets. Throws where it is called while no strategy decides. */
  readonly sibling: (market: MarketId) => View<P> | undefined
  /** A reference that the strategy declares (`references`). Throws for another name. It shows the present, as all of a view. */
  readonly reference: (name: string) => LiveReference | DarkReference
}
