import { EventKind } from '../model/event.js'
import { type MarketId, MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { ChunkBuilder } from './chunk-builder.js'
import { type Coverage, noCoverage } from './coverage.js'
import { filesByFormat, type UnknownFile } from './files-by-format.js'
import type { Format, Input } from './format.js'
import { GapFinder } from './gaps.js'
import { INPUT_LOG_FORMAT, openInputLog } from './input-log.js'
import type { LogDecoders } from './log-decoders.js'
import { mergeSources, type Run } from './merge-sources.js'
import { type OwnChange, OwnOrders } from './own-orders.js'
import type { Chunk, Recording } from './recording.js'
import { RecordingError } from './recording-error.js'
import { type OpenInput, startReading } from './start-reading.js'
import type { SourceClock } from './venue-clock.js'

/** Files on their way into one recording. */
export interface Assembly {
  /** Grows by those that join while it is read. */
  readonly markets: readonly Market[]
  readonly format: string
  readonly references: readonly MarketId[]
  /** Counts of what was read so far. */
  readonly counts: Readonly<Coverage>
  /** Reads everything once. */
  chunks(): AsyncGenerator<Chunk>
  /** Complete once the chunks were read. */
  result(): Omit<Recording, 'chunks' | 'fingerprint'>
}

export interface AssembleOptions {
  /** `auto` tells each file's format by its first line; a name, or a format of one's own. */
  readonly format: string | Format
  /** Finds the decoders of venues that do not come with the package. */
  readonly decoders?: LogDecoders | undefined
  /** Rows of a chunk. */
  readonly chunkRows?: number | undefined
  /** The folder or input log of a run whose orders are taken out of what was recorded beside it. */
  readonly journal?: string | undefined
  /** Threads that read beside this one; what comes out is the same. Default: as many as are worth it. */
  readonly threads?: number | undefined
  /** With `auto`, told of each file that is of no known format and is left out. Without it such a file is refused. */
  readonly skipUnknown?: ((unknown: UnknownFile) => void) | undefined
}

/** Opens files of one or several formats as one recording. Throws a `RecordingError` for what cannot be one. */
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
    references,
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
  /** Only a format that has a name here can be opened by a thread. */
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

/** Everything a run's orders did to books. Throws a `RecordingError` where nothing that is read could hold them. */
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

/** Markets in the order in which they begin. One market may have one source only: two would overwrite each other's book. */
function numbered(inputs: readonly Input[]): Market[] {
  const markets = new Map<MarketId, Market>()
  for (const { markets: found } of inputs.toSorted((a, b) => a.startsAt - b.startsAt))
    for (const market of found) {
      if (markets.has(market.id)) throw new RecordingError(`market ${market.id} comes from two sources; leave one of them out`)
      markets.set(market.id, { ...market, index: MarketIndex.of(markets.size) })
    }
  return [...markets.values()]
}
