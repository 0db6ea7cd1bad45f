import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Books, createBooks } from '../src/engine/books.js'
import { createDesk, type Desk } from '../src/engine/desk.js'
import type { DeskSettings } from '../src/engine/desk-options.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import type { Batch } from '../src/model/batch.js'
import { packEvents, unpackEvent } from '../src/model/columns.js'
import { EventKind } from '../src/model/event.js'
import type { Market } from '../src/model/market.js'
import { Wei } from '../src/model/money.js'
import type { Report } from '../src/model/report.js'
import { Timestamp } from '../src/model/time.js'
import { loadChunk } from '../src/recording/load-chunk.js'
import { openRecording, recordedMarkets } from '../src/recording/open-recording.js'
import type { Chunk } from '../src/recording/recording.js'
import { strategy } from '../strategies/two-sided.js'
import type { Bench, Row } from './bench.js'
import { TapeVenue } from './parts/tape-venue.js'
import { interleave } from './rounds.js'

/** A folder with recordings of one's own; each file is one market's. */
const FOLDER = process.env['ODDSMITH_RECORDINGS']
const SAMPLE = fileURLToPath(new URL('../../data/sample/harbour.ndjson.gz', import.meta.url))
const FILES_MAX = 4

/** Recorded batches once more through one desk, columns in memory, a decision at every arrival; beside it the books alone. */
export const bench: Bench = {
  name: 'replay',
  run: async ({ isQuick, note }) => {
    const rows: Row[] = []
    for (const file of filesToPlay()) rows.push(...(await measure(file, isQuick, note)))
    return rows
  },
}

function filesToPlay(): readonly string[] {
  if (FOLDER === undefined || !existsSync(FOLDER)) return [SAMPLE]
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.gz'))
  return names.slice(0, FILES_MAX).map(name => join(FOLDER, name))
}

async function measure(file: string, isQuick: boolean, note: (text: string) => void): Promise<readonly Row[]> {
  const tape = await loadTape(file)
  const lived = live(tape)
  const { events } = tape.feed
  note(
    `${file}: ${events.length} events in ${tape.feed.batchEnds.length} batches, ${lived.orders} orders, ${lived.fills} fills`,
  )
  if (again(tape, lived).stateHash() !== lived.stateHash) throw new Error('expected the state of the first run, found another')
  const contenders = [
    { name: 'floor', perCall: events.length, call: () => floor(tape) },
    { name: 'ours', perCall: events.length, call: () => void again(tape, lived) },
  ]
  const times = interleave(contenders, isQuick ? { rounds: 3, msPerRound: 100 } : { rounds: 7, msPerRound: 1_500 })
  const [ours, least] = [times.get('ours') ?? Number.NaN, times.get('floor') ?? Number.NaN]
  const rate = `${lived.orders} orders and ${lived.fills} fills in ${events.length} events`
  return [
    { what: 'two books, an event', value: least, unit: 'ns', ratio: null, against: null, budget: null, holds: null },
    {
      what: `two books and a desk: ${rate}`,
      value: ours,
      unit: 'ns',
      ratio: ours / least,
      against: 'the two books',
      budget: '<= 3x',
      holds: ours / least <= 3,
    },
  ]
}

/** A recording as two readers see it: us by arrival, the venue by its own time. */
interface Tape {
  readonly markets: readonly Market[]
  readonly feed: Chunk
  readonly venue: Pick<Chunk, 'events' | 'batchEnds'>
}

async function loadTape(file: string): Promise<Tape> {
  const markets = await recordedMarkets(file)
  const feed = await loadChunk(openRecording(file))
  const events = packEvents(Array.from(feed.byVenueTime, row => unpackEvent(feed.events, row)))
  return { markets, feed, venue: { events, batchEnds: feed.batchEnds } }
}

/** What a desk's own run told it, batch by batch. */
interface Lived {
  readonly reports: readonly (readonly Report[])[]
  readonly orders: number
  readonly fills: number
  readonly stateHash: string
}

