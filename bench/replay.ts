import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Books, createBooks } from '../src/engine/books.js'
import { createDesk } from '../src/engine/create-desk.js'
import type { Desk } from '../src/engine/desk.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import { deskSettings } from '../src/engine/settings.js'
import type { Batch } from '../src/model/batch.js'
import { packEvents, unpackEvent } from '../src/model/columns.js'
import { EventKind } from '../src/model/event.js'
import type { Market } from '../src/model/market.js'
import { Wei } from '../src/model/money.js'
import type { Report } from '../src/model/report.js'
import { Timestamp } from '../src/model/time.js'
import type { Chunk } from '../src/recording/columns/recording.js'
import { strategy } from '../strategies/two-sided.js'
import type { Bench, Row } from './bench.js'
import { readTape, recordingFolder } from './parts/recorded-tape.js'
import { TapeVenue } from './parts/tape-venue.js'
import { interleave } from './rounds.js'

/**
 * An order costs as much as many turns without a change, so the goal holds for a tape on which the strategy orders at most once in this many events.
 * On the sample it orders at every seventh.
 */
const EVENTS_AN_ORDER = 40

/** Recorded batches replayed through one desk, columns in memory, a decision at every arrival; compared with the books alone. */
export const bench: Bench = {
  name: 'replay',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-replay-'))
    try {
      return measure(await loadTape(process.env['ODDSMITH_RECORDINGS'], join(home, 'recording')), isQuick, note)
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

function measure(tape: Tape, isQuick: boolean, note: (text: string) => void): readonly Row[] {
  const lived = live(tape)
  const { events } = tape
  note(`${tape.name}: ${events} events in ${lived.reports.length} batches, ${lived.orders} orders, ${lived.fills} fills`)
  if (again(tape, lived).stateHash() !== lived.stateHash) throw new Error('expected the state of the first run, found another')
  const contenders = [
    { name: 'floor', perCall: events, call: () => floor(tape) },
    { name: 'ours', perCall: events, call: () => void again(tape, lived) },
  ]
  const times = interleave(contenders, isQuick ? { rounds: 3, msPerRound: 100 } : { rounds: 7, msPerRound: 1_500 })
  const [ours, least] = [times.get('ours') ?? Number.NaN, times.get('floor') ?? Number.NaN]
  const rate = `${lived.orders} orders and ${lived.fills} fills in ${events} events`
  return [
    { what: 'two books, an event', value: least, unit: 'ns', ratio: null, against: null, budget: null, holds: null },
    {
      what: `two books and a desk: ${rate}`,
      value: ours,
      unit: 'ns',
      ratio: ours / least,
      against: 'the two books',
      ...(events < lived.orders * EVENTS_AN_ORDER
        ? { budget: null, holds: null }
        : { budget: '<= 3x', holds: ours / least <= 3 }),
    },
  ]
}

/** Rows in the order of one reader. */
type Rows = Pick<Chunk, 'events' | 'batchEnds'>

/** A recording in the order of its two readers: we read by arrival, the venue by its own time. */
interface Tape {
  readonly name: string
  readonly markets: readonly Market[]
  readonly events: number
  readonly feed: readonly Rows[]
  readonly venue: readonly Rows[]
}

async function loadTape(source: string | undefined, folder: string): Promise<Tape> {
  const { name, markets, events, chunks } = await readTape(await recordingFolder(source, folder))
  const venue = chunks.map(({ events, batchEnds, byVenueTime }) => ({
    events: packEvents(Array.from(byVenueTime, row => unpackEvent(events, row))),
    batchEnds,
  }))
  return { name, markets, events, feed: chunks, venue }
}

/** The reports of a desk's own run, batch by batch. */
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
  const reports = batchesOf(feed, (batch, index) => {
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

/** Both books, and the desk with the reports of that run. */
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

function play(tape: readonly Rows[], reports: Lived['reports'], see: (batch: Batch) => void): void {
  let index = 0
  for (const rows of tape) {
    let from = 0
    for (const to of rows.batchEnds) {
      see(batchOf(rows, { from, to, reports: reports[index++] ?? NONE }))
      from = to
    }
  }
}

const NONE: readonly [] = []

const batchOf = ({ events }: Rows, { from, to, reports }: Pick<Batch, 'from' | 'to' | 'reports'>): Batch => ({
  now: events.receivedAt[to - 1] ?? Timestamp.ZERO,
  wallOffset: 0,
  events,
  from,
  to,
  reports,
  controls: NONE,
  timer: false,
})

function batchesOf<T>(tape: readonly Rows[], see: (batch: Batch, index: number) => T): readonly T[] {
  const answers: T[] = []
  play(tape, NOTHING, batch => answers.push(see(batch, answers.length)))
  return answers
}

function deskOver(markets: readonly Market[]): readonly [Books, Desk] {
  const books = createBooks(markets)
  const parameters = strategy.parameters.parse({})
  const assignments = markets.map(({ index }) => ({ market: index, definition: strategy, parameters }))
  return [books, createDesk({ books, markets, assignments, settings: SETTINGS, state: freshDeskState(1) })]
}

const SETTINGS = deskSettings({
  requote: { requoteEveryMs: 250, priceHysteresisTicks: 1, orderLifeSeconds: 600 },
  limits: {
    positionMaxShares: 200,
    openNotionalMaxUsdt: 1_000,
    worstCaseLossMaxUsdt: 500,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    drawdownMaxUsdt: 1_000,
  },
  budget: { windows: [{ route: 'create', calls: 40, perMs: 1_000 }] },
  ownInBook: false,
})
