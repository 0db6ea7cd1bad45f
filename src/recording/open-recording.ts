import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unpackEvent } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import type { Market } from '../model/market.js'
import { type AssembleOptions, type Assembly, assemble } from './assemble.js'
import { type Coverage, noCoverage } from './coverage.js'
import { kalshiFiles } from './kalshi-files.js'
import { oldestPart } from './log-parts.js'
import { MANIFEST } from './parquet-manifest.js'
import type { Chunk } from './recording.js'
import { RecordingError } from './recording-error.js'

/** What a run writes its inputs to, in its folder. */
export const INPUT_LOG = 'input.ndjson.gz'
/** Rows that are read before the first is given out. */
const CHUNK_ROWS = 2 ** 12

/** Market events on disk, whoever wrote them: one array a venue moment, markets numbered as in `recordedMarkets`. To be read once. */
interface OpenRecording extends AsyncIterable<readonly MarketEvent[]> {
  /** Grows as the recording is read. */
  readonly coverage: Readonly<Coverage>
}

/**
 * Opens a recording that is no folder of Parquet by what it holds: the input log of a run (the file or the run's folder), or a file of any format
 * that can be imported. What is wrong with it is a `RecordingError` at the first read.
 */
export function openRecording(path: string): OpenRecording {
  let coverage: Readonly<Coverage> = noCoverage()
  return {
    get coverage() {
      return coverage
    },
    [Symbol.asyncIterator]: async function* () {
      const assembly = await assembleFrom(path, { chunkRows: CHUNK_ROWS })
      coverage = assembly.counts
      for await (const chunk of assembly.chunks()) yield* momentsOf(chunk)
    },
  }
}

/** The markets of a recording, in the order of their indexes. Throws a `RecordingError` where it is none. */
export const recordedMarkets = async (path: string): Promise<readonly Market[]> => (await assembleFrom(path)).markets

/** Reads what `import` reads, without an import: a run's folder or input log, a market's raw file with its later days. */
export const assembleFrom = (path: string, options: Pick<AssembleOptions, 'chunkRows' | 'decoders'> = {}): Promise<Assembly> =>
  assemble(kalshiFiles(inputLogOf(path)), { format: 'auto', ...options })

/** The file itself, or the input log of the run whose folder it is: its oldest part. Throws a `RecordingError` where there is none. */
export function inputLogOf(path: string): string {
  if (!existsSync(path)) throw new RecordingError(`there is no recording at ${path}`)
  if (!statSync(path).isDirectory()) return path
  const file = oldestPart(join(path, INPUT_LOG))
  if (file !== null) return file
  const expected = `expected ${MANIFEST}, which import writes last, or the ${INPUT_LOG} of a run`
  throw new RecordingError(`${path} is a folder and no recording: ${expected}; import makes a recording of raw files`)
}

function* momentsOf({ events, byVenueTime }: Chunk): Generator<readonly MarketEvent[]> {
  for (let from = 0; from < byVenueTime.length; ) {
    const at = events.at[byVenueTime[from]!]!
    let to = from + 1
    while (to < byVenueTime.length && events.at[byVenueTime[to]!] === at) to++
    yield Array.from(byVenueTime.subarray(from, to), row => unpackEvent(events, row))
    from = to
  }
}
