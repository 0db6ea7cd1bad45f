import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { constantLatency } from '../../backtest/latency.js'
import { createBacktest } from '../../backtest/run.js'
import { loadStrategy } from '../../src/cli/load-strategy.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Market } from '../../src/model/market.js'
import { keep, type Quotes } from '../../src/model/quote.js'
import { openRecording, recordedMarkets } from '../../src/recording/open-recording.js'
import { exchangePushes } from './exchange-pushes.js'
import { type FeedOf, fillWords, joinedRun } from './joined-run.js'
import { loadChunk } from './load-chunk.js'
import { always, level, optionsOf, strategyOf } from './try-backtest.js'

const SAMPLE = resolve(import.meta.dirname, '../../data/sample/harbour.ndjson.gz')
const hashOf = (fills: readonly string[]): string => createHash('sha256').update(fills.join('\n')).digest('hex')

let markets: readonly Market[] = []
let moments: readonly (readonly MarketEvent[])[] = []

beforeAll(async () => {
  markets = await recordedMarkets(SAMPLE)
  const read: (readonly MarketEvent[])[] = []
  // Heard as it happens: what delays the feed is the latency of either run, once.
  for await (const moment of openRecording(SAMPLE)) read.push(moment.map(event => ({ ...event, receivedAt: event.at })))
  moments = read
})

/** The recording's own rows. */
const RECORDED: FeedOf = { news: (_core, _now, { played }) => played }

async function backtestFills(options: BacktestOptions): Promise<readonly string[]> {
  const backtest = createBacktest(options)
  backtest.add(await loadChunk(each(moments)))
  const last = moments.at(-1)?.[0]?.at ?? 0
  return (backtest.finish().accounts[0]?.fills ?? []).filter(({ at }) => at <= last).map(fill => fillWords(fill.at, fill))
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}

describe('bot and exchange under a virtual clock, and a backtest of the same recording at the same latency', () => {
  test.each([
    ['no latency at all', { feedMs: 0, entryMs: 0, answerMs: 0 }],
    ['a slow line', { feedMs: 20, entryMs: 50, answerMs: 35 }],
  ])('give the same fills with %s', async (_words, ms) => {
    const definition = await loadStrategy('two-sided', '.')
    const options: BacktestOptions = {
      ...optionsOf(always({}), { markets, latency: constantLatency(ms), terms: { settlementUs: 1_500_000 } }),
      assignments: markets.map(({ index }) => ({ market: index, definition, parameters: definition.parameters.parse({}) })),
    }
    const joined = await joinedRun({ moments, options, feed: RECORDED })
    const simulated = await backtestFills(options)
    expect(simulated.length).toBeGreaterThan(30)
    expect(joined).toEqual(simulated)
    expect(hashOf(joined)).toBe(hashOf(simulated))
  })
})

// Where a push overtakes the answer to an order, nobody can know yet that the size in it is ours. And what a fill of ours took of the recorded
// crowd is missing in the exchange's book, and not in a recording. So here the bot must not answer to what it sees, and the answers come first.

/** Quotes around the first touch that it sees, for ever: what it wants does not depend on the book, only on what became of its orders. */
const anchored = (): BacktestOptions['assignments'][number]['definition'] => {
  const quotes = new Map<number, Quotes>()
  return strategyOf(({ book, market }) => {
    if (book.state !== 'live') return keep()
    const known = quotes.get(market.index)
    if (known !== undefined || book.touch === null) return known ?? keep()
    const { bid, ask } = book.touch
    const levels = (from: number, step: number) => [0, 1, 2].map(rung => level((from + rung * step) / 10_000, 10))
    const made = book.quote({ bid: levels(bid, -market.tick), ask: levels(ask, market.tick) })
    quotes.set(market.index, made)
    return made
  })
}

test.each([
  ['answers that come just before the book shows it', { feedMs: 20, entryMs: 50, answerMs: 19 }],
  ['a feed that lags far behind', { feedMs: 200, entryMs: 5, answerMs: 1 }],
])(
  'a bot that finds its own orders in the exchange’s pushes is filled as in a backtest, where it does not, with %s',
  async (_words, ms) => {
    const options = (): BacktestOptions => {
      const made = optionsOf(always({}), { markets, latency: constantLatency(ms), terms: { settlementUs: 1_500_000 } })
      const definition = anchored()
      return { ...made, assignments: markets.map(({ index }) => ({ market: index, definition, parameters: {} })) }
    }
    const live = options()
    const joined = await joinedRun({
      moments,
      options: { ...live, settings: { ...live.settings, ownInBook: true } },
      feed: exchangePushes(markets),
    })
    const simulated = await backtestFills(options())
    expect(simulated.length).toBeGreaterThan(30)
    expect(joined).toEqual(simulated)
  },
)
