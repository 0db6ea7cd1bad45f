import { packEvents } from '../../model/columns.js'
import type { MarketEvent } from '../../model/event.js'
import type { Timestamp } from '../../model/time.js'
import { asPlainColumns, type PlainColumns } from '../columns/plain-columns.js'

/** Events that a reader has ready: in the order the venue meant them, nearly in the order of arrival. */
export interface EventGroup {
  readonly events: PlainColumns
  /** True: these events were one batch of a run. False: batches are formed from events with the same arrival time. */
  readonly isBatch: boolean
}

/** A group made from event objects. */
export const groupOf = (events: readonly MarketEvent[], isBatch = false): EventGroup => ({
  events: asPlainColumns(packEvents(events)),
  isBatch,
})

/** One stream of events: the files of one market, or the input logs of one run. */
export interface EventSource {
  /** Arrival time of its first line; the source is not read before the merge reaches that time. */
  readonly startsAt: Timestamp
  /** All groups; may be called once. */
  groups(): AsyncGenerator<EventGroup>
}

/** How far, in microseconds, an event may stand before one of the same source that arrived earlier: a print waits for the decrease it caused. */
export const DISORDER_MAX = 2_000_000

/** A print and the decrease it caused differ by at most this much in venue time, in microseconds. */
export const PAIR_WITHIN_US = 50_000
