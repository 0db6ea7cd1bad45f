import { describe, expect, it } from 'vitest'
import * as open from '../../../../src/protocol/api/schemas-market.js'
import { start } from '../exchanges.js'
import { openStream } from '../stream.js'
import { FAR, HASH, ROVERS, SPORT, UNITED } from './described.js'
import { operatedExchange } from './operated-exchange.js'

describe('an operator that makes a market', () => {
  it('finds each field of its category as it was said', async () => {
    const { operator, client } = await operatedExchange()
    const said = {
      slug: 'cup-final',
      title: 'Cup final',
      shortTitle: 'Final',
      description: 'The last game of the cup.',
      imageUrl: 'https://example.invalid/final.png',
      isNegRisk: true,
      isYieldBearing: true,
      isVisible: false,
      marketVariant: 'SPORTS_MATCH',
      variantData: null,
      variantDetails: { sports: { provider: 'league', team: null, line: null, gameId: 'g-1' } },
      negRiskOnChainId: HASH,
      parentSlug: 'cup',
      resolutionProvider: 'THREE_PO',
      publishedAt: '2030-01-01T00:00:00.000Z',
      startsAt: '2030-01-02T00:00:00.000Z',
      endsAt: FAR,
      teams: [ROVERS, UNITED],
      tags: [SPORT],
    }
    const answer = await operator.tries('/categories', said)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({ ...said, status: 'OPEN', stats: null, markets: [] })
    open.category.parse(answer.body.data)
    expect((await client.get('/v1/categories/cup-final')).body.data).toEqual(answer.body.data)
    expect((await client.get('/v1/tags')).body.data).toEqual([SPORT])
  })

  it('finds each field of the market as it was said', async () => {
    const { operator, client } = await operatedExchange()
    const cup = { slug: 'cup', title: 'Cup', isNegRisk: true, tags: [SPORT], marketVariant: 'SPORTS_MATCH' }
    await operator.does('/categories', cup)
    const sports = { provider: 'league', team: null, line: 1.5, gameId: 'g-1' }
    const said = {
      question: 'Will the Rovers win?',
      title: 'Rovers win',
      description: 'After ninety minutes.',
      imageUrl: 'https://example.invalid/rovers.png',
      isVisible: false,
      conditionId: HASH,
      oracleQuestionId: HASH,
      resolverAddress: `0x${'1'.repeat(40)}`,
      questionIndex: 4,
      pointAllocationBps: 250,
      polymarketConditionIds: [HASH],
      kalshiMarketTicker: 'CUP-26-HAR',
      marketVariant: 'SPORTS_TEAM_MATCH',
      marketType: 'SPORTS_MONEYLINE',
      variantDetails: { sports },
      team: ROVERS,
      decimalPrecision: 3,
      feeRateBps: 150,
    }
    const outcomes = [
      { name: ROVERS.name, team: ROVERS, variantDetails: { sports } },
      { name: UNITED.name, team: UNITED, variantDetails: null },
    ]
    const rewards = {
      spreadThreshold: 0.04,
      shareThreshold: 50,
      schedule: [
        { hourlyRate: 30, startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2035-01-01T00:00:00.000Z' },
        { hourlyRate: 7.5, startsAt: '2035-01-01T00:00:00.000Z', endsAt: '2036-01-01T00:00:00.000Z' },
      ],
      boost: { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2035-01-01T00:00:00.000Z', multiplier: 2 },
    }
    const body = { ...said, categorySlug: 'cup', outcomes, rewards, endsAt: FAR, tradingStatus: 'MATCHING_NOT_ENABLED' }
    const answer = await operator.tries('/markets', body)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({
      ...said,
      outcomes: outcomes.map((outcome, index) => ({ ...outcome, indexSet: index + 1, status: null })),
      categorySlug: 'cup',
      venueOneConditionIds: [HASH],
      venueTwoMarketTicker: 'CUP-26-HAR',
      tradingStatus: 'MATCHING_NOT_ENABLED',
      status: 'REGISTERED',
      isNegRisk: true,
      makerFeeBps: 0,
      spreadThreshold: 0.04,
      shareThreshold: 50,
      isBoosted: true,
      boostStartsAt: rewards.boost.startsAt,
      boostEndsAt: rewards.boost.endsAt,
      rewards: { current: { ...rewards.schedule[0], hourlyRate: 60 }, schedule: [rewards.schedule[1]] },
      resolution: null,
      oracleUpdates: [],
      bulletinBoardUpdates: [],
    })
    open.market.parse(answer.body.data)
    expect((await client.get(`/v1/markets/${answer.body.data.id}`)).body.data).toEqual(answer.body.data)
    expect((await client.get('/v1/categories/cup')).body.data).toMatchObject({
      endsAt: FAR,
      markets: [{ id: answer.body.data.id }],
    })
  })

  it('sees orders taken at once, on the contracts of its kind', async () => {
    const { operator, client } = await operatedExchange()
    const kinds = [0, 1, 2, 3].map(kind => ({ slug: `kind-${kind}`, isNegRisk: kind % 2 === 1, isYieldBearing: kind >= 2 }))
    await client.login()
    for (const kind of kinds) {
      const [market = 0] = await operator.makes(kind, [{}])
      expect((await client.limit({ market, cents: 40, shares: 10 })).status).toBe(201)
    }
  })
})

describe('an operator that words a market again', () => {
  it('changes each word of the market, and clients hear of it', async () => {
    const { exchange, operator } = await operatedExchange()
    const [id] = await operator.makes({ tags: [SPORT] }, [{ title: 'Before', endsAt: null }])
    const stream = await openStream(exchange)
    await stream.subscribe(`predictMarketChanged/${id}`)
    const outcomes = [
      { name: 'Rovers', team: ROVERS },
      { name: 'United', team: null },
    ]
    const changed = await operator.does(`/markets/${id}`, {
      title: 'After',
      isVisible: false,
      outcomes: [outcomes[0], { name: 'United' }],
      kalshiMarketTicker: 'X',
    })
    const after = { title: 'After', question: 'Number 0?', isVisible: false, kalshiMarketTicker: 'X', outcomes }
    expect(changed).toMatchObject(after)
    expect((await stream.hear(message => message.data?.kind === 'marketChanged')).data.marketId).toBe(id)
  })

  it('changes each word of the category, those of its tags in other categories too, and clients hear of it', async () => {
    const { exchange, operator, client } = await operatedExchange()
    const [id] = await operator.makes({ tags: [SPORT] }, [{ title: 'After', endsAt: null }])
    await operator.does('/categories', { slug: 'other', title: 'Other', tags: [SPORT] })
    const stream = await openStream(exchange)
    await stream.subscribe(`predictCategoryChanged/${(await client.get('/v1/categories/group')).body.data.id}`)
    const tags = [{ ...SPORT, name: 'Sports' }]
    const category = await operator.does('/categories/group', { title: 'Told again', endsAt: FAR, tags })
    expect(category).toMatchObject({ title: 'Told again', endsAt: FAR, markets: [{ id, title: 'After' }] })
    expect((await stream.hear(message => message.data?.kind === 'categoryChanged')).data).toMatchObject({ slug: 'group' })
    expect((await client.get('/v1/categories/other')).body.data.tags).toEqual(tags)
  })

  it('posts a clarification on its board', async () => {
    const { operator } = await operatedExchange()
    const [id] = await operator.makes({}, [{}])
    const { bulletinBoardUpdates } = await operator.does(`/markets/${id}/bulletins`, { title: 'Overtime', text: 'Counts.' })
    expect(bulletinBoardUpdates).toEqual([{ id: `${id}-1`, title: 'Overtime', text: 'Counts.', createdAt: expect.any(String) }])
  })

  it('cannot give it a name that clients would take for the name of another', async () => {
    const { operator } = await operatedExchange()
    await operator.makes({ slug: 'lake' }, [{ title: 'Will the Rovers win?' }, { title: 'Rovers lose' }])
    const taken = await operator.tries('/markets', { categorySlug: 'lake', question: 'Q?', title: 'ROVERS: win' })
    expect(taken.body).toMatchObject({ code: 400, message: expect.stringContaining('clients would take it for market 1001') })
    await operator.does('/categories', { slug: 'lake-rovers', title: 'Apart' })
    expect((await operator.tries('/markets', { categorySlug: 'lake-rovers', question: 'Q?', title: 'Win' })).status).toBe(400)
    expect((await operator.tries('/markets/1002', { title: 'The Rovers win' })).status).toBe(400)
    expect((await operator.tries('/markets/1001', { title: 'Rovers win' })).status).toBe(200)
    await expect(
      start({
        markets: [
          { question: 'A?', category: { slug: 'x', title: 'X' } },
          { question: 'a', category: { slug: 'x', title: 'X' } },
        ],
      }),
    ).rejects.toThrow('two markets would be called')
  })
})
