import { packEvents } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Chunk } from '../../src/recording/columns/recording.js'

/**
 * Packs the events of a recording, in venue-time order, into columns in the order of their arrival. A batch is what arrived in one moment:
 * imported data have no other marks.
 */
export async function loadChunk(groups: AsyncIterable<readonly MarketEvent[]>): Promise<Chunk> {
  const byVenue: MarketEvent[] = []
  for await (const group of groups) byVenue.push(...group)
  const rows = Uint32Array.from(byVenue.keys()).sort((a, b) => byVenue[a]!.receivedAt - byVenue[b]!.receivedAt || a - b)
  const byVenueTime = new Uint32Array(rows.length)
  for (const [arrival, venue] of rows.entries()) byVenueTime[venue] = arrival
  const events = packEvents(Array.from(rows, row => byVenue[row]!))
  const ends: number[] = []
  for (let row = 1; row <= events.length; row++)
    if (row === events.length || events.receivedAt[row] !== events.receivedAt[row - 1]) ends.push(row)
  return { events, batchEnds: Uint32Array.from(ends), byVenueTime }
}
