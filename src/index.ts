/**
 * The door for authors of strategies and reference feeds: nouns, the tools for prices and sizes, the answers a strategy gives, and zod for parameters and
 * configs.
 */
export { z } from 'zod'
export type { FeedDefinition, FeedParts, FeedPoll, FeedReader, FeedSocket } from './feeds/feed-definition.js'
export type { Fill } from './model/fill.js'
export { grid } from './model/grid.js'
export type { MarketId, MarketIndex, OrderId } from './model/ids.js'
export type { Market } from './model/market.js'
export { type BookSide, cost, type Level, type Outcome, otherOutcome, Price, type Side, Size, Wei } from './model/money.js'
export type { Position } from './model/position.js'
export {
  type Decision,
  type Keep,
  keep,
  type Ladder,
  type Pull,
  pull,
  type Quotes,
  type Take,
  type TakeStyle,
  type Touch,
} from './model/quote.js'
export type { Reading } from './model/reading.js'
export { Timestamp } from './model/time.js'
export { type MakerQuotesParts, makerQuotes, type RawLevel } from './strategy/maker-quotes.js'
export { type NearEnd, type NearEndParameters, type NearEndStand, nearEnd, nearEndParameters } from './strategy/near-end.js'
export type { Strategy, StrategyDefinition } from './strategy/strategy.js'
export type { DarkBook, DarkReference, LiveBook, LiveReference, Trade, View } from './strategy/view.js'
