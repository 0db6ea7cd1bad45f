import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BacktestOptions } from '../backtest/backtest-options.js'
import { constantLatency } from '../backtest/latency.js'
import type { BacktestResult } from '../backtest/result.js'
import { type Backtest, createBacktest } from '../backtest/run.js'
import { VenueBook } from '../backtest/venue-book.js'
import { createBooks } from '../src/engine/books.js'
import type { Assignment } from '../src/engine/desk-options.js'
import { deskSettings } from '../src/engine/settings.js'
import { optimistic, pessimistic, probabilistic } from '../src/exchange/core/fill-models.js'
import { type EventColumns, EventKind } from '../src/model/event.js'
import type { Market } from '../src/model/market.js'
import { Price, Size, Wei } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import { loadRecording } from '../src/recording/load-recording.js'
import type { Chunk } from '../src/recording/recording.js'
import { strategy } from '../strategies/two-sided.js'
import type { Bench, Row } from './bench.js'
import { laterBy, readTape, recordingFolder, type Tape, tapesByMarket } from './parts/recorded-tape.js'
import { interleave } from './rounds.js'

/** The whole backtest over a recording, and beside it the two books alone that any backtest must keep: the venue's and ours. */
export const bench: Bench = {
  name: 'backtest',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-backtest-'))
    try {
      const folder = await recordingFolder(process.env['ODDSMITH_RECORDINGS'], join(home, 'recording'))
      const tape = await readTape(folder)
      return [
        ...loops(tape, isQuick, note),
        await fromDisk(folder, tape, isQuick),
        ...growth(tape, isQuick ? 3 : 10),
        cold(join(home, 'report')),
      ]
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

function loops(tape: Tape, isQuick: boolean, note: (text: string) => void): readonly Row[] {
  const alone = tapesByMarket(tape)
  const hot = alone.reduce((most, market) => (market.events > most.events ? market : most))
  const variants: Readonly<Record<string, readonly [Tape, () => void]>> = {
    floor: [tape, () => floor(tape)],
    one: [tape, () => void play(tape)],
    three: [tape, () => void play(tape, { models: ALL })],
    touch: [tape, () => void play(tape, { watches: 'touch' })],
    cadence: [tape, () => void play(tape, { decideEveryMs: 100 })],
    alone: [tape, () => alone.forEach(market => void play(market))],
    hotFloor: [hot, () => floor(hot)],
    hotOne: [hot, () => void play(hot)],
  }
  note(`${tape.name}: ${tape.events} events of ${tape.markets.length} markets`)
  const [rate, hotRate] = [rateOf(play(tape, { models: ALL })), rateOf(play(hot))]
  const contenders = Object.entries(variants).map(([name, [{ events }, call]]) => ({ name, perCall: events, call }))
  const times = interleave(contenders, { rounds: isQuick ? 1 : 5, msPerRound: 1, callsALook: 1 })
  const of = (name: string): number => times.get(name) ?? Number.NaN
  const books = { least: of('floor'), against: 'the two books' }
  return [
    row('two books alone, no account', of('floor'), null),
    row(`one account, every event seen: ${rate}`, of('one'), { ...books, budget: '<= 3x', most: 3 }),
    row(`the same, busiest market alone: ${hotRate}`, of('hotOne'), {
      ...books,
      least: of('hotFloor'),
      budget: '<= 3x',
      most: 3,
    }),
    row('one account, woken by the touch', of('touch'), books),
    row('one account, decided every 100 ms', of('cadence'), books),
    row('three accounts, one a fill model', of('three'), { least: of('one'), against: 'one', budget: '<= 2.2x', most: 2.2 }),
    row('all markets in one run', of('one'), { least: of('alone'), against: 'one at a time', budget: '<= 1.25x', most: 1.25 }),
  ]
}

/** By the wall, because reading uses other threads: the best of rounds in which each goes in turn. */
async function fromDisk(folder: string, tape: Tape, isQuick: boolean): Promise<Row> {
  let [memory, disk] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < (isQuick ? 1 : 10); round++) {
    memory = Math.min(memory, await wallNs(tape, () => play(tape)))
    disk = Math.min(disk, await wallNs(tape, () => stream(folder)))
  }
  return row('from Parquet', disk, { least: memory, against: 'from memory', budget: '<= 1.25x', most: 1.25 })
}

async function wallNs({ events }: Tape, work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return ((performance.now() - from) * 1e6) / events
}

async function stream(folder: string): Promise<void> {
  const recording = await loadRecording(folder)
  const backtest = open(recording.markets, {})
  for await (const chunk of recording.chunks()) backtest.add(chunk)
  backtest.finish()
}

/** What a run holds on to after the recording was played once, and after it came again and again, each time later. */
function growth({ markets, chunks, events }: Tape, times: number): readonly Row[] {
  const backtest = open(markets, {})
  const last = chunks.at(-1)!.events
  const span = 1_000_000 + last.receivedAt[last.length - 1]! - chunks[0]!.events.receivedAt[0]!
  const held: number[] = []
  for (let time = 0; time < times; time++) {
    for (const chunk of chunks) backtest.add(laterBy(chunk, time * span))
    held.push(heldMb())
  }
  const fills = backtest.finish().accounts.reduce((sum, account) => sum + account.fills.length, 0)
  const [once, often] = [held[0]!, held.at(-1)!]
  const what = `held after ${times * events} events, of which ${fills} fills are the result`
  const ratio = often / once
  return [{ what, value: often, unit: 'MB', ratio, against: 'after one pass', budget: '<= 1.5x', holds: ratio <= 1.5 }]
}

function heldMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

/** From the command line to the report on disk, as a person starts it who has just cloned the repository. */
function cold(folder: string): Row {
  const from = performance.now()
  const root = fileURLToPath(new URL('../../', import.meta.url))
  execFileSync(process.execPath, ['dist/src/cli/main.js', 'backtest', 'config/backtest.yaml', '--out', folder], { cwd: root })
  const seconds = (performance.now() - from) / 1_000
  const goal = { ratio: null, against: null, budget: '< 10 s', holds: seconds < 10 }
  return { what: 'config/backtest.yaml, the whole cold process', value: seconds, unit: 's', ...goal }
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
function play({ markets, chunks }: Tape, variant: Variant = {}): BacktestResult {
  const backtest = open(markets, variant)
  for (const chunk of chunks) backtest.add(chunk)
  return backtest.finish()
}

const open = (
  markets: readonly Market[],
  { models = [pessimistic], watches = 'depth', decideEveryMs = 0 }: Variant,
): Backtest =>
  createBacktest({
    markets,
    assignments: markets.map(({ index }) => ({
      market: index,
      definition: { ...strategy, watches },
      parameters: strategy.parameters.parse({}),
    })),
    settings: { ...SETTINGS, decideEveryMs },
    models,
    latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
    fund: Wei.ofSize(Size.ofShares(10_000)),
    fingerprint: 'bench',
  })

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
  wallOffset: 0,
  events,
  from,
  to,
  reports: NONE,
  controls: NONE,
  timer: false,
})

const SETTINGS = deskSettings({
  requote: { priceHysteresisTicks: 1, orderLifeSeconds: 600 },
  limits: {
    positionMaxShares: 200,
    openNotionalMaxUsdt: 1_000,
    worstCaseLossMaxUsdt: 500,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    drawdownMaxUsdt: 1_000,
  },
  budget: { windows: [{ route: 'create', calls: 20, perMs: 1_000 }] },
  ownInBook: false,
})
