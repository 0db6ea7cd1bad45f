/**
 * The door for authors of venues, and of formats of recordings: the contract, the nouns that cross it, and the wires that every venue is written on. Prices are in 1/10,000,
 * sizes in millionths of a share, money in wei, times in microseconds.
 *
 * @module oddsmith/venue
 */
export { z } from 'zod'
export type { Brand } from './model/brand.js'
export type { CallBucketLimit, CallLimit } from './model/call-limit.js'
export type { LevelCause, MarketEvent, Stamp } from './model/event.js'
export { type FeeFunction, type FeeLeg, type FeeRole, feeAt, feeKind } from './model/fees.js'
export type { Fill } from './model/fill.js'
export type { Decoder, Frame } from './model/frame.js'
export { grid, type OrderGrid, type PriceGrid, type SizeGrid } from './model/grid.js'
export { FillKey, MarketId, MarketIndex, OrderHash, OrderId } from './model/ids.js'
export type { Approved, Cancel, CancelLot, Place, Submit, TimedSubmit } from './model/intent.js'
export type { Market, TickTable } from './model/market.js'
export { type BookSide, cost, type Level, type Outcome, otherOutcome, Price, type Side, Size, Wei } from './model/money.js'
export type { Journaled, OpenOrder, Signed } from './model/order.js'
export type { Payout } from './model/payout.js'
export type { Reading } from './model/reading.js'
export type { Report, Snapshot } from './model/report.js'
export { type Clock, type RunClock, Timestamp } from './model/time.js'
export type { VenueMode } from './model/venue-mode.js'
export { ANY_DIGITS, type VenueProfile } from './model/venue-profiles.js'
export type { Coverage } from './recording/columns/coverage.js'
export type { PlainColumns } from './recording/columns/plain-columns.js'
export { RecordingError } from './recording/columns/recording-error.js'
export { type EventGroup, groupOf } from './recording/formats/event-source.js'
export { type Format, type Input, notQuoted, type ReadOptions } from './recording/formats/format.js'
export type { LogDecoders, MakeDecoder } from './recording/log/log-decoders.js'
export type { OwnChange } from './recording/log/own-orders.js'
export { type FeedTimings, USUAL_TIMINGS } from './venues/feed-timings.js'
export { Finding, type Grade } from './venues/finding.js'
export type { Notice } from './venues/notice.js'
export type { OwnOrder, Remover, RemoverOptions, ShownOrder } from './venues/remover.js'
export { secretSchema } from './venues/secret-schema.js'
export { urlSchema } from './venues/url-schema.js'
export type { AccountLook, FeedChange, Gateway, MarketQuery, SurveyedMarket, Venue } from './venues/venue.js'
export type {
  EmbeddedPlace,
  EmbeddedTerms,
  ExamineOptions,
  OpenVenue,
  Secret,
  TradingGateway,
  VenueAccount,
  VenueDefinition,
  VenueHost,
  VenueParts,
  VenueWallet,
} from './venues/venue-definition.js'
export { ForeignOrderError, RefusedError, VenueError } from './venues/venue-error.js'
export { type BatchOptions, inBatches } from './venues/wires/in-batches.js'
export type { LivenessOptions, Question } from './venues/wires/liveness.js'
export { type OnLeaving, type OverlapOptions, overlapping } from './venues/wires/overlapping.js'
export { type ReconnectOptions, reconnecting } from './venues/wires/reconnecting.js'
export { createRest, type Rest, type RestAnswer, type RestOptions, type RestRequest } from './venues/wires/rest.js'
export { type SnapshotFirst, snapshotFirst } from './venues/wires/snapshot-first.js'
export { type SocketEvent, type SocketOpened, type SocketOptions, socket } from './venues/wires/socket.js'
export { systemWires } from './venues/wires/system-wires.js'
export {
  HELD_BACK,
  type HttpWire,
  HttpWireError,
  type HttpWireOptions,
  type HttpWireRequest,
  type HttpWireResponse,
  type SocketWire,
  type SocketWireOptions,
  type Wires,
} from './venues/wires/wires.js'
