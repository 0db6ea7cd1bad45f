/**
 * The door for drivers: what runs strategies without the command line. `createBooks` and `createDesk` are the engine, which a program hands batches of events
 * and reports and which answers with commands; `startSession` joins them with a venue, a journal and a clock, as `oddsmith run` does. Prices are in 1/10,000,
 * sizes in millionths of a share, money in wei, times in microseconds.
 */
export { loadStrategy } from './cli/load-strategy.js'
export { loadVenue } from './cli/load-venue.js'
export { type Books, createBooks } from './engine/books.js'
export { createDesk, type Desk, type DeskParts } from './engine/desk.js'
export type { Assignment, BudgetOptions, DeskSettings } from './engine/desk-options.js'
export { type DeskState, freshDeskState } from './engine/desk-state.js'
export type { DeskSummary } from './engine/desk-summary.js'
export type { Turn } from './engine/news.js'
export { deskSettings, type SettingsChange } from './engine/settings.js'
export { type Journal, type JournalOptions, openJournal } from './journal/journal.js'
export { JournalError } from './journal/journal-error.js'
export type { Batch, Control } from './model/batch.js'
export { createEventWriter, type EventWriter, packEvents, unpackEvent } from './model/columns.js'
export { type EventColumns, EventKind, type MarketEvent } from './model/event.js'
export { MarketId, MarketIndex, OrderId } from './model/ids.js'
export type { Market } from './model/market.js'
export { Price, Size, Wei } from './model/money.js'
export type { Report } from './model/report.js'
export { type Clock, type RunClock, Timestamp } from './model/time.js'
export { type FollowOptions, followMarkets } from './runtime/follow-markets.js'
export { marketsAtStart, type StanzaMarket } from './runtime/markets-at-start.js'
export { heldMarkets, type Restored, restoreState } from './runtime/restore-state.js'
export { RefusedStartError, type Session, type SessionOptions, startSession } from './runtime/session.js'
export { createSystemClock } from './runtime/system-clock.js'
