import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BacktestOptions } from '../backtest/backtest-options.js'
import { constantLatency } from '../backtest/latency.js'
import type { BacktestResult } from '../backtest/result.js'
import { createBacktest } from '../backtest/run.js'
import { VenueBook } from '../backtest/venue-book.js'
import { createBooks } from '../src/engine/books.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import { optimistic, pessimistic, probabilistic } from '../src/exchange/core/fill-models.js'
import { type EventColumns, EventKind } from '../src/model/event.js'
import { Price, Size, Wei } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import type { Chunk } from '../src/recording/recording.js'
import { strategy } from '../strategies/two-sided.js'
import type { Bench, Row } from './bench.js'
import { readTape, recordingFolder, type Tape, tapesByMarket } from './parts/recorded-tape.js'
import { interleave } from './rounds.js'

/** The whole backtest over a recording in memory, and beside it the two books alone that any backtest must keep: the venue's and ours. */
export const bench: Bench = {
  name: 'backtest',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-backtest-'))
    try {
      const tape = await readTape(await recordingFolder(process.env['ODDSMITH_RECORDINGS'], join(home, 'recording')))
      return await measure(tape, isQuick, note)
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

async function measure(tape: Tape, isQuick: boolean, note: (text: string) => void): Promise<readonly Row[]> {
  const alone = tapesByMarket(tape)
  const variants: Readonly<Record<string, () => void>> = {
    floor: () => floor(tape),
    one: () => void play(tape),
    three: () => void play(tape, { models: ALL }),
    touch: () => void play(tape, { watches: 'touch' }),
    cadence: () => void play(tape, { decideEveryMs: 100 }),
    alone: () => {
      for (const market of alone) play(market)
    },
  }
  const told = play(tape, { models: ALL })
  note(`${tape.name}: ${tape.events} events of ${tape.markets.length} markets, ${rateOf(told)}`)
  const contenders = Object.entries(variants).map(([name, call]) => ({ name, perCall: tape.events, call }))
  const times = interleave(contenders, { rounds: isQuick ? 1 : 5, msPerRound: 1, callsALook: 1 })
  const of = (name: string): number => times.get(name) ?? Number.NaN
  const [floorNs, one] = [of('floor'), of('one')]
  return [
    row('two books alone, no account', floorNs, null),
    row(`one account, every event seen: ${rateOf(told)}`, one, {
      least: floorNs,
      against: 'the two books',
      budget: '<= 3x',
      most: 3,
    }),
    row('one account, woken by the touch', of('touch'), { least: floorNs, against: 'the two books' }),
    row('one account, decided every 100 ms', of('cadence'), { least: floorNs, against: 'the two books' }),
    row('three accounts, one a fill model', of('three'), { least: one, against: 'one account', budget: '<= 2.2x', most: 2.2 }),
    row('all markets in one run', one, { least: of('alone'), against: 'one at a time', budget: '<= 1.25x', most: 1.25 }),
  ]
}

interface Goal {
  /** Nanoseconds of what stands beside it. */
  readonly least: number
  readonly against: string
  readonly budget?: string
  readonly most?: number
}

function row(what: string, ns: number, goal: Goal | null): Row {
  const ratio = goal === null ? null : ns / goal.least
  return {
    what,
    value: 1_000 / ns,
    unit: 'M events/s',
    ratio,
    against: goal?.against ?? null,
    budget: goal?.budget ?? null,
    holds: goal?.most === undefined || ratio === null ? null : ratio <= goal.most,
  }
}

const rateOf = ({ accounts }: BacktestResult): string =>
  accounts.map(({ model, orders, fills }) => `${model} ${orders.placed} orders ${fills.length} fills`).join(', ')

const ALL = [pessimistic, probabilistic, optimistic]

interface Variant {
  readonly models?: BacktestOptions['models']
  readonly watches?: Assignment['definition']['watches']
  readonly decideEveryMs?: number
}

/** The whole loop once. Where `watches` is not said, the strategy decides on every change of its book, however deep. */
function play(
  { markets, chunks }: Tape,
  { models = [pessimistic], watches = 'depth', decideEveryMs = 0 }: Variant = {},
): BacktestResult {
  const definition = { ...strategy, watches }
  const parameters = strategy.parameters.parse({})
  const backtest = createBacktest({
    markets,
    assignments: markets.map(({ index }) => ({ market: index, definition, parameters })),
    settings: { ...SETTINGS, decideEveryMs },
    models,
    latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
    fund: Wei.ofSize(Size.ofShares(10_000)),
    fingerprint: 'bench',
  })
  for (const chunk of chunks) backtest.add(chunk)
  return backtest.finish()
}

/** The venue's book in the venue's order of time and ours in the order of arrival. */
function floor({ markets, chunks }: Tape): void {
  const theirs = markets.map(market => new VenueBook(market))
  const ours = createBooks(markets)
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.byVenueTime.length; index++) theirRow(theirs, chunk.events, chunk.byVenueTime[index]!)
    let from = 0
    for (let index = 0; index < chunk.batchEnds.length; index++) {
      const to = chunk.batchEnds[index]!
      ours.apply(batchOf(chunk, from, to))
      from = to
    }
  }
}

function theirRow(books: readonly VenueBook[], events: EventColumns, row: number): void {
  const kind = events.kind[row]!
  const book = books[events.market[row]!]!
  if (kind === EventKind.CLEAR) book.clear()
  else if (kind < EventKind.CLEAR) {
    const lane = events.side[row] === 0 ? 0 : 1
    book.levels.set(lane, lane === 0 ? events.price[row]! : Price.ONE - events.price[row]!, events.size[row]!)
  }
}

const NONE: readonly [] = []
const batchOf = ({ events }: Chunk, from: number, to: number) => ({
  now: events.receivedAt[to - 1] ?? Timestamp.ZERO,
  events,
  from,
  to,
  reports: NONE,
  controls: NONE,
  timer: false,
})

const SETTINGS: DeskSettings = {
  requote: { requoteEveryMs: 0, priceHysteresisTicks: 1, sizeHysteresisPercent: 20, orderLifeSeconds: 600, backoffMs: 1_000 },
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
  budget: { windows: [{ route: 'create', calls: 20, perMs: 1_000 }], cancelReservePercent: 20 },
  graceMs: 3_000,
  decideEveryMs: 0,
  ownInBook: false,
}
