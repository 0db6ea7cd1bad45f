/**
 * The door for programs that watch a running daemon and tell it what to do. `readDoorFile` says where its door is, `createDoorClient` calls it. Amounts are
 * decimal texts of collateral, prices decimals, sizes shares, times microseconds since the epoch.
 *
 * @module oddsmith/operator
 */
export { DoorCallError } from './operator/door-call-error.js'
export {
  createDoorClient,
  type DoorAnswer,
  type DoorClient,
  type DoorClientOptions,
  type DoorRead,
  type MarketAnswer,
  type StreamEvent,
} from './operator/door-client.js'
export { type DoorFile, readDoorFile } from './operator/door-file.js'
export type { Action, ActionAnswer, Change } from './operator/schemas-action.js'
export type { AlertsCopy } from './operator/schemas-alerts.js'
export type { EventEntry, EventPage, FillEntry, LogLine, ProfitPoint, RefusalEntry } from './operator/schemas-history.js'
export type { LadderRow, MarketCopy, MarketDetail, OrderCopy } from './operator/schemas-market.js'
export type { Histogram, LimitCopy, RunCopy, StatusCopy, StrategyCopy } from './operator/schemas-run.js'
export type { ActionScope } from './operator/schemas-words.js'
