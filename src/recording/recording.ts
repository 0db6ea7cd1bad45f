import type { EventColumns } from '../model/event.js'
import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { SourceClock } from './venue-clock.js'

/** A stretch of a recording, small enough to hold in memory. */
export interface Chunk {
  /** In `receivedAt` order. */
  readonly events: EventColumns
  /** Row after the last of each batch. */
  readonly batchEnds: Uint32Array
  /** Rows in `at` order: what the venue's side of a backtest reads. No row of a later chunk lies before one of these. */
  readonly byVenueTime: Uint32Array
}

/** A stretch of time in which nothing was heard, of one market or (null) of all of them. */
export interface Gap {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly market: MarketId | null
}

/** What a recording covers and what was done to its input on the way in. */
export interface RecordingCoverage {
  readonly events: number
  readonly trades: number
  /** First and last arrival; null: nothing arrived. */
  readonly from: Timestamp | null
  readonly to: Timestamp | null
  readonly gaps: readonly Gap[]
  /** Lines that said nothing usable and were left out. */
  readonly dropped: number
  /** Lines that tell what another line told already, and were left out. */
  readonly duplicates: number
  /** Lines that were put right: arrivals that ran backwards, books that stood crossed. */
  readonly repaired: number
  /** Venue times that lay after their arrival, or before a row that came first, and were moved. */
  readonly clamped: number
  /** Lines that are well formed and of no use here, such as the other outcome's mirror of a book. */
  readonly ignored: number
  /** Times a book stood crossed once a message was applied; such a book is repaired or goes dark. */
  readonly crossed: number
  /** The share of prints that name the decrease they caused; null: there are no prints. */
  readonly printsPaired: number | null
}

/** Market events on disk, ready to be replayed. */
export interface Recording {
  /** In the order of their indexes, as they were known when the recording began, or when they joined. */
  readonly markets: readonly Market[]
  /** Markets that a `joined` row brings in: before it the recorder did not have them. */
  readonly joining: readonly MarketId[]
  /** Where it came from: one format, or several with a plus between. */
  readonly format: string
  /** Markets whose book is a picture taken now and then: good to look at, not to be filled against. */
  readonly references: readonly MarketId[]
  /** Markets in which whoever recorded had orders of their own that may stand in the recorded book. */
  readonly quoted: readonly MarketId[]
  /** Markets from whose recorded books such orders were taken out. */
  readonly netted: readonly MarketId[]
  /** Markets whose fees the recording does not tell; what stands there is a placeholder. */
  readonly feesUnknown: readonly MarketId[]
  /** How the venue's clock of each source stood to the clock that stamped its arrivals, where both are on its lines. */
  readonly clocks: readonly SourceClock[]
  readonly coverage: RecordingCoverage
  /** What names the rows and the chunks they come in, whatever files hold them. */
  readonly fingerprint: string
  /** In order; each time from the start. Memory holds one chunk, the next as it is being read, and what the caller keeps. */
  chunks(): AsyncIterable<Chunk>
}
