import { compileForLongRun } from '../src/cli/search/compiler.js'
import { createBooks } from '../src/engine/books.js'
import { createDesk } from '../src/engine/create-desk.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import { deskSettings } from '../src/engine/settings.js'
import type { Batch } from '../src/model/batch.js'
import { packEvents } from '../src/model/columns.js'
import type { MarketEvent } from '../src/model/event.js'
import { MarketId, MarketIndex } from '../src/model/ids.js'
import type { Market } from '../src/model/market.js'
import { Price, Size, Wei } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import { strategy } from '../strategies/two-sided.js'
import type { Bench, Row } from './bench.js'
import { TapeVenue } from './parts/tape-venue.js'
import { createYardstick } from './parts/yardstick.js'
import { type Contender, interleave } from './rounds.js'

const MARKETS = 100
const START = Timestamp.ofSeconds(1_800_000_000)
const BUDGET_NS = 500
const YARDSTICK = 'yardstick'

/** One turn of books and desk over a hundred quoted markets whose touch moves and whose orders stay. */
export const bench: Bench = {
  name: 'turn',
  run: async ({ isQuick }) => {
    // The trading process calls this at its start too.
    compileForLongRun()
    const turn = openDesk()
    const contenders = [1, 10, 100].map((changed): Contender => {
      const batches = [0, 1].map(round => touchBatch(changed, round))
      let next = 0
      return { name: String(changed), perCall: changed, call: () => turn(batches[next++ % 2]!) }
    })
    const yardstick = createYardstick()
    const all = [...contenders, { name: YARDSTICK, call: yardstick.call }]
    const times = interleave(all, isQuick ? { rounds: 3, msPerRound: 50 } : { rounds: 9, msPerRound: 400 })
    const scale = yardstick.scale(times.get(YARDSTICK) ?? Number.NaN)
    const against = `500 ns x ${scale.toFixed(2)}, this machine's pace`
    return contenders.map(({ name: changed }): Row => {
      const ns = times.get(changed) ?? Number.NaN
      const ratio = ns / (BUDGET_NS * scale)
      return {
        what: `a turn with ${changed} changed of ${MARKETS} markets, a changed market`,
        value: ns,
        unit: 'ns',
        ratio,
        against,
        budget: '<= 1x',
        holds: ratio <= 1,
      }
    })
  },
}

/** A desk that quotes both sides of every market, with its orders accepted. Returns a function that sends a batch through it. */
function openDesk(): (batch: Batch) => void {
  const markets = Array.from({ length: MARKETS }, (_, index) => marketOf(index))
  const books = createBooks(markets)
  const parameters = strategy.parameters.parse({ halfSpreadTicks: 3, sizeShares: 10 })
  const assignments = markets.map(({ index }) => ({ market: index, definition: strategy, parameters }))
  const desk = createDesk({ books, markets, assignments, settings: SETTINGS, state: freshDeskState(1) })
  const venue = new TapeVenue()
  const send = (batch: Batch): number => {
    books.apply(batch)
    const { commands } = desk.turn(batch)
    venue.take(commands, batch.now)
    return commands.length
  }
  const books0 = batchOf(markets.flatMap(({ index }) => wholeBook(index)))
  const placed = send({ ...books0, reports: venue.open(START, Wei.of(Wei.ONE * 1_000_000n)) })
  const soon = Timestamp.add(START, 1_000_000)
  const again = send({ ...batchOf([]), now: soon, reports: venue.reports(soon, []) })
  if (placed !== 2 * MARKETS || again !== 0)
    throw new Error(`expected two orders a market that stay, found ${placed} and ${again}`)
  return batch => {
    if (send(batch) > 0) throw new Error('expected orders that stay')
  }
}

const levelOf = (market: MarketIndex, side: 'bid' | 'ask', price: number, shares: number): MarketEvent => ({
  kind: 'level',
  at: START,
  receivedAt: START,
  market,
  side,
  price: Price.of(price),
  size: Size.ofShares(shares),
  cause: 'unexplained',
})

const wholeBook = (market: MarketIndex): readonly MarketEvent[] => [
  { kind: 'clear', at: START, receivedAt: START, market },
  ...[0, 1, 2, 3, 4].flatMap(step => [
    levelOf(market, 'bid', 4_900 - 100 * step, 200),
    levelOf(market, 'ask', 5_100 + 100 * step, 200),
  ]),
]

/** The best bid's size changes slightly: enough for a new decision, too little to move an order. */
const touchBatch = (changed: number, round: number): Batch =>
  batchOf(Array.from({ length: changed }, (_, index) => levelOf(MarketIndex.of(index), 'bid', 4_900, 200 + round)))

function batchOf(events: readonly MarketEvent[]): Batch {
  const columns = packEvents(events)
  return {
    now: Timestamp.add(START, 2_000_000),
    wallOffset: 0,
    events: columns,
    from: 0,
    to: columns.length,
    reports: [],
    controls: [],
    timer: false,
  }
}

const marketOf = (index: number): Market => ({
  id: MarketId.of(`market-${index}`),
  index: MarketIndex.of(index),
  question: `question ${index}`,
  group: null,
  tick: Price.of(100),
  sizeDigits: 5,
  minSize: Size.of(10_000),
  minValue: Wei.ONE,
  takerFeeBps: 200,
  trading: 'open',
  endsAt: null,
  rewards: null,
  result: null,
})

const SETTINGS = deskSettings({
  requote: { priceHysteresisTicks: 2, orderLifeSeconds: 600 },
  limits: {
    positionMaxShares: 300,
    openNotionalMaxUsdt: 100_000,
    worstCaseLossMaxUsdt: 1_000,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    inputAgeMaxMs: 60_000,
  },
})