function live({ markets, feed }: Tape): Lived {
  const [books, desk] = deskOver(markets)
  const venue = new TapeVenue()
  let orders = 0
  const reports = batchesOf(feed, NOTHING, (batch, index) => {
    const told = index === 0 ? venue.open(batch.now, CASH) : venue.reports(batch.now, printsOf(batch))
    const full: Batch = { ...batch, reports: told }
    books.apply(full)
    const { commands } = desk.turn(full)
    for (const { kind } of commands) if (kind === 'submit') orders++
    venue.take(commands, batch.now)
    return told.length === 0 ? NONE : told
  })
  return { reports, orders, fills: venue.fills, stateHash: desk.stateHash() }
}

const printsOf = ({ events, from, to }: Batch) =>
  Array.from({ length: to - from }, (_, offset) => from + offset)
    .filter(row => events.kind[row] === EventKind.TRADE)
    .map(row => unpackEvent(events, row))
    .filter(event => event.kind === 'trade')

/** Both books, no desk. */
function floor({ markets, feed, venue }: Tape): void {
  const ours = createBooks(markets)
  const theirs = createBooks(markets)
  play(feed, NOTHING, batch => ours.apply(batch))
  play(venue, NOTHING, batch => theirs.apply(batch))
}

/** Both books, and the desk with what it was told then. */
function again({ markets, feed, venue }: Tape, { reports }: Lived): Desk {
  const theirs = createBooks(markets)
  play(venue, NOTHING, batch => theirs.apply(batch))
  const [books, desk] = deskOver(markets)
  play(feed, reports, batch => {
    books.apply(batch)
    desk.turn(batch)
  })
  return desk
}

const NOTHING: Lived['reports'] = []
const CASH = Wei.of(Wei.ONE * 10_000n)

function play(chunk: Tape['venue'], reports: Lived['reports'], see: (batch: Batch) => void): void {
  let from = 0
  for (let index = 0; index < chunk.batchEnds.length; index++) {
    const to = chunk.batchEnds[index]!
    see(batchOf(chunk, { from, to, reports: reports[index] ?? NONE }))
    from = to
  }
}

const NONE: readonly [] = []

const batchOf = ({ events }: Tape['venue'], { from, to, reports }: Pick<Batch, 'from' | 'to' | 'reports'>): Batch => ({
  now: events.receivedAt[to - 1] ?? Timestamp.ZERO,
  events,
  from,
  to,
  reports,
  controls: NONE,
  timer: false,
})

function batchesOf<T>(chunk: Chunk, reports: Lived['reports'], see: (batch: Batch, index: number) => T): readonly T[] {
  const answers: T[] = []
  play(chunk, reports, batch => answers.push(see(batch, answers.length)))
  return answers
}

function deskOver(markets: readonly Market[]): readonly [Books, Desk] {
  const books = createBooks(markets)
  const parameters = strategy.parameters.parse({})
  const assignments = markets.map(({ index }) => ({ market: index, definition: strategy, parameters }))
  return [books, createDesk({ books, markets, assignments, settings: SETTINGS, state: freshDeskState(1) })]
}

const SETTINGS: DeskSettings = {
  requote: { requoteEveryMs: 250, priceHysteresisTicks: 1, sizeHysteresisPercent: 20, orderLifeSeconds: 600, backoffMs: 1_000 },
  limits: {
    positionMaxShares: 200,
    positionMaxUsdt: null,
    openNotionalMaxUsdt: 1_000,
    worstCaseLossMaxUsdt: 500,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    inputAgeMaxMs: null,
    lossPerDayMaxUsdt: null,
    drawdownMaxUsdt: 1_000,
  },
  budget: { windows: [{ route: 'create', calls: 40, perMs: 1_000 }], cancelReservePercent: 20 },
  graceMs: 3_000,
  decideEveryMs: 0,
  ownInBook: false,
}
