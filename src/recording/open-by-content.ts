import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unpackEvent } from '../model/columns.js'
import type { MarketEvent } from '../model/event.js'
import type { Market } from '../model/market.js'
import { type AssembleOptions, type Assembly, assemble } from './assemble.js'
import { type Coverage, noCoverage } from './columns/coverage.js'
import { MANIFEST } from './columns/parquet-manifest.js'
import type { Chunk } from './columns/recording.js'
import { RecordingError } from './columns/recording-error.js'
import { oldestPart } from './log/log-parts.js'

/** Name of the input log in a run's folder. */
export const INPUT_LOG = 'input.ndjson.gz'
/** Rows read before the first is emitted. */
const CHUNK_ROWS = 2 ** 12
/** A market's file of one day. */
const DATED = /^(.+)_\d{4}-\d\d-\d\d(\.ndjson(?:\.gz)?)$/

/** Market events on disk of any origin: one array for each venue moment, markets numbered as in `recordedMarkets`. May be read once. */
interface OpenRecording extends AsyncIterable<readonly MarketEvent[]> {
  /** Grows while the recording is read. */
  readonly coverage: Readonly<Coverage>
}

/**
 * Opens a recording that is not a Parquet folder, by its content: the input log of a run (the file or the run's folder), or a file of any importable
 * format. An invalid one throws a `RecordingError` at the first read.
 */
export function openByContent(path: string): OpenRecording {
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

/** The markets of a recording, in the order of their indexes. Throws a `RecordingError` if it is not a recording. */
export const recordedMarkets = async (path: string): Promise<readonly Market[]> => (await assembleFrom(path)).markets

/** Reads any input of `import` without importing it: a run's folder or input log, a market's raw file with its later days. */
export const assembleFrom = (path: string, options: Pick<AssembleOptions, 'chunkRows' | 'decoders'> = {}): Promise<Assembly> =>
  assemble(kalshiFiles(inputLogOf(path)), { format: 'auto', ...options })

/** The file itself, or the oldest part of the input log in a run's folder. Throws a `RecordingError` if there is none. */
export function inputLogOf(path: string): string {
  if (!existsSync(path)) throw new RecordingError(`there is no recording at ${path}`)
  if (!statSync(path).isDirectory()) return path
  const file = oldestPart(join(path, INPUT_LOG))
  if (file !== null) return file
  const expected = `expected ${MANIFEST}, which import writes last, or the ${INPUT_LOG} of a run`
  throw new RecordingError(`${path} is a folder and no recording: ${expected}; import makes a recording of raw files`)
}

/** A file and the files of the same market with later dates: the recorder starts a new file at midnight. */
function kalshiFiles(file: string): readonly string[] {
  const [, market, ending] = DATED.exec(basename(file)) ?? []
  if (market === undefined || ending === undefined) return [file]
  const later = readdirSync(dirname(file)).filter(name => name > basename(file) && DATED.exec(name)?.[1] === market)
  return [file, ...later.toSorted().map(name => join(dirname(file), name))]
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
