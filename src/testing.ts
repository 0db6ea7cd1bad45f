/**
 * The door for tests: a clock that is moved by hand, drawn books, views and whole scenarios for strategies, and the suites that any strategy, venue and feed
 * must pass. It needs no test runner.
 *
 * @module oddsmith/testing
 */

export type { ReadVenue } from './feeds/feed-definition.js'
export type { Level } from './model/money.js'
export { type DrawnLevel, draw, picture } from './testing/book-picture.js'
export { drawView, type Scene } from './testing/draw-view.js'
export { liveBook } from './testing/drawn-books.js'
export { drawMarket, type MarketChange } from './testing/drawn-market.js'
export type { QuotePictureOptions } from './testing/drawn-stage.js'
export { type FeedOnTrial, feedContract } from './testing/feed-contract.js'
export { lintStrategy } from './testing/lint-strategy.js'
export { createManualClock, type ManualClock } from './testing/manual-clock.js'
export type { ContractWallet } from './testing/party.js'
export { quotePicture } from './testing/quote-picture.js'
export { type Scenario, type ScenarioOptions, scenario } from './testing/scenario.js'
export { type StrategyOnTrial, strategyContract } from './testing/strategy-contract.js'
export { type ContractCase, type VenueOnTrial, venueContract } from './testing/venue-contract.js'
