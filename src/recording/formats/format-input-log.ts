import { resolve } from 'node:path'
import type { MarketEvent } from '../../model/event.js'
import type { Frame } from '../../model/frame.js'
import type { MarketId, MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { toJson } from '../../model/plain.js'
import { Timestamp } from '../../model/time.js'
import { VenueTerms } from '../../model/venue-terms.js'
import { RecordingError } from '../columns/recording-error.js'
import { INPUT_LOG_FORMAT, type InputLog, isInputLog, openInputLog, partOf, startOf } from '../log/input-log.js'
import { builtInDecoders, type LogDecoders, type MakeDecoder } from '../log/log-decoders.js'
import { partsFrom } from '../log/log-parts.js'
import type { LogRecord } from '../log/log-record.js'
import { type OwnChange, OwnOrders } from '../log/own-orders.js'
import { type EventGroup, groupOf } from './event-source.js'
import type { Format, Input, ReadOptions } from './format.js'
import { NetLevels } from './net-levels.js'

/** Longest pause between two logs that follow each other, in microseconds; after a longer one, events in between are missing. */
const PAUSE_MAX = 5_000_000

/** Input logs of our own runs and of the recorder. Consecutive logs of the same markets become one input. */
export const inputLogFormat: Format = {
  name: INPUT_LOG_FORMAT,
  isFormat: isInputLog,
  open: async (files, decoders = builtInDecoders) => {
    const opened = await Promise.all(files.map(file => openNamed(file, decoders)))
    // A later part that was already read after an earlier one is not a log of its own.
    const read = new Set(opened.flatMap(({ file, log }) => partsFrom(resolve(file), partOf(log.header)).slice(1)))
    const logs = opened.filter(({ file }) => !read.has(resolve(file)))
    return chained(logs.toSorted((a, b) => startOf(a.log) - startOf(b.log))).map(inputOf)
  },
}

interface NamedLog {
  readonly file: string
  readonly log: InputLog
  /** Makes the decoder of the log's venue. */
  readonly makeDecoder: MakeDecoder
}

async function openNamed(file: string, decoders: LogDecoders): Promise<NamedLog> {
  const log = await openInputLog(file)
  return { file, log, makeDecoder: await decoders(log.header) }
}

/** Logs that share a market form one chain; logs that hold only feeds, one chain for each shared feed. */
function chained(logs: readonly NamedLog[]): readonly (readonly NamedLog[])[] {
  const chains: NamedLog[][] = []
  const idsOf = ({ log: { header } }: NamedLog): readonly string[] =>
    header.markets.length > 0 ? header.markets.map(({ id }) => id) : (header.feeds ?? []).map(({ name }) => `feed:${name}`)
  for (const log of logs) {
    const ids = new Set(idsOf(log))
    const chain = chains.find(others => others.some(other => idsOf(other).some(id => ids.has(id))))
    if (chain === undefined) chains.push([log])
    else chain.push(log)
  }
  return chains
}

function inputOf(logs: readonly NamedLog[]): Input {
  const markets = new Map<MarketId, Market>()
  for (const { log } of logs)
    for (const market of log.header.markets) if (!markets.has(market.id)) markets.set(market.id, market)
  const [quoted, netted] = [new Set<MarketId>(), new Set<MarketId>()]
  return {
    markets: [...markets.values()],
    startsAt: startOf(logs[0]!.log),
    isReference: false,
    knowsFees: true,
    quoted: () => [...quoted],
    netted: () => [...netted],
    read: options => readLogs(logs, { ...options, quoted, netted, known: new Map(markets), gone: new Set() }),
  }
}

interface ReadLogOptions extends ReadOptions {
  readonly quoted: Set<MarketId>
  readonly netted: Set<MarketId>
  /** Each market with its latest known definition. */
  readonly known: Map<MarketId, Market>
  /** Markets that left. */
  readonly gone: Set<MarketId>
}

async function* readLogs(logs: readonly NamedLog[], options: ReadLogOptions): AsyncGenerator<EventGroup> {
  let heardAt = Timestamp.ZERO
  for (const named of logs) {
    const { file, log } = named
    const startedAt = startOf(log)
    if (heardAt > startedAt)
      throw new RecordingError(`${file} was recorded while another log of its markets was: leave one out`)
    const reader = new LogReader(named, options)
    const news = [...reader.changedMarkets(), ...(heardAt > 0 ? reader.lost(heardAt) : [])]
    if (news.length > 0) yield groupOf(news, true)
    for await (const records of log.records())
      for (const record of records) {
        const events = reader.take(record)
        if (events === null) continue
        heardAt = Timestamp.max(heardAt, events.at(-1)!.receivedAt)
        yield groupOf(events, true)
      }
    // The run was killed, or the file was copied while it was written: its last line is missing or incomplete.
    if (log.isCutShort) options.coverage.dropped++
    const rest = reader.batch()
    if (rest !== null) yield groupOf(rest, true)
    reader.close()
  }
}

class LogReader {
  readonly #options: ReadLogOptions
  readonly #header
  readonly #startedAt: Timestamp
  readonly #decoder
  #pending: MarketEvent[] = []
  #heardAt = Timestamp.ZERO
  readonly #levels = new NetLevels()
  /** Market definitions adjusted by the venue's mode. */
  readonly #terms = new VenueTerms()
  readonly #own: OwnOrders
  /** Order changes of a separate run, which this log does not contain; a run's own log contains its own. */
  readonly #others: readonly OwnChange[]
  #othersTaken = 0
  /** False: the recorder sent no orders, so nothing has to be subtracted. */
  readonly #isNetted: boolean
  /** Markets whose books the current frame changes. */
  readonly #booked = new Set<MarketIndex>()
  /** Last venue time of each book: its rows must keep their order. */
  readonly #toldAt = new Map<MarketIndex, Timestamp>()

  constructor({ log, makeDecoder }: NamedLog, options: ReadLogOptions) {
    this.#options = options
    this.#header = log.header
    this.#startedAt = startOf(log)
    this.#own = new OwnOrders(log.header.markets)
    this.#others = log.header.assignments.length === 0 ? (options.ownChanges ?? []) : []
    this.#isNetted = log.header.assignments.length > 0 || this.#others.length > 0
    this.#decoder = makeDecoder(log.header.markets.map(market => ({ ...market, index: options.indexOf(market.id) })))
  }

  /** Definitions that changed since they were last known, and markets that are back. */
  changedMarkets(): readonly MarketEvent[] {
    const { known, gone, indexOf } = this.#options
    const stamp = { at: this.#startedAt, receivedAt: this.#startedAt }
    return this.#header.markets.flatMap((market): MarketEvent[] => {
      const now = { ...market, index: indexOf(market.id) }
      const last = known.get(market.id)
      known.set(market.id, now)
      if (gone.delete(market.id)) return [{ ...stamp, kind: 'joined', market: now }]
      return last === undefined || toJson({ ...last, index: 0 }) === toJson({ ...now, index: 0 })
        ? []
        : [{ ...stamp, kind: 'market', market: now }]
    })
  }

  /** Nothing was recorded between two logs, so the books are lost. */
  lost(since: Timestamp): readonly MarketEvent[] {
    if (this.#startedAt - since <= PAUSE_MAX) return []
    const stamp = { at: this.#startedAt, receivedAt: this.#startedAt }
    const dark = { ...stamp, state: 'lost', why: 'nobody recorded' } as const
    const { markets, feeds = [] } = this.#header
    return [
      ...markets.map(({ id }) => ({ ...dark, kind: 'feed', market: this.#options.indexOf(id) }) as const),
      ...feeds.map(({ name }) => ({ ...dark, kind: 'reference-feed', name }) as const),
    ]
  }

  /** null: no batch ends here, or the batch is empty. */
  take(record: LogRecord): readonly MarketEvent[] | null {
    if (record.kind === 'frame') this.#frame(record.frame)
    for (const change of this.#own.take(record)) this.#changeOwn(change)
    return record.kind === 'mark' ? this.batch() : null
  }

  /** Records whether our own orders could be subtracted from the book. */
  close(): void {
    const { quoted, netted } = this.#options
    for (const id of this.#own.doubtful()) quoted.add(id)
    // Orders from earlier parts may rest in the book, and this log does not mention them.
    if (partOf(this.#header) > 1)
      for (const { market } of this.#header.assignments) addQuoted(quoted, this.#own.markets.idOf(market))
    for (const id of this.#own.markets.seen) if (this.#levels.netted.has(this.#options.indexOf(id))) netted.add(id)
  }

  batch(): readonly MarketEvent[] | null {
    if (this.#pending.length === 0) return null
    const events = this.#pending
    this.#pending = []
    return events
  }

  #frame(frame: Frame): void {
    const { coverage } = this.#options
    // Frames of several sources are mixed here; the log keeps the order in which the run took them.
    if (frame.receivedAt < this.#heardAt) coverage.repaired++
    this.#heardAt = Timestamp.max(this.#heardAt, frame.receivedAt)
    while ((this.#others[this.#othersTaken]?.receivedAt ?? Number.POSITIVE_INFINITY) <= this.#heardAt)
      this.#changeOwn(this.#others[this.#othersTaken++]!)
    for (const event of this.#decoder.decode(this.#renumbered(frame))) {
      if (event.kind === 'level' && event.cause === 'traded') coverage.paired++
      if (event.kind === 'venue') this.#enter(event)
      else if (event.kind === 'market' || event.kind === 'joined') this.#define(event)
      else this.#tell(this.#placed(event))
    }
    for (const market of this.#booked) this.#settleOwn(market)
    this.#booked.clear()
  }

  #define(event: MarketEvent & { readonly kind: 'market' | 'joined' }): void {
    const told = { ...event, market: this.#terms.of(event.market) }
    this.#options.known.set(event.market.id, told.market)
    this.#tell(this.#placed(told.kind === 'joined' ? this.#joined(told) : told))
  }

  /** A recording may hold markets of other venues, so a mode change of this venue is written market by market. */
  #enter({ mode, ...stamp }: MarketEvent & { readonly kind: 'venue' }): void {
    const { known } = this.#options
    this.#terms.enter(mode)
    for (const market of known.values()) {
      this.#define({ ...stamp, kind: 'market', market: this.#terms.ownOf(market) })
      const lost = { ...stamp, kind: 'feed', market: market.index, state: 'lost', why: 'the venue restarts' } as const
      if (mode === 'restart') this.#tell(this.#placed(lost))
    }
  }

  #tell(event: MarketEvent): void {
    if (event.kind === 'clear') this.#levels.clear(event.market)
    if (event.kind === 'clear' || event.kind === 'level') this.#booked.add(event.market)
    const told = event.kind === 'level' && this.#isNetted ? this.#levels.take(event) : event
    if (told === null) this.#options.coverage.ignored++
    else this.#pending.push(told)
  }

  #changeOwn({ market, side, price, change, receivedAt }: OwnChange): void {
    this.#heardAt = Timestamp.max(this.#heardAt, receivedAt)
    this.#levels.change({ market: this.#options.indexOf(market), side, price }, change)
  }

  /** Placed right after the last event of the book. */
  #settleOwn(market: MarketIndex): void {
    const receivedAt = Timestamp.max(this.#heardAt, this.#startedAt)
    const stamp = { at: this.#toldAt.get(market) ?? this.#startedAt, receivedAt }
    this.#pending.push(...this.#levels.settle(market, stamp))
  }

  /** An event of the run itself names its market by the run's indexes. */
  #renumbered(frame: Frame): Frame {
    if (!('event' in frame)) return frame
    const { event } = frame
    if (event.kind === 'reference' || event.kind === 'reference-feed' || event.kind === 'venue') return frame
    if (event.kind === 'joined') return { ...frame, event: { ...event, market: this.#numbered(event.market) } }
    if (event.kind === 'market')
      return { ...frame, event: { ...event, market: { ...event.market, index: this.#options.indexOf(event.market.id) } } }
    const id = this.#own.markets.idOf(event.market)
    if (id === undefined) return frame
    if (event.kind === 'left') this.#options.gone.add(id)
    return { ...frame, event: { ...event, market: this.#options.indexOf(id) } }
  }

  /** A market that joins. The recording has it already if it left before, or if another log began with it. */
  #numbered(market: Market): Market {
    const { known, indexOf, join } = this.#options
    if (known.has(market.id)) return { ...market, index: indexOf(market.id) }
    if (join === undefined) throw new RecordingError(`market ${market.id} joins, where only markets of a header were expected`)
    this.#options.gone.add(market.id)
    return { ...market, index: join(market) }
  }

  /** For a market that the recording has had from its beginning, a join becomes a `market` event. */
  #joined(event: MarketEvent & { readonly kind: 'joined' }): MarketEvent {
    return this.#options.gone.delete(event.market.id) ? event : { ...event, kind: 'market' }
  }

  /** A first snapshot describes what was before the log. Rows of one book must never go back in time. */
  #placed(event: MarketEvent): MarketEvent {
    const { coverage } = this.#options
    const receivedAt = Timestamp.max(this.#heardAt, this.#startedAt)
    const isBook = event.kind === 'level' || event.kind === 'clear'
    const told = isBook ? (this.#toldAt.get(event.market) ?? Timestamp.ZERO) : Timestamp.ZERO
    const earliest = Timestamp.max(this.#startedAt, told)
    const wanted = Timestamp.max(event.at, earliest)
    const at = wanted > receivedAt ? receivedAt : wanted
    if (at !== event.at && event.at >= this.#startedAt) coverage.clamped++
    if (isBook) this.#toldAt.set(event.market, at)
    return at === event.at && receivedAt === event.receivedAt ? event : { ...event, at, receivedAt }
  }
}

function addQuoted(quoted: Set<MarketId>, market: MarketId | undefined): void {
  if (market !== undefined) quoted.add(market)
}
