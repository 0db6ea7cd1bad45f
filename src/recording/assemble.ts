import { EventKind } from '../model/event.js'
import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { ChunkBuilder } from './chunk-builder.js'
import type { SourceClock } from './columns/clock-offset.js'
import { type Coverage, noCoverage } from './columns/coverage.js'
import type { Chunk, Recording } from './columns/recording.js'
import { RecordingError } from './columns/recording-error.js'
import { filesByFormat, type UnknownFile } from './files-by-format.js'
import type { Format, Input } from './formats/format.js'
import { GapFinder } from './gaps.js'
import { INPUT_LOG_FORMAT, openInputLog } from './log/input-log.js'
import type { LogDecoders } from './log/log-decoders.js'
import { type OwnChange, OwnOrders } from './log/own-orders.js'
import { mergeSources, type Run } from './merge-sources.js'
import { type OpenInput, startReading } from './start-reading.js'

/** Files that are being read into one recording. */
export interface Assembly {
  /** Grows while the chunks are read, as markets join. */
  readonly markets: readonly Market[]
  readonly format: string
  /** Counts of what has been read so far. */
  readonly counts: Readonly<Coverage>
  /** All chunks; may be called once. */
  chunks(): AsyncGenerator<Chunk>
  /** Complete once all chunks have been read. */
  result(): Omit<Recording, 'chunks' | 'fingerprint'>
}

export interface AssembleOptions {
  /** `auto` detects each file's format from its first line; otherwise a format's name or a format object. */
  readonly format: string | Format
  /** Finds decoders of venues that are not built in. */
  readonly decoders?: LogDecoders | undefined
  /** Rows of a chunk. */
  readonly chunkRows?: number | undefined
  /** The folder or input log of a run whose own orders are subtracted from books recorded at the same time. */
  readonly journal?: string | undefined
  /** Extra reader threads; the result is the same with any number. Default: chosen by the size of the inputs. */
  readonly threads?: number | undefined
  /** With `auto`: called with each file of unknown format, which is then skipped. Absent: such a file is an error. */
  readonly skipUnknown?: ((unknown: UnknownFile) => void) | undefined
}

/** Opens files of one or several formats as one recording. Throws a `RecordingError` if they cannot be combined. */
export async function assemble(
  files: readonly string[],
  { format, decoders, chunkRows, threads, journal, skipUnknown }: AssembleOptions,
): Promise<Assembly> {
  if (files.length === 0) throw new RecordingError('expected files to read, found none')
  const byFormat = await filesByFormat([...new Set(files)], { format, skipUnknown })
  const inputs = (
    await Promise.all([...byFormat].map(([one, some]) => opened(one, some, { decoders, isNamed: typeof format === 'string' })))
  ).flat()
  const ownChanges = journal === undefined ? [] : await readOwnChanges(journal, inputs)
  const markets = numbered(inputs)
  const joining: MarketId[] = []
  const places = new Map(markets.map(({ id, index }) => [id, index]))
  const coverage = noCoverage()
  const gaps = new GapFinder(markets)
  const clocks = new Map<number, SourceClock>()
  const name = [...byFormat.keys()].map(one => one.name).join('+')
  const references = idsOf(inputs.filter(({ isReference }) => isReference))
  const feesUnknown = idsOf(inputs.filter(({ knowsFees }) => !knowsFees))
  const indexOf = (id: MarketId): MarketIndex => places.get(id) ?? MarketIndex.of(0)
  const join = (market: Market): MarketIndex => {
    const index = MarketIndex.of(markets.length)
    markets.push({ ...market, index })
    places.set(market.id, index)
    joining.push(market.id)
    return index
  }
  return {
    markets,
    format: name,
    counts: coverage,
    chunks: async function* () {
      const builder = new ChunkBuilder(coverage, chunkRows)
      const reading = await startReading(inputs, { indexOf, join, coverage, threads, ownChanges, clocks })
      try {
        for await (const run of mergeSources(reading.sources)) {
          gaps.take(run)
          coverage.events += run.to - run.from
          coverage.trades += printsIn(run)
          builder.append(run)
          yield* builder.chunks()
        }
      } finally {
        await reading.close()
      }
      yield* builder.chunks({ isOver: true })
      gaps.close()
    },
    result: () => ({
      markets,
      format: name,
      references,
      joining,
      quoted: inputs.flatMap(input => input.quoted()),
      netted: inputs.flatMap(input => input.netted?.() ?? []),
      feesUnknown,
      clocks: [...clocks.keys()].toSorted((a, b) => a - b).map(id => clocks.get(id)!),
      coverage: {
        events: coverage.events,
        trades: coverage.trades,
        from: gaps.from,
        to: gaps.to,
        gaps: gaps.gaps,
        dropped: coverage.dropped,
        duplicates: coverage.duplicates,
        repaired: coverage.repaired,
        clamped: coverage.clamped,
        ignored: coverage.ignored,
        crossed: coverage.crossed,
        printsPaired: coverage.trades === 0 ? null : coverage.paired / coverage.trades,
      },
    }),
  }
}

interface Opening {
  readonly decoders: LogDecoders | undefined
  /** Only a built-in format can be opened by a thread: the thread finds it by name. */
  readonly isNamed: boolean
}

async function opened(format: Format, files: readonly string[], { decoders, isNamed }: Opening): Promise<readonly OpenInput[]> {
  const inputs = await format.open(files, decoders)
  return inputs.map(({ files: own, ...input }) => ({
    ...input,
    format: format.name,
    ...(isNamed && own !== undefined && { files: own }),
  }))
}

/** All changes that a run's own orders made to books. Throws a `RecordingError` if none of the inputs can contain them. */
async function readOwnChanges(journal: string, inputs: readonly OpenInput[]): Promise<readonly OwnChange[]> {
  if (!inputs.some(({ format }) => format === INPUT_LOG_FORMAT))
    throw new RecordingError('orders of a run can be taken out of input logs only, and none is among the files')
  const log = await openInputLog(journal)
  const orders = new OwnOrders(log.header.markets)
  const changes: OwnChange[] = []
  for await (const records of log.records()) changes.push(...records.flatMap(record => orders.take(record)))
  return changes
}

const idsOf = (inputs: readonly Input[]): readonly MarketId[] => inputs.flatMap(({ markets }) => markets.map(({ id }) => id))

function printsIn({ rows, from, to }: Run): number {
  let count = 0
  for (let row = from; row < to; row++) if (rows.kind[row] === EventKind.TRADE) count++
  return count
}

/** Markets ordered by the start of their source. A market may come from one source only: two sources would overwrite each other's book. */
function numbered(inputs: readonly Input[]): Market[] {
  const markets = new Map<MarketId, Market>()
  for (const { markets: found } of inputs.toSorted((a, b) => a.startsAt - b.startsAt))
    for (const market of found) {
      if (markets.has(market.id)) throw new RecordingError(`market ${market.id} comes from two sources; leave one of them out`)
      markets.set(market.id, { ...market, index: MarketIndex.of(markets.size) })
    }
  return [...markets.values()]
}
