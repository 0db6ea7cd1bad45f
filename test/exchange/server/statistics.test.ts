import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/exchange/server/log/store.js'
import type { OpenExchange } from '../../../src/exchange/server/open-exchange.js'
import { Wei } from '../../../src/model/money.js'
import { wei } from '../core/try-exchange.js'
import { createClient } from './client.js'
import { folder } from './exchanges.js'
import { openInside } from './inside.js'
import { openTrader, type Trader } from './trader.js'

const TWO = ['a', 'b'].map(name => ({
  question: `Will ${name}?`,
  endsInMinutes: null,
  category: { slug: 'two', title: 'Two' },
}))
const DAY_US = 86_400_000_000
const micro = (value: number): number => Math.round(value * 1e6) / 1e6

/** Volume and liquidity of a market from the list of all matches and the book, by their definitions. */
const counted = (inside: OpenExchange, market: number) => {
  const now = inside.writes.sequencer.now()
  const dayAgo = (Math.floor(now / 60_000_000) - 1_439) * 60_000_000
  const sales = inside.writes.sequencer.core.matches().filter(match => match.market === market && match.state === 'settled')
  const volume = (from: number, to: number): number =>
    sales.reduce((sum, { taker, endedAt }) => {
      const isIn = endedAt !== null && endedAt >= from && endedAt < to
      return isIn ? sum + Number((taker?.value ?? 0n) / 10n ** 12n) : sum
    }, 0) / 1e6
  const [bids, asks] = [inside.writes.sequencer.core.levels(market, 'bid'), inside.writes.sequencer.core.levels(market, 'ask')]
  const worth = (levels: typeof bids): number => levels.reduce((sum, { price, size }) => sum + price * size, 0) / 1e10
  const best = asks[0]?.price ?? 0
  return {
    totalLiquidityUsd: micro(worth(bids) + worth(asks)),
    volumeTotalUsd: volume(0, Number.POSITIVE_INFINITY),
    volume24hUsd: volume(dayAgo, Number.POSITIVE_INFINITY),
    liquidity3cAskUsd: micro(worth(asks.filter(({ price }) => price <= best + 300))),
    change: micro(volume(dayAgo, Number.POSITIVE_INFINITY) - volume(dayAgo - DAY_US, dayAgo)),
  }
}

const holdersOf = (inside: OpenExchange, markets: readonly number[]): number =>
  ['ann', 'bob', 'cat'].filter(id =>
    markets.some(market => {
      const held = inside.writes.sequencer.core.account(id)?.holdings.get(market)
      return held !== undefined && held.yes + held.no > 0n
    }),
  ).length

const step = fc.record({
  seconds: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(3_600, 40_000, 86_340, 86_400)),
  account: fc.constantFrom('ann', 'bob', 'cat'),
  market: fc.constantFrom(1_001, 1_002),
  words: fc.tuple(
    fc.constantFrom('buy', 'sell'),
    fc.constantFrom('yes', 'no'),
    fc.integer({ min: 44, max: 56 }),
    fc.integer({ min: 1, max: 90 }),
  ),
})

const perform = (trading: Trader, { account, market, words }: typeof step extends fc.Arbitrary<infer S> ? S : never) =>
  trading.place(account, market, `${words[0]} ${words[1]} ${words[2] / 100} ${words[3]}.123457`)

