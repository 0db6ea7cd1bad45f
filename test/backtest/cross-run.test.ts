import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { constantLatency } from '../../backtest/latency.js'
import { createBacktest } from '../../backtest/run.js'
import { loadStrategy } from '../../src/cli/config/load-strategy.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Market } from '../../src/model/market.js'
import { keep, type Quotes } from '../../src/model/quote.js'
import { openByContent, recordedMarkets } from '../../src/recording/open-by-content.js'
import { exchangePushes } from './exchange-pushes.js'
import { type FeedOf, fillWords, type JoinedEnd, joinedRun, TIMER_US } from './joined-run.js'
import { loadChunk } from './load-chunk.js'
import { always, level, optionsOf, strategyOf } from './try-backtest.js'

const SAMPLE = resolve(import.meta.dirname, '../../data/sample/harbour.ndjson.gz')
type Definition = BacktestOptions['assignments'][number]['definition']

const hashOf = (fills: readonly string[]): string => createHash('sha256').update(fills.join('\n')).digest('hex')

let markets: readonly Market[] = []
let moments: readonly (readonly MarketEvent[])[] = []

beforeAll(async () => {
  markets = await recordedMarkets(SAMPLE)
  const read: (readonly MarketEvent[])[] = []
  // Heard as it happens: what delays the feed is the latency of either run, once.
  for await (const moment of openByContent(SAMPLE)) read.push(moment.map(event => ({ ...event, receivedAt: event.at })))
  moments = read
})

/** The recording's own rows. */
const RECORDED: FeedOf = { news: (_core, _now, { played }) => played }

async function simulated(options: BacktestOptions): Promise<Pick<JoinedEnd, 'fills' | 'stateHash'>> {
  const backtest = createBacktest(options)
  backtest.add(await loadChunk(each(moments)))
  const [account] = backtest.finish().accounts
  return {
    fills: (account?.fills ?? []).map(fill => fillWords(fill.at, fill)),
    stateHash: account?.stateHash ?? '',
  }
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
    const { fills, stateHash } = await joinedRun({ moments, options, feed: RECORDED })
    const found = await simulated(options)
    expect(fills.length).toBeGreaterThan(30)
    expect(fills).toEqual(found.fills)
    // Every order, removal and word that came back, with its time, and what they left.
    expect(stateHash).toBe(found.stateHash)
  })
})

// A recording does not hold our orders, an exchange's pushes do, and the desk takes out what it knows of. Two things tell the pushes from the
// recording then. Between the answer to an order and the push that shows it, in whichever order they come, what is ours cannot be told from what
// is not. And what a fill of ours took of the recorded crowd is missing in the exchange's book for as long as the recording shows that level.

/** Quotes around the first touch that it sees, for ever: what it wants does not depend on the book, only on what became of its orders. */
const anchored = (): Definition => {
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

/** The package's own strategy, which follows book and position, by the timer alone. No answer and no push here comes in its very moment. */
async function byTimer(): Promise<Definition> {
  const definition = await loadStrategy('two-sided', '.')
  const startedAt = moments[0]?.[0]?.at ?? 0
  return {
    ...definition,
    create: (parameters, market) => {
      const inner = definition.create(parameters, market)
      return { decide: view => ((view.now - startedAt) % TIMER_US === 0 ? inner.decide(view) : keep()) }
    },
  }
}

interface Compared {
  readonly joined: readonly string[]
  readonly simulated: readonly string[]
}

/** Fills of a bot that finds its own orders in the exchange's pushes, and of one in a backtest, where it does not. */
async function compared(
  definition: () => Definition | Promise<Definition>,
  ms: Parameters<typeof constantLatency>[0],
  crowd: Parameters<typeof exchangePushes>[1],
  changes: Partial<BacktestOptions['settings']['requote']> = {},
): Promise<Compared> {
  const options = async (): Promise<BacktestOptions> => {
    const made = optionsOf(always({}), { markets, latency: constantLatency(ms), terms: { settlementUs: 1_500_000 } })
    const one = await definition()
    const assignments = markets.map(({ index }) => ({ market: index, definition: one, parameters: one.parameters.parse({}) }))
    const requote = { ...made.settings.requote, ...changes }
    return { ...made, settings: { ...made.settings, requote }, assignments }
  }
  const live = await options()
  const { fills: joined } = await joinedRun({
    moments,
    options: { ...live, settings: { ...live.settings, ownInBook: true } },
    feed: exchangePushes(markets, crowd),
  })
  return { joined, simulated: (await simulated(await options())).fills }
}

describe('a bot that finds its own orders in the exchange’s pushes is filled as in a backtest, where it does not,', () => {
  test.each([
    ['answers that come just before the book shows it', { feedMs: 20, entryMs: 50, answerMs: 19 }],
    ['a feed that lags far behind', { feedMs: 200, entryMs: 5, answerMs: 1 }],
  ])('where it does not react to what it sees, with %s', async (_words, ms) => {
    // A side that was refused is tried again with the first turn after its back-off, and turns come at other moments: here it is not.
    const { joined, simulated } = await compared(anchored, ms, 'as it stands', { backoffMs: 3_600_000 })
    expect(simulated.length).toBeGreaterThan(30)
    expect(joined).toEqual(simulated)
  })

  test('where it reacts, but not between an answer and its push, and what it took is given back', async () => {
    const { joined, simulated } = await compared(byTimer, { feedMs: 20, entryMs: 50, answerMs: 19 }, 'as recorded')
    expect(simulated.length).toBeGreaterThan(300)
    expect(joined).toEqual(simulated)
    expect(hashOf(joined)).toBe(hashOf(simulated))
  })

  test('in four fills of five, and by as many shares to a hundredth, where what it took is missing', async () => {
    const { joined, simulated } = await compared(byTimer, { feedMs: 20, entryMs: 50, answerMs: 19 }, 'as it stands')
    const theirs = new Set(simulated)
    expect(joined.filter(fill => theirs.has(fill)).length).toBeGreaterThan(0.8 * simulated.length)
    expect(Math.abs(sharesIn(joined) / sharesIn(simulated) - 1)).toBeLessThan(0.01)
  })
})

/** The fourth of a fill's words. */
const sharesIn = (fills: readonly string[]): number => fills.reduce((sum, fill) => sum + Number(fill.split(' ')[3]), 0)

describe('without latency', () => {
  test('a bot that answers its own orders in the book would never be through with a moment, which is refused', async () => {
    const running = compared(() => loadStrategy('two-sided', '.'), { feedMs: 0, entryMs: 0, answerMs: 0 }, 'as it stands')
    await expect(running).rejects.toThrow(/latency must be above zero/)
  })

  test('a backtest comes to an end though each fill is answered by another take: what is displayed is taken once', async () => {
    const options = optionsOf(
      ({ book }) =>
        book.state === 'live' && book.touch !== null ? book.take('yes', 'buy', level(book.touch.ask / 10_000, 5)) : keep(),
      { markets },
    )
    expect((await simulated(options)).fills.length).toBeGreaterThan(100)
  })
})
