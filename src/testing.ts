/** The door for tests: a clock that is moved by hand, drawn books, and the suites that any venue and any feed must pass. It needs no test runner. */
export { type DrawnLevel, draw, picture } from './testing/book-picture.js'
export { type FeedOnTrial, feedContract } from './testing/feed-contract.js'
export { createManualClock, type ManualClock } from './testing/manual-clock.js'
export type { ContractWallet } from './testing/party.js'
export { type ContractCase, type VenueOnTrial, venueContract } from './testing/venue-contract.js'
