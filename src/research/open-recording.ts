import { resolve } from 'node:path'
import { runDecoders } from '../cli/config/run-decoders.js'
import { unpackEvent } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import type { Market } from '../model/market.js'
import type { Timestamp } from '../model/time.js'
import type { Chunk, Recording } from '../recording/columns/recording.js'
import { loadRecording } from '../recording/load-recording.js'
import { withResearchErrors } from './research-error.js'

/** A recording that can be read repeatedly. */
export interface OpenedRecording {
  /** Absolute. */
  readonly path: string
  /** By index, which the events name. */
  readonly markets: readonly Market[]
  /** First and last arrival, in microseconds; null: there are no events. */
  readonly from: Timestamp | null
  readonly to: Timestamp | null
  /** Format, coverage, what import changed, and the hash of the rows. */
  readonly manifest: Omit<Recording, 'chunks'>
  /** Every event as an object, in the order of arrival, from the start at each call. */
  readonly events: () => AsyncGenerator<MarketEvent>
  /** The same as columns, chunk by chunk: about a hundred times as fast. */
  readonly chunks: () => AsyncIterable<Chunk>
}

/**
 * Opens a recording: a folder written by `import`, a run's folder, an input log or raw market files. Rejects with a `ResearchError` (`recording`) for
 * anything else.
 */
export const openRecording = (path: string): Promise<OpenedRecording> =>
  withResearchErrors(async () => {
    const recording = await loadRecording(path, runDecoders)
    const chunks = (): AsyncIterable<Chunk> => recording.chunks()
    const { markets, coverage } = recording
    return {
      path: resolve(path),
      markets,
      from: coverage.from,
      to: coverage.to,
      manifest: recording,
      chunks,
      events: () => eventsOf(chunks()),
    }
  })

async function* eventsOf(chunks: AsyncIterable<Chunk>): AsyncGenerator<MarketEvent> {
  for await (const { events } of chunks) for (let row = 0; row < events.length; row++) yield unpackEvent(events, row)
}
