import type { EventColumns } from '../model/event.js'
import type { MarketId } from '../model/ids.js'

/** A stretch of a recording, small enough to hold in memory. */
export interface Chunk {
  /** In `receivedAt` order. */
  readonly events: EventColumns
  /** Row after the last of each batch. */
  readonly batchEnds: Uint32Array
  /** Rows in `at` order: what the venue's side of a backtest reads. */
  readonly byVenueTime: Uint32Array
}

/** Market events on disk. */
export interface Recording {
  readonly markets: readonly MarketId[]
  chunks(): AsyncIterable<Chunk>
}
