/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { Timestamp } from '../../../../src/model/time.js'
import * as open from '../../../../src/protocol/api/schemas-market.js'
import { operatedExchange } from './operated-exchange.js'

describe('a market whose result the operator finds', () => {
  it('is proposed, disputed and resolved, and tells of it in order', async () => {
    const { operator } = await operatedExchange()
    const [id] = await operator.makes({}, [{ endsAt: null }])
    expect((await operator.tries(`/markets/${id}/dispute`)).status).toBe(400)
    expect(await operator.does(`/markets/${id}/propose`, { yes: 1 })).toMatchObject({ status: 'PRICE_PROPOSED' })
    expect((await operator.tries(`/markets/${id}/propose`, { yes: 0 })).status).toBe(400)
    expect(await operator.does(`/markets/${id}/dispute`)).toMatchObject({ status: 'PRICE_DISPUTED', tradingStatus: 'OPEN' })
    await operator.does(`/markets/${id}/propose`, { yes: 0 })

    const resolved = await operator.does(`/markets/${id}/resolve`, { yes: 0.5 })
    expect(resolved).toMatchObject({
      status: 'RESOLVED',
      tradingStatus: 'CLOSED',
      resolution: null,
      outcomes: [{ status: 'VOIDED' }, { status: 'VOIDED' }],
    })
    const told = resolved.oracleUpdates.map((one: { kind: string; payoutYes: number | null }) => [one.kind, one.payoutYes])
    expect(told).toEqual([
      ['PROPOSED', 1],
      ['DISPUTED', null],
      ['PROPOSED', 0],
      ['RESOLVED', 0.5],
    ])
    open.market.parse(resolved)
    expect((await operator.tries(`/markets/${id}/resolve`, { yes: 1 })).status).toBe(400)
  })

  it('leaves exactly one Yes in a group', async () => {
    const { operator } = await operatedExchange()
    const [a, b, c] = await operator.makes({ isNegRisk: true }, [{}, {}, {}])
    expect((await operator.tries(`/markets/${a}/resolve`, { yes: 0.5 })).status).toBe(400)
    await operator.does(`/markets/${a}/resolve`, { yes: 0 })
    expect((await operator.tries('/categories/group/remove')).body.message).toContain('has to be resolved')
    await operator.does(`/markets/${b}/resolve`, { yes: 1 })

    const category = await operator.does('/categories/group', { title: 'Over' })
    expect(category.status).toBe('RESOLVED')
    expect(category.markets.map(({ id }: { id: number }) => id)).toEqual([a, b, c])
    const statuses = category.markets.map((market: { outcomes: { status: string }[] }) => market.outcomes[0]?.status)
    expect(statuses).toEqual(['LOST', 'WON', 'LOST'])
    expect(category.markets.map((market: { questionIndex: number }) => market.questionIndex)).toEqual([0, 1, 2])
    expect(category.negRiskOnChainId).toMatch(/^0x[0-9a-f]{64}$/)
    const late = await operator.tries('/markets', { categorySlug: 'group', question: 'Too late?' })
    expect(late.body.message).toContain('category group is RESOLVED')
  })

  it('resolves by itself from the feed, where it is on a price', async () => {
    let now = 1_800_000_000
    const { operator, client } = await operatedExchange({ clock: { now: () => Timestamp.ofSeconds(now) }, seed: 3 })
    const [startsAt, endsAt] = [new Date((now + 60) * 1_000).toISOString(), new Date((now + 120) * 1_000).toISOString()]
    const category = { marketVariant: 'CRYPTO_UP_DOWN', resolutionProvider: 'CHAINLINK', startsAt, endsAt }
    const variantData = { type: 'CRYPTO_UP_DOWN', priceFeedProvider: 'PYTH', priceFeedId: '4' }
    const [id] = await operator.makes({ ...category, variantData }, [{}])
    const read = async () => (await client.get(`/v1/markets/${id}`)).body.data
    const until = async (isSo: (row: any) => boolean) => {
      while (!isSo(await read())) await new Promise(resolve => setTimeout(resolve, 20))
      return read()
    }
    expect(await read()).toMatchObject({
      variantData: {
        priceFeedProvider: 'PYTH',
        priceFeedSymbol: 'ETH',
        priceFeedId: expect.stringMatching(/^0xff61/),
        startPrice: null,
        endPrice: null,
      },
      outcomes: [{ name: 'Up' }, { name: 'Down' }],
    })
    now += 61
    const begun = await until(row => row.variantData.startPrice !== null)
    expect(begun).toMatchObject({ status: 'REGISTERED', variantData: { endPrice: null } })
    now += 60
    const { variantData: prices, resolution } = await until(row => row.status === 'RESOLVED')
    expect(resolution.name).toBe(prices.endPrice > prices.startPrice ? 'Up' : 'Down')
    const doge = { ...variantData, priceFeedId: 'doge' }
    const unknown = await operator.tries('/categories', { ...category, slug: 'x', title: 'X', variantData: doge })
    expect(unknown.body.message).toContain('no price feed doge')
  })
})

describe('a category that the operator ends', () => {
  it('is not resolved by results that leave a market out, name one twice, or are none', async () => {
    const { operator } = await operatedExchange()
    const [a] = await operator.makes({}, [{}, {}])
    const [yes, two] = [
      { marketId: a, yes: 1 },
      { marketId: a, yes: 2 },
    ]
    for (const wrong of [{ winner: 9 }, { results: [yes] }, { results: [yes, yes] }, {}, { results: [two] }])
      expect((await operator.tries('/categories/group/resolve', wrong)).status, JSON.stringify(wrong)).toBe(400)
  })

  it('is resolved once, market by market or by its winner', async () => {
    const { operator, client } = await operatedExchange()
    const [a, b] = await operator.makes({}, [{}, {}])
    const results = [
      { marketId: b, yes: 1 },
      { marketId: a, yes: 0.5 },
    ]
    expect((await operator.does('/categories/group/resolve', { results })).status).toBe('RESOLVED')
    expect((await operator.tries('/categories/group/resolve', { winner: a })).status).toBe(400)
    const [, y] = await operator.makes({ slug: 'second', isNegRisk: true }, [{}, {}])
    const second = await operator.does('/categories/second/resolve', { winner: y })
    expect(second.markets.map((market: { resolution: { indexSet: number } }) => market.resolution.indexSet)).toEqual([2, 1])
    expect((await client.get('/v1/categories?status=OPEN')).body.data).toEqual([])
  })

  it('is removed with its markets, once, and takes no further one', async () => {
    const { operator, client } = await operatedExchange()
    await operator.makes({ slug: 'third', isNegRisk: true }, [{}, {}])
    expect(await operator.does('/categories/third/remove')).toMatchObject({
      status: 'REMOVED',
      markets: [{ status: 'REMOVED', tradingStatus: 'CLOSED' }, { status: 'REMOVED' }],
    })
    expect((await operator.tries('/categories/third/remove')).status).toBe(400)
    expect((await operator.tries('/markets', { categorySlug: 'third', question: 'Too late?' })).status).toBe(400)
    expect((await client.get('/v1/categories?status=OPEN')).body.data).toEqual([])
  })
})
