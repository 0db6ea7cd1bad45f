import type { Fill } from '../model/fill.js'
import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { BookSide, Level, Outcome, Price, Side, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { Ladder, Quotes, Take, TakeStyle, Touch } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'

/** A book that may be quoted on, without our own orders. Quotes can only be made from it. */
export interface LiveBook {
  readonly state: 'live'
  readonly updatedAt: Timestamp
  /** null: a side is empty. */
  readonly touch: Touch | null
  /** The best level of a side; null: the side is empty. */
  best(side: BookSide): Level | null
  /** What rests at a price. */
  sizeAt(side: BookSide, price: Price): Size
  /** The best `count` levels of a side, best first. */
  levels(side: BookSide, count: number): readonly Level[]
  /** Quotes in YES prices; an absent side is pulled. */
  quote(sides: { readonly bid?: Ladder | undefined; readonly ask?: Ladder | undefined }): Quotes
  /** An order that takes up to `worst.size` at `worst.price` or better; with 'fill-or-kill' all of it or nothing. */
  take(outcome: Outcome, side: Side, worst: Level, style?: TakeStyle): Take
}

/** A book without a trusted price. */
export interface DarkBook {
  readonly state: 'suspect' | 'lost'
  /** When its feed or its prices became untrusted; of a book that is silent for too long, when it was last heard or confirmed. */
  readonly since: Timestamp
  readonly why: string
}

/** A price from outside, such as that of a coin: the last value of its feed. */
export interface LiveReference {
  readonly state: 'live'
  readonly value: number
  /** When it arrived, by our clock. */
  readonly at: Timestamp
}

/** A reference without a trusted value: none has come yet, none came for too long, or its feed's link ended. */
export interface DarkReference {
  readonly state: 'suspect' | 'lost'
  readonly since: Timestamp
  readonly why: string
}

/** A public trade, as a strategy sees it; `side` is the side of the order that was hit. */
export interface Trade extends Level {
  readonly side: BookSide
  readonly at: Timestamp
}

/**
 * What a strategy sees of one market: one object for each market and account, which always shows the present, so do not store parts of it. It is
 * read-only, and nothing that a strategy does to it reaches the engine. Builtin objects of the language are shared with the engine: this guards
 * against mistakes and is not a sandbox.
 */
export interface View<P> {
  readonly now: Timestamp
  readonly market: Market
  /** Seconds until the market's end by wall time, 0 after it; null: no known end. */
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
  /** Another market of this strategy, by its id. Throws if called outside a decision. */
  readonly sibling: (market: MarketId) => View<P> | undefined
  /** The other markets of this one's group (`market.group`) that this strategy quotes, in a fixed order. Throws if called outside a decision. */
  readonly group: () => readonly View<P>[]
  /** A reference that the strategy declares (`references`). Throws for another name. Always shows the present, like the whole view. */
  readonly reference: (name: string) => LiveReference | DarkReference
}
