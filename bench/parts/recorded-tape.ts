import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createEventWriter, unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { Timestamp } from '../../src/model/time.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { loadRecording } from '../../src/recording/load-recording.js'
import { ROOT } from './root.js'

/** A recording in memory. */
export interface Tape {
  readonly name: string
  readonly markets: readonly Market[]
  readonly chunks: readonly Chunk[]
  readonly events: number
}

const SAMPLE = join(ROOT, 'data/sample/harbour.ndjson.gz')

/**
 * The measured recording, as a folder of Parquet: `source` if it is one, else `folder`, into which its raw files are imported; without a source the
 * sample's.
 */
export async function recordingFolder(source: string | undefined, folder: string): Promise<string> {
  if (source !== undefined && existsSync(join(source, 'manifest.json'))) return source
  await importRecording({ files: source === undefined ? [SAMPLE] : rawFilesIn(source), format: 'auto', folder })
  return folder
}

/** Throws if there are none, because figures of another recording would be taken for figures of the named one. */
function rawFilesIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.gz')) : []
  if (names.length === 0) throw new Error(`expected a folder with raw files that end in .gz, found none in ${folder}`)
  return names.map(name => join(folder, name))
}

/** Reads all of it. */
export async function readTape(folder: string): Promise<Tape> {
  const recording = await loadRecording(folder)
  const chunks: Chunk[] = []
  for await (const chunk of recording.chunks()) chunks.push(chunk)
  return tapeOf({ name: folder, markets: recording.markets, chunks })
}

const tapeOf = (tape: Omit<Tape, 'events'>): Tape => ({
  ...tape,
  events: tape.chunks.reduce((sum, { events }) => sum + events.length, 0),
})

/** A tape of each market alone, in which it has index 0. */
export const tapesByMarket = ({ markets, chunks }: Tape): readonly Tape[] =>
  markets.map((market, index) => {
    const own = chunks.map(chunk => onlyOf(chunk, index)).filter(({ events }) => events.length > 0)
    return tapeOf({ name: market.id, markets: [{ ...market, index: FIRST }], chunks: own })
  })

function onlyOf({ events, byVenueTime }: Chunk, market: number): Chunk {
  const writer = createEventWriter(1_024)
  const places = new Map<number, number>()
  for (let row = 0; row < events.length; row++)
    if (events.market[row] === market) {
      places.set(row, places.size)
      writer.push(alone(unpackEvent(events, row)))
    }
  const { receivedAt, length } = writer.columns
  const ends = Array.from({ length }, (_, row) => row + 1).filter(
    end => receivedAt[end] !== receivedAt[end - 1] || end === length,
  )
  const rows = [...byVenueTime].map(row => places.get(row)).filter(row => row !== undefined)
  return { events: writer.columns, batchEnds: Uint32Array.from(ends), byVenueTime: Uint32Array.from(rows) }
}

const FIRST = MarketIndex.of(0)

function alone(event: MarketEvent): MarketEvent {
  if (event.kind === 'reference' || event.kind === 'reference-feed' || event.kind === 'venue') return event
  return event.kind === 'market' || event.kind === 'joined'
    ? { ...event, market: { ...event.market, index: FIRST } }
    : { ...event, market: FIRST }
}

/** The same rows, later by this many microseconds. */
export function laterBy({ events, ...chunk }: Chunk, us: number): Chunk {
  const writer = createEventWriter(events.length)
  for (let row = 0; row < events.length; row++) {
    const event = unpackEvent(events, row)
    writer.push({ ...event, at: Timestamp.add(event.at, us), receivedAt: Timestamp.add(event.receivedAt, us) })
  }
  return { ...chunk, events: writer.columns }
}
