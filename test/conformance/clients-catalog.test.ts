/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { createClient } from '../exchange/server/client.js'
import { start } from '../exchange/server/exchanges.js'

const RAIN = 'Will the northern harbour see rain before the evening ferry?'
const MARKETS = [
  { question: RAIN, title: 'Rain before the ferry', category: { slug: 'harbour-rain', title: 'Harbour rain' } },
  { question: 'Will it snow?', title: 'Snow', category: { slug: 'harbour-rain', title: 'Harbour rain' } },
  { question: 'Will gusts pass twenty metres?', title: 'Gusts above twenty', decimals: 3 as const },
]

describe('what public clients rely on in markets and books', () => {
  it('search: any of several words, best first, with what resolves a title', async () => {
    const client = createClient(await start({ markets: MARKETS }))
    const found = (await client.get('/v1/search?query=FERRY%20RAIN%20HARBOUR')).body.data
    expect(found.markets[0]).toMatchObject({
      question: RAIN,
      categorySlug: expect.any(String),
      status: 'REGISTERED',
      tradingStatus: 'OPEN',
      createdAt: expect.any(String),
    })
    expect(found.categories[0].slug).toContain('harbour-rain')
    expect((await client.get('/v1/search?query=zebra%20gusts')).body.data.markets[0].title).toBe('Gusts above twenty')
  })

  it('titles: unique within a category, also in capitals and without little words', async () => {
    const category = { slug: 'one', title: 'One' }
    for (const [a, b] of [
      ['Rain today', 'rain TODAY'],
      ['The rain of today', 'Rain today'],
    ] as const)
      await expect(start({ markets: [a, b].map(title => ({ question: `${title}?`, title, category })) })).rejects.toThrow(
        RangeError,
      )
  })

  it('non-null: what clients take for granted of markets and outcomes', async () => {
    const client = createClient(await start())
    for (const market of (await client.get('/v1/markets')).body.data) {
      for (const field of ['conditionId', 'title', 'question', 'status', 'categorySlug', 'createdAt'])
        expect([field, typeof market[field]]).toEqual([field, 'string'])
      expect([typeof market.id, typeof market.isNegRisk, typeof market.isYieldBearing]).toEqual([
        'number',
        'boolean',
        'boolean',
      ])
      for (const outcome of market.outcomes)
        expect([outcome.name, outcome.indexSet, outcome.onChainId].map(value => typeof value)).toEqual([
          'string',
          'number',
          'string',
        ])
    }
  })

  it('outcome bestBid, bestAsk: on the outcome’s own side, null where there is none', async () => {
    const exchange = await start()
    const client = createClient(exchange)
    await client.login()
    await client.limit({ market: exchange.market, cents: 42, shares: 10 })
    const [yes, no] = (await client.get(`/v1/markets/${exchange.market}`)).body.data.outcomes
    expect([yes.bestBid, yes.bestAsk]).toEqual([{ price: 0.42, size: 10 }, null])
    expect([no.bestBid, no.bestAsk]).toEqual([null, { price: 0.58, size: 10 }])
  })

  it('numbers in books: without exponent, at most 18 decimals, no size below a millionth', async () => {
    const exchange = await start({ markets: MARKETS, settlementMs: 0 })
    const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    const market = exchange.markets[2]?.id ?? 0
    const price = 10n ** 15n
    const shares = 1_000_000_001n * 10n ** 12n
    await maker.raw({ market, makerAmount: (shares * price) / 10n ** 18n, takerAmount: shares, pricePerShare: price })
    const take = 1_000n * 10n ** 18n
    await taker.raw({
      market,
      outcome: 'no',
      makerAmount: (take * 999n) / 1_000n,
      takerAmount: take,
      pricePerShare: 999n * price,
    })
    const headers = { 'x-api-key': exchange.apiKey }
    const text = await (await fetch(`${exchange.baseUrl}/v1/markets/${market}/orderbook`, { headers })).text()
    expect(text).toContain('"bids":[[0.001,0.000001]]')
    expect(text).not.toMatch(/\de[+-]?\d/)
  })

  it('timeseries/latest: chance where no metric is asked for', async () => {
    const exchange = await start()
    const client = createClient(exchange)
    const path = `/v1/markets/${exchange.market}/timeseries/latest`
    const [plain, chance] = [await client.get(path), await client.get(`${path}?metric=chance`)]
    expect(plain.status).toBe(200)
    expect(plain.body.data.y).toBe(chance.body.data.y)
    expect(Object.keys(plain.body.data).toSorted()).toEqual(['x', 'y'])
  })
})
