import { resolve } from 'node:path'
import { Price, pull, Size, z } from 'oddsmith'
import { combineLatest, debounceTime, map, reactive } from 'oddsmith/reactive'
import { beforeAll, expect, test } from 'vitest'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { constantLatency } from '../../backtest/latency.js'
import type { BacktestResult } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import type { MarketEvent } from '../../src/model/event.js'
import type { Market } from '../../src/model/market.js'
import { openByContent, recordedMarkets } from '../../src/recording/open-by-content.js'
import { strategy as twoSided } from '../../strategies/two-sided.js'
import { loadChunk } from './load-chunk.js'
import { always, optionsOf } from './try-backtest.js'

const SAMPLE = resolve(import.meta.dirname, '../../data/sample/harbour.ndjson.gz')
type Definition = BacktestOptions['assignments'][number]['definition']

/** The maker that comes with the package, as its author would have written it with streams. */
const streamed = reactive({
  name: 'two-sided',
  version: 1,
  watches: 'touch',
  parameters: twoSided.parameters,
  build: ({ books, positions, market, parameters }) => {
    const size = Size.ofShares(parameters.sizeShares)
    const full = Size.ofShares(parameters.positionMaxShares)
    const { tick } = market
    return combineLatest([books, positions]).pipe(
      map(([book, { net }]) => {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { touch } = book
        const load = Math.max(-1, Math.min(1, net / full))
        const fair = touch.microprice - parameters.leanTicks * tick * load
        const half = parameters.halfSpreadTicks * tick
        return book.quote({
          bid: load < 1 ? { price: Price.floor(Math.min(fair - half, touch.ask - tick), tick), size } : null,
          ask: load > -1 ? { price: Price.ceil(Math.max(fair + half, touch.bid + tick), tick), size } : null,
        })
      }),
    )
  },
})

let markets: readonly Market[] = []
const moments: (readonly MarketEvent[])[] = []

beforeAll(async () => {
  markets = await recordedMarkets(SAMPLE)
  for await (const moment of openByContent(SAMPLE)) moments.push(moment)
})

async function accountsOf(definition: Definition): Promise<BacktestResult['accounts']> {
  const options = optionsOf(always({}), {
    markets,
    latency: constantLatency({ feedMs: 5, entryMs: 40, answerMs: 40 }),
    terms: { settlementUs: 1_500_000 },
    models: [pessimistic],
    limits: { positionMaxShares: 150 },
  })
  const parameters = definition.parameters.parse({ leanTicks: 3 })
  const assignments = markets.map(({ index }) => ({ market: index, definition, parameters }))
  const backtest = createBacktest({ ...options, assignments })
  backtest.add(
    await loadChunk(
      (async function* () {
        yield* moments
      })(),
    ),
  )
  return backtest.finish().accounts
}

test('a strategy that is written with decide and the same one written with streams give the same commands', async () => {
  const [one, other] = [await accountsOf(twoSided), await accountsOf(streamed)]
  expect(one.map(({ orders }) => orders.placed).every(placed => placed > 200)).toBe(true)
  expect(other.map(({ orders, fills }) => [orders, fills.length])).toEqual(
    one.map(({ orders, fills }) => [orders, fills.length]),
  )
  expect(other.map(({ stateHash, venueHash }) => [stateHash, venueHash])).toEqual(
    one.map(({ stateHash, venueHash }) => [stateHash, venueHash]),
  )
})

/** Quotes a touch only once it has stood for a while. */
const patient = reactive({
  name: 'patient',
  version: 1,
  watches: 'touch',
  parameters: z.strictObject({ leanTicks: z.number() }),
  build: ({ books, scheduler, market: { tick } }) =>
    books.pipe(
      debounceTime(120, scheduler),
      map(book => {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask } = book.touch
        const size = Size.ofShares(10)
        return book.quote({ bid: { price: Price.floor(bid, tick), size }, ask: { price: Price.ceil(ask, tick), size } })
      }),
    ),
})

test('operators of time give the same result each time', async () => {
  const [one, other] = [await accountsOf(patient), await accountsOf(patient)]
  expect(one.every(({ fills }) => fills.length > 5)).toBe(true)
  expect(other).toEqual(one)
})
