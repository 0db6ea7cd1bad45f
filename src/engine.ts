/**
 * The door for drivers: what runs strategies without the command line. `createBooks` and `createDesk` are the engine, which a program hands batches of events
 * and reports and which answers with commands; `startSession` joins them with a venue, a journal and a clock, as `oddsmith run` does. Prices are in 1/10,000,
 * sizes in millionths of a share, money in wei, times in microseconds.
 *
 * @module oddsmith/engine
 */
export { loadStrategy } from './cli/config/load-strategy.js'
export { loadVenue } from './cli/config/load-venue.js'
export type { Reviewed } from './engine/account.js'
export { Asking } from './engine/asking.js'
export { type Books, createBooks } from './engine/books.js'
export type { WindowLook } from './engine/call-window.js'
export { createDesk } from './engine/create-desk.js'
export type { Desk, DeskParts } from './engine/desk.js'
export type { DeskLook, MarketLook, OrderLook } from './engine/desk-look.js'
export type { Assignment, BudgetOptions, DeskSettings } from './engine/desk-options.js'
export {
  type Adjustment,
  type DeskState,
  freshDeskState,
  type Holding,
  type PendingFill,
  type PositionRecord,
} from './engine/desk-state.js'
export type { DeskSummary } from './engine/desk-summary.js'
export type { Turn } from './engine/news.js'
export { type Ending, type OrderRecord, Proof } from './engine/order-record.js'
export type { OrderStatus } from './engine/order-status.js'
export type { DeskQuoting, QuotingSeconds } from './engine/quoting-time.js'
export type { GroupLook, RiskLook, SharedRisk } from './engine/risk-look.js'
export { deskSettings, type SettingsChange } from './engine/settings.js'
export type { SettlementCounts } from './engine/settlement-gate.js'
export type { DarkReason } from './engine/side-time.js'
export type { ScopeStance, Stance } from './engine/stance.js'
export type { Stop } from './engine/stops.js'
export type { SignedSubmit, TurnLines } from './journal/append.js'
export type { Checkpoint, Restored as StoredLife } from './journal/checkpoints.js'
export { type Journal, type JournalOptions, openJournal } from './journal/journal.js'
export { JournalError } from './journal/journal-error.js'
export type { FillRow, OrderRow, RefusalRow, RowReader } from './journal/rows.js'
export type { Batch, Control, Hand, ParametersChange, SettingChange, SettingsControl, StrategyFault } from './model/batch.js'
export type { CallBucketLimit, CallLimit } from './model/call-limit.js'
export type { Closing } from './model/closing.js'
export { createEventWriter, type EventWriter, packEvents, unpackEvent } from './model/columns.js'
export type { ControlScope, Pause } from './model/control-scope.js'
export { type EventColumns, EventKind, type MarketEvent } from './model/event.js'
export type { Fault } from './model/fault.js'
export type { Fill } from './model/fill.js'
export type { Halt } from './model/halt.js'
export { MarketId, MarketIndex, OrderId } from './model/ids.js'
export type { Approved, Cancel, CancelLot, Command, Intent, Place, Refusal, Submit } from './model/intent.js'
export type { JournalEntry } from './model/journal-entry.js'
export type {
  GroupLimits,
  Limits,
  MarketLimits,
  MarkoutLimits,
  StopBeforeEnd,
  StrategyLimits,
  SumLimits,
} from './model/limits.js'
export type { Market } from './model/market.js'
export type { MarketFilter, MarketsWanted } from './model/markets-wanted.js'
export { Price, Size, Wei } from './model/money.js'
export type { Journaled, OpenOrder, Signed } from './model/order.js'
export type { Report, Snapshot } from './model/report.js'
export type { RequoteOptions } from './model/requote-options.js'
export { type Clock, type RunClock, Timestamp } from './model/time.js'
export type { LoggedAssignment, LoggedFeed, LoggedInput, LogHeader, LogMark } from './recording/log/log-record.js'
export {
  type InputLogWriter,
  type LogPartLimits,
  type WriteInputLogOptions,
  writeInputLog,
} from './recording/log/write-input-log.js'
export type { MoneyDifference } from './runtime/agreement.js'
export type { PushLatency } from './runtime/executor.js'
export type { FillCounts } from './runtime/fill-counts.js'
export { type Follower, type FollowOptions, followMarkets } from './runtime/follow-markets.js'
export type { LatencyBuckets } from './runtime/latency-buckets.js'
export type { ReferenceSource } from './runtime/live.js'
export { marketsAtStart, type StanzaMarket } from './runtime/markets-at-start.js'
export { heldMarkets, type RestoredState, restoreState } from './runtime/restore-state.js'
export type { RunNotice } from './runtime/run-notice.js'
export { RefusedStartError, type Session, type SessionOptions, startSession } from './runtime/session.js'
export type { AssignMarket } from './runtime/session-markets.js'
export type { Stopped } from './runtime/shutdown.js'
export type { PlacedAssignment } from './runtime/stray-faults.js'
export { createSystemClock, type SystemTimes } from './runtime/system-clock.js'
export type { Baseline, SessionCounts } from './runtime/watch.js'
export type { StrategyDefinition } from './strategy/strategy.js'
export type { DarkBook, LiveBook } from './strategy/view.js'
export type { FeedChange, Gateway, Venue } from './venues/venue.js'
export type { VenueDefinition } from './venues/venue-definition.js'
