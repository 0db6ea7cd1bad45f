import type { EventColumns } from '../../model/event.js'
import type { MarketId } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import type { Timestamp } from '../../model/time.js'
import type { SourceClock } from './clock-offset.js'

/** Part of a recording, small enough to hold in memory. */
export interface Chunk {
  /** In `receivedAt` order. */
  readonly events: EventColumns
  /** For each batch, the index after its last row. */
  readonly batchEnds: Uint32Array
  /** Row numbers in `at` order: what the venue's side of a backtest reads. No row of a later chunk has an earlier `at`. */
  readonly byVenueTime: Uint32Array
}

/** A period without data, of one market or, with null, of all markets. */
export interface Gap {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly market: MarketId | null
}

/** What a recording covers, and what was repaired or left out on import. */
export interface RecordingCoverage {
  readonly events: number
  readonly trades: number
  /** First and last arrival; null: there are no events. */
  readonly from: Timestamp | null
  readonly to: Timestamp | null
  readonly gaps: readonly Gap[]
  /** Lines without usable content, left out. */
  readonly dropped: number
  /** Lines that repeat another line, left out. */
  readonly duplicates: number
  /** Lines that were repaired: arrival times that went backwards, crossed books. */
  readonly repaired: number
  /** Venue times that were moved because they lay after the arrival or before an earlier row. */
  readonly clamped: number
  /** Lines that are well formed but not needed, such as the mirrored book of the other outcome. */
  readonly ignored: number
  /** How many times a book was crossed after a message was applied; such a book is repaired or goes dark. */
  readonly crossed: number
  /** The share of prints paired with the decrease they caused; null: there are no prints. */
  readonly printsPaired: number | null
}

/** Market events on disk, ready to be replayed. */
export interface Recording {
  /** By market index, as known when the recording began or when they joined. */
  readonly markets: readonly Market[]
  /** Markets that join during the recording by a `joined` row. */
  readonly joining: readonly MarketId[]
  /** Its format, or several joined by a plus sign. */
  readonly format: string
  /** Markets whose books are periodic snapshots: for reference only, orders are never filled against them. */
  readonly references: readonly MarketId[]
  /** Markets whose recorded books may contain the recorder's own orders. */
  readonly quoted: readonly MarketId[]
  /** Markets from whose recorded books such orders were subtracted. */
  readonly netted: readonly MarketId[]
  /** Markets with unknown fees; their fees are placeholders. */
  readonly feesUnknown: readonly MarketId[]
  /** For each source, the offset between the venue's clock and the clock that stamped arrivals, if lines have both times. */
  readonly clocks: readonly SourceClock[]
  readonly coverage: RecordingCoverage
  /** Hash of the rows and their chunks, independent of the files that hold them. */
  readonly fingerprint: string
  /** All chunks in order, from the start at each call. Memory holds one chunk, the next one while it is read, and what the caller keeps. */
  chunks(): AsyncIterable<Chunk>
}
