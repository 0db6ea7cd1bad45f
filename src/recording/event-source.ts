import { packEvents } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import type { Timestamp } from '../model/time.js'
import { asPlainColumns, type PlainColumns } from './plain-columns.js'

/** What a reader has ready: events in the order its venue meant them, nearly in the order of their arrival. */
export interface EventGroup {
  readonly events: PlainColumns
  /** True: these were one batch of a run. False: a batch is what arrived in one moment. */
  readonly isBatch: boolean
}

/** A group of events that are objects still. */
export const groupOf = (events: readonly MarketEvent[], isBatch = false): EventGroup => ({
  events: asPlainColumns(packEvents(events)),
  isBatch,
})

/** One stream of events: a market's files, a run's input logs. */
export interface EventSource {
  /** When its first line arrived; nothing is read of it before that moment has come. */
  readonly startsAt: Timestamp
  /** To be read once. */
  groups(): AsyncGenerator<EventGroup>
}

/** How far events of one source may stand before one that arrived earlier, in microseconds: a print waits for its decrease. */
export const DISORDER_MAX = 2_000_000