describe('statistics', () => {
  it('are what the matches, the book and the accounts say, whatever happens and however time passes', async () => {
    let traded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async steps => {
        const core = { settlementUs: 2_000_000, settles: (id: number) => id % 4 !== 0 }
        const { inside, pass, exchange } = await openInside({ markets: TWO, core })
        const trading = await openTrader(inside)
        for (const account of ['ann', 'bob'])
          for (const market of [1_001, 1_002]) await trading.do({ kind: 'split', account, market, shares: wei('500') })
        for (const one of steps) {
          pass(one.seconds)
          await perform(trading, one)
        }
        for (const market of [1_001, 1_002]) {
          const { change, ...expected } = counted(inside, market)
          expect(inside.reads.markets.statistics.market(market)).toEqual(expected)
          traded += expected.volumeTotalUsd - expected.volume24hUsd
          expect(inside.reads.markets.statistics.volumeChange(market)).toBeCloseTo(change, 6)
        }
        const { holdersCount, volumeTotalUsd } = inside.reads.markets.statistics.category({ marketIds: [1_001, 1_002] })
        expect(holdersCount).toBe(holdersOf(inside, [1_001, 1_002]))
        expect(volumeTotalUsd).toBeCloseTo(counted(inside, 1_001).volumeTotalUsd + counted(inside, 1_002).volumeTotalUsd, 6)
        await exchange.close()
      }),
      { seed: 44, numRuns: 25 },
    )
    expect(traded).toBeGreaterThan(1_000)
  })

  it('and the series come back from a snapshot and from the log as they were, minute for minute, also without a read in between', async () => {
    const data = folder()
    const core = { settlementUs: 2_000_000 }
    const before = await openInside({ data, markets: TWO, core, keepsLog: true })
    const trading = await openTrader(before.inside)
    const steps = fc.sample(step, { seed: 45, numRuns: 120 })
    for (const one of steps) {
      before.pass(one.seconds)
      const short = { expiresAt: (before.inside.writes.sequencer.now() + 90_000_000) as never }
      if (one.seconds % 3 === 0) await perform(trading, one)
      else await trading.place(one.account, one.market, `buy ${one.words[1]} ${one.words[2] / 100} 50`, short)
    }
    const now = before.inside.writes.sequencer.now() / 1_000_000
    const told = (inside: OpenExchange) =>
      [1_001, 1_002].map(market => ({
        stats: inside.reads.markets.statistics.market(market),
        chance: [inside.reads.markets.statistics.chance(market), inside.reads.markets.statistics.chanceChange(market)],
        series: (['chance', 'volume', 'liquidity'] as const).map(metric =>
          inside.reads.markets.statistics.series(market, metric)?.save(),
        ),
      }))
    const expected = structuredClone(told(before.inside))
    await before.exchange.close()
    const fromSnapshot = await openInside({ data, core, now, keepsLog: true })
    expect(told(fromSnapshot.inside)).toEqual(expected)
    await fromSnapshot.exchange.close()
    const store = openStore(data)
    for (const seq of store.snapshots()) store.drop(seq)
    store.close()
    const fromLog = await openInside({ data, core, now })
    expect(told(fromLog.inside)).toEqual(expected)
    await fromLog.exchange.close()
  })

  it('say how likely Yes is: by the book, by the last sale where the book is wide, by the result', async () => {
    const { inside, market, pass } = await openInside({ core: { settlementUs: 0 } })
    const trading = await openTrader(inside)
    const chance = (): number => inside.reads.markets.statistics.chance(market)
    expect(chance()).toBe(50)
    await trading.place('ann', market, 'buy yes 0.6 10')
    expect(chance()).toBe(60)
    await trading.place('ann', market, 'buy no 0.1 10')
    expect(chance()).toBe(75)
    await trading.place('bob', market, 'buy no 0.4 4')
    expect(chance()).toBe(60)
    await trading.place('bob', market, 'buy no 0.35 10')
    expect(chance()).toBe(62.5)
    pass(86_460)
    await trading.place('bob', market, 'buy yes 0.61 10')
    expect([chance(), inside.reads.markets.statistics.chanceChange(market)]).toEqual([63, 0.5])
    await trading.do({ kind: 'resolve', market, yes: 1 })
    expect([chance(), inside.reads.markets.statistics.chanceChange(market)]).toEqual([100, 37.5])
  })

  it('are answered under both paths, in rows on request, and for a category by its number', async () => {
    const { inside, exchange, pass } = await openInside({ markets: TWO, core: { settlementUs: 0 } })
    const trading = await openTrader(inside)
    await trading.trade(1_001, '0.62', '100')
    await trading.trade(1_002, '0.5', '10')
    await trading.place('ann', 1_001, 'buy no 0.3 10')
    const client = createClient(exchange)
    const stats = { totalLiquidityUsd: 7, volumeTotalUsd: 62, volume24hUsd: 62, liquidity3cAskUsd: 7 }
    for (const path of ['stats', 'statistics'])
      expect((await client.get(`/v1/markets/1001/${path}`)).body).toEqual({ success: true, data: stats })
    expect((await client.get('/v1/markets/1001')).body.data.stats).toBeNull()
    expect((await client.get('/v1/markets/1001?includeStats=true')).body.data.stats).toEqual(stats)
    const category = (await client.get('/v1/categories?includeStats=true')).body.data[0]
    expect(category.stats).toEqual({ totalLiquidityUsd: 7, volumeTotalUsd: 67, volume24hUsd: 67, holdersCount: 2 })
    expect(category.markets[0].stats.volumeTotalUsd).toBe(62)
    expect((await client.get(`/v1/categories/${category.slug}?includeStats=true`)).body.data.stats).toEqual(category.stats)
    pass(86_400)
    const later = (await client.get(`/v1/categories/${category.id}/stats`)).body.data
    expect(later).toEqual({ ...category.stats, volume24hUsd: 0 })
    for (const path of [
      '/v1/markets/9/stats',
      '/v1/categories/9/stats',
      '/v1/markets/9/last-sale',
      '/v1/markets/9/timeseries/latest',
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404])
  })

  it('tell the last sale that was settled, on its taker’s own outcome', async () => {
    const { inside, exchange, market, pass } = await openInside({ core: { settlementUs: 5_000_000 } })
    const trading = await openTrader(inside)
    const client = createClient(exchange)
    const last = async () => (await client.get(`/v1/markets/${market}/last-sale`)).body.data
    expect(await last()).toBeNull()
    await trading.place('ann', market, 'buy yes 0.6 10')
    await trading.place('bob', market, 'buy no 0.5 10')
    expect(await last()).toBeNull()
    pass(5)
    await trading.place('cat', market, 'buy yes 0.1 10')
    expect(await last()).toEqual({ quoteType: 'Bid', outcome: 'No', priceInCurrency: '0.4', strategy: 'LIMIT' })
    await trading.place('cat', market, 'buy yes 0.2 5')
    await trading.place('ann', market, 'sell yes 0 6', { strategy: 'MARKET', limit: Wei.of(1n), shares: wei('6') })
    pass(5)
    await trading.place('cat', market, 'buy yes 0.05 20')
    expect(await last()).toMatchObject({
      quoteType: 'Ask',
      outcome: 'Yes',
      strategy: 'MARKET',
      priceInCurrency: '0.183333333333333333',
    })
  })

  it('cost microseconds an event', async () => {
    const { inside, market } = await openInside({ core: { settlementUs: 0 } })
    const trading = await openTrader(inside)
    for (let cent = 1; cent <= 60; cent++)
      await trading.place('ann', market, `buy ${cent <= 30 ? 'yes' : 'no'} ${((cent % 31) + 10) / 100} 10`)
    await trading.trade(market, '0.45', '100')
    const match = inside.writes.sequencer.core.matches().at(-1)
    expect(match).toBeDefined()
    if (match === undefined) return
    const rounds = 20_000
    const started = process.cpuUsage()
    for (let round = 0; round < rounds; round++) {
      inside.reads.markets.statistics.see?.({ at: (match.at + round * 1_000_000) as never, kind: 'settled', match })
      inside.reads.markets.statistics.see?.({ at: (match.at + round * 1_000_000) as never, kind: 'book', market })
    }
    const { user, system } = process.cpuUsage(started)
    // Of this process alone, whatever else the machine does; a few are usual.
    expect((user + system) / rounds).toBeLessThan(50)
  })
})
