/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isLoopback } from '../../../src/exchange/server/auth/admit-operators.js'
import { Timestamp } from '../../../src/model/time.js'
import { OPERATOR_OPERATIONS } from '../../../src/protocol/api/operations-operator.js'
import * as open from '../../../src/protocol/api/schemas-market.js'
import * as words from '../../../src/protocol/api/schemas-words.js'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'
import { createOperator } from './operator-client.js'
import { openStream } from './stream.js'

const ONE = 10n ** 18n
const TEAM = { id: 7, name: 'Harbour Rovers', abbreviation: 'HAR', alias: 'Rovers', league: 'Coast', imageUrl: null }
const OTHER = { ...TEAM, id: 8, name: 'Lake United', abbreviation: 'LAK', alias: null }
const TAG = { id: '9', name: 'Sport', level: 1, parentId: null, makerRebateBps: 100 }
const HASH = `0x${'ab'.repeat(32)}`
const ENUMERATIONS = {
  categoryStatus: words.categoryStatus,
  resolutionProvider: words.resolutionProvider,
  marketVariant: words.marketVariant,
  marketStatus: words.marketStatus,
  tradingStatus: words.tradingStatus,
  marketType: words.marketType,
  priceFeedProvider: words.priceFeedProvider,
  outcomeStatus: words.outcomeStatus,
}
const FAR = '2040-01-01T00:00:00.000Z'

/** An exchange without markets, with its operator and a reader. */
const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const exchange = await start({ markets: [], settlementMs: 0, ...options })
  return { exchange, operator: createOperator(exchange), client: createClient(exchange) }
}

/** A category and some markets in it, by their numbers. */
const group = async (operator: ReturnType<typeof createOperator>, category: object, markets: readonly object[]) => {
  const { slug } = await operator.done('/categories', { slug: 'group', title: 'Group', ...category })
  const ids: number[] = []
  for (const [index, market] of markets.entries())
    ids.push((await operator.done('/markets', { categorySlug: slug, question: `Number ${index}?`, ...market })).id)
  return ids
}

describe('the door of the operator’s side', () => {
  it('opens to the token alone, whatever else is sent', async () => {
    const { exchange, operator } = await opened()
    expect(exchange.adminToken).toMatch(/^[0-9a-f]{64}$/)
    expect((await operator.get('/accounts')).status).toBe(200)
    for (const token of ['', 'x', exchange.apiKey, exchange.adminToken.slice(1), `${exchange.adminToken}0`])
      for (const path of ['/accounts', '/none'])
        expect((await createOperator(exchange, token).get(path)).body).toMatchObject({ code: 401, error: 'unauthorized' })
    expect((await operator.get('/none')).body).toMatchObject({ code: 404, error: 'not_found' })
  })

  it('keeps its token with the data, unless another is chosen', async () => {
    const data = folder()
    const first = await start({ data })
    await first.close()
    const second = await start({ data })
    expect(second.adminToken).toBe(first.adminToken)
    await second.close()
    const third = await start({ data, adminToken: 'chosen' })
    expect((await createOperator(third, 'chosen').get('/accounts')).status).toBe(200)
    expect((await createOperator(third, first.adminToken).get('/accounts')).status).toBe(401)
  })

  it('does not open to another machine, not even with the token', async () => {
    for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) expect(isLoopback(own)).toBe(true)
    for (const other of ['10.0.0.1', '::ffff:10.0.0.1', '192.168.127.1', '::2', 'unknown', '1127.0.0.1', '127.0.0.1.evil'])
      expect(isLoopback(other)).toBe(false)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find(one => one !== undefined && !one.internal && one.family === 'IPv4')
    if (outside === undefined) return
    const exchange = await start({ host: '0.0.0.0' })
    const { port } = new URL(exchange.baseUrl)
    const headers = { 'x-admin-token': exchange.adminToken }
    const from = async (host: string) => (await fetch(`http://${host}:${port}/admin/accounts`, { headers })).status
    expect([await from(outside.address), await from('127.0.0.1')]).toEqual([401, 200])
  })
})

describe('what the operator makes', () => {
  it('is a category with every field, as it was said', async () => {
    const { operator, client } = await opened()
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
      teams: [TEAM, OTHER],
      tags: [TAG],
    }
    const answer = await operator.post('/categories', said)
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({ ...said, status: 'OPEN', stats: null, markets: [] })
    open.category.parse(answer.body.data)
    expect((await client.get('/v1/categories/cup-final')).body.data).toEqual(answer.body.data)
    expect((await client.get('/v1/tags')).body.data).toEqual([TAG])
  })

  it('is a market with every field, as it was said', async () => {
    const { operator, client } = await opened()
    await operator.done('/categories', {
      slug: 'cup',
      title: 'Cup',
      isNegRisk: true,
      tags: [TAG],
      marketVariant: 'SPORTS_MATCH',
    })
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
      team: TEAM,
      decimalPrecision: 3,
      feeRateBps: 150,
    }
    const outcomes = [
      { name: TEAM.name, team: TEAM, variantDetails: { sports } },
      { name: OTHER.name, team: OTHER, variantDetails: null },
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
    const answer = await operator.post('/markets', body)
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

  it('takes orders at once, on the contracts of its kind', async () => {
    const { operator, client } = await opened()
    const kinds = [0, 1, 2, 3].map(kind => ({ slug: `kind-${kind}`, isNegRisk: kind % 2 === 1, isYieldBearing: kind >= 2 }))
    await client.login()
    for (const kind of kinds) {
      const [market = 0] = await group(operator, kind, [{}])
      expect((await client.limit({ market, cents: 40, shares: 10 })).status).toBe(201)
    }
  })

  it('can be changed in every word, and clients are told', async () => {
    const { exchange, operator, client } = await opened()
    const [id] = await group(operator, { tags: [TAG] }, [{ title: 'Before', endsAt: null }])
    const stream = await openStream(exchange)
    const { id: categoryId } = (await client.get('/v1/categories/group')).body.data
    for (const topic of [`predictMarketChanged/${id}`, `predictCategoryChanged/${categoryId}`]) await stream.subscribe(topic)
    await operator.done('/categories', { slug: 'other', title: 'Other', tags: [TAG] })
    const changed = await operator.done(`/markets/${id}`, {
      title: 'After',
      isVisible: false,
      outcomes: [{ name: 'Rovers', team: TEAM }, { name: 'United' }],
      kalshiMarketTicker: 'X',
    })
    expect(changed).toMatchObject({
      title: 'After',
      question: 'Number 0?',
      isVisible: false,
      kalshiMarketTicker: 'X',
      outcomes: [
        { name: 'Rovers', team: TEAM },
        { name: 'United', team: null },
      ],
    })
    const category = await operator.done('/categories/group', {
      title: 'Told again',
      endsAt: FAR,
      tags: [{ ...TAG, name: 'Sports' }],
    })
    expect(category).toMatchObject({ title: 'Told again', endsAt: FAR, markets: [{ id, title: 'After' }] })
    expect((await stream.hear(message => message.data?.kind === 'marketChanged')).data.marketId).toBe(id)
    expect((await stream.hear(message => message.data?.kind === 'categoryChanged')).data).toMatchObject({ slug: 'group' })
    expect((await client.get('/v1/categories/other')).body.data.tags).toEqual([{ ...TAG, name: 'Sports' }])
    const notes = await operator.done(`/markets/${id}/bulletins`, { title: 'Overtime', text: 'Counts.' })
    expect(notes.bulletinBoardUpdates).toEqual([
      { id: `${id}-1`, title: 'Overtime', text: 'Counts.', createdAt: expect.any(String) },
    ])
  })

  it('has no two names that clients would take for one', async () => {
    const { operator } = await opened()
    await group(operator, { slug: 'lake' }, [{ title: 'Will the Rovers win?' }, { title: 'Rovers lose' }])
    const taken = await operator.post('/markets', { categorySlug: 'lake', question: 'Q?', title: 'ROVERS: win' })
    expect(taken.body).toMatchObject({ code: 400, message: expect.stringContaining('clients would take it for market 1001') })
    await operator.done('/categories', { slug: 'lake-rovers', title: 'Apart' })
    expect((await operator.post('/markets', { categorySlug: 'lake-rovers', question: 'Q?', title: 'Win' })).status).toBe(400)
    expect((await operator.post('/markets/1002', { title: 'The Rovers win' })).status).toBe(400)
    expect((await operator.post('/markets/1001', { title: 'Rovers win' })).status).toBe(200)
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

describe('the states that the operator sets', () => {
  it('propose, dispute and resolve, and the market tells it in order', async () => {
    const { operator } = await opened()
    const [id] = await group(operator, {}, [{ endsAt: null }])
    expect((await operator.post(`/markets/${id}/dispute`)).status).toBe(400)
    expect(await operator.done(`/markets/${id}/propose`, { yes: 1 })).toMatchObject({ status: 'PRICE_PROPOSED' })
    expect((await operator.post(`/markets/${id}/propose`, { yes: 0 })).status).toBe(400)
    expect(await operator.done(`/markets/${id}/dispute`)).toMatchObject({ status: 'PRICE_DISPUTED', tradingStatus: 'OPEN' })
    await operator.done(`/markets/${id}/propose`, { yes: 0 })
    const resolved = await operator.done(`/markets/${id}/resolve`, { yes: 0.5 })
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
    expect((await operator.post(`/markets/${id}/resolve`, { yes: 1 })).status).toBe(400)
  })

  it('pause and let go on, hold matching, close, move the end and the tick', async () => {
    let now = 1_800_000_000
    const { operator, client } = await opened({ clock: { now: () => Timestamp.ofSeconds(now) } })
    await client.login()
    const [market = 0] = await group(operator, {}, [{ endsAt: '2040-01-01T00:00:00Z' }])
    const limit = (cents: number) => client.limit({ market, cents, shares: 10 })
    const set = (tradingStatus: string) => operator.done(`/markets/${market}/trading`, { tradingStatus })
    expect(await operator.done(`/markets/${market}/status`, { status: 'PAUSED' })).toMatchObject({
      status: 'PAUSED',
      tradingStatus: 'CANCEL_ONLY',
    })
    expect((await limit(40)).body.error).toBe('create_order_market_not_trading')
    expect(await operator.done(`/markets/${market}/status`, { status: 'UNPAUSED' })).toMatchObject({
      status: 'UNPAUSED',
      tradingStatus: 'OPEN',
    })
    expect((await set('MATCHING_NOT_ENABLED')).tradingStatus).toBe('MATCHING_NOT_ENABLED')
    expect((await limit(40)).status).toBe(201)
    expect((await set('CANCEL_ONLY')).tradingStatus).toBe('CANCEL_ONLY')
    await set('OPEN')
    expect((await operator.done(`/markets/${market}/tick`, { decimalPrecision: 3 })).decimalPrecision).toBe(3)
    const fine = { makerAmount: 4_010_000_000_000_000_000n, takerAmount: 10n * ONE, pricePerShare: 401_000_000_000_000_000n }
    expect((await client.raw({ market, ...fine })).status).toBe(201)
    const sooner = new Date((now + 60) * 1_000).toISOString()
    await operator.done(`/markets/${market}/end`, { endsAt: sooner })
    expect((await client.get('/v1/categories/group')).body.data.endsAt).toBe(sooner)
    now += 61
    expect((await limit(40)).body.error).toBe('create_order_market_not_trading')
    expect((await operator.post(`/markets/${market}/trading`, { tradingStatus: 'OPEN' })).status).toBe(400)
    expect(await operator.done(`/markets/${market}/end`, { endsAt: null })).toMatchObject({ tradingStatus: 'CLOSED' })
    expect((await set('OPEN')).tradingStatus).toBe('OPEN')
    expect((await operator.post(`/markets/${market}/status`, { status: 'REMOVED' })).body.data).toMatchObject({
      status: 'REMOVED',
    })
    expect((await operator.post(`/markets/${market}/end`, { endsAt: FAR })).status).toBe(400)
  })

  it('leave exactly one Yes in a group', async () => {
    const { operator } = await opened()
    const [a, b, c] = await group(operator, { isNegRisk: true }, [{}, {}, {}])
    expect((await operator.post(`/markets/${a}/resolve`, { yes: 0.5 })).status).toBe(400)
    await operator.done(`/markets/${a}/resolve`, { yes: 0 })
    expect((await operator.post('/categories/group/remove')).body.message).toContain('has to be resolved')
    await operator.done(`/markets/${b}/resolve`, { yes: 1 })
    const category = await operator.done('/categories/group', { title: 'Over' })
    expect(category.status).toBe('RESOLVED')
    const statuses = category.markets.map((market: { outcomes: { status: string }[] }) => market.outcomes[0]?.status)
    expect(statuses).toEqual(['LOST', 'WON', 'LOST'])
    expect(category.markets.map((market: { questionIndex: number }) => market.questionIndex)).toEqual([0, 1, 2])
    expect([category.negRiskOnChainId, c]).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/), expect.any(Number)])
    const late = await operator.post('/markets', { categorySlug: 'group', question: 'Too late?' })
    expect(late.body.message).toContain('category group is RESOLVED')
  })

  it('resolve a whole category, or remove it', async () => {
    const { operator, client } = await opened()
    const [a, b] = await group(operator, {}, [{}, {}])
    for (const wrong of [
      { winner: 9 },
      { results: [{ marketId: a, yes: 1 }] },
      {
        results: [
          { marketId: a, yes: 1 },
          { marketId: a, yes: 1 },
        ],
      },
      {},
      { results: [{ marketId: a, yes: 2 }] },
    ])
      expect((await operator.post('/categories/group/resolve', wrong)).status).toBe(400)
    const results = [
      { marketId: b, yes: 1 },
      { marketId: a, yes: 0.5 },
    ]
    expect((await operator.done('/categories/group/resolve', { results })).status).toBe('RESOLVED')
    expect((await operator.post('/categories/group/resolve', { winner: a })).status).toBe(400)
    const [x, y] = await group(operator, { slug: 'second', isNegRisk: true }, [{}, {}])
    const second = await operator.done('/categories/second/resolve', { winner: y })
    expect(second.markets.map((market: { resolution: { indexSet: number } }) => market.resolution.indexSet)).toEqual([2, 1])
    await group(operator, { slug: 'third', isNegRisk: true }, [{}, {}])
    const third = await operator.done('/categories/third/remove')
    expect(third).toMatchObject({
      status: 'REMOVED',
      markets: [{ status: 'REMOVED', tradingStatus: 'CLOSED' }, { status: 'REMOVED' }],
    })
    expect((await operator.post('/categories/third/remove')).status).toBe(400)
    expect((await operator.post('/markets', { categorySlug: 'third', question: 'Too late?' })).status).toBe(400)
    expect((await client.get('/v1/categories?status=OPEN')).body.data).toEqual([])
    expect(x).toBeDefined()
  })

  it('pay makers as said', async () => {
    const { operator } = await opened()
    const [id] = await group(operator, {}, [{}])
    const schedule = [{ hourlyRate: 12, startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR }]
    const set = (body: object) => operator.done(`/markets/${id}/rewards`, body)
    expect(await set({ schedule })).toMatchObject({
      spreadThreshold: 0.06,
      isBoosted: false,
      rewards: { current: schedule[0], schedule: [] },
    })
    const boost = { startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR, multiplier: 3 }
    expect(await set({ boost, shareThreshold: 20 })).toMatchObject({
      shareThreshold: 20,
      isBoosted: true,
      rewards: { current: { hourlyRate: 36 } },
    })
    expect(await set({ boost: null, schedule: [] })).toMatchObject({
      isBoosted: false,
      boostStartsAt: null,
      rewards: { current: null },
    })
    const twice = await operator.post(`/markets/${id}/rewards`, { schedule: [...schedule, ...schedule] })
    expect(twice.body).toMatchObject({ code: 400, message: expect.stringContaining('overlap') })
  })
})

describe('a market on a price', () => {
  it('that the operator makes resolves by itself from the feed', async () => {
    let now = 1_800_000_000
    const { operator, client } = await opened({ clock: { now: () => Timestamp.ofSeconds(now) }, seed: 3 })
    const [startsAt, endsAt] = [new Date((now + 60) * 1_000).toISOString(), new Date((now + 120) * 1_000).toISOString()]
    const category = { marketVariant: 'CRYPTO_UP_DOWN', resolutionProvider: 'CHAINLINK', startsAt, endsAt }
    const variantData = { type: 'CRYPTO_UP_DOWN', priceFeedProvider: 'PYTH', priceFeedId: '4' }
    const [id] = await group(operator, { ...category, variantData }, [{}])
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
    const unknown = await operator.post('/categories', {
      ...category,
      slug: 'x',
      title: 'X',
      variantData: { ...variantData, priceFeedId: 'doge' },
    })
    expect(unknown.body.message).toContain('no price feed doge')
  })
})

describe('the accounts that the operator cares for', () => {
  it('get money, pairs, approvals and a discount, and show it', async () => {
    const { exchange, operator } = await opened()
    const [id = 0] = await group(operator, {}, [{}])
    const address = `0x${'Ab'.repeat(20)}`
    const on = (what: string, body: object) => operator.done(`/accounts/${address}/${what}`, body)
    expect(await on('fund', { usdt: '100.5' })).toMatchObject({
      address: address.toLowerCase(),
      cash: String((201n * ONE) / 2n),
    })
    expect((await on('fund', { usdt: '-0.5' })).cash).toBe(String(100n * ONE))
    expect((await on('pairs', { marketId: id, shares: '40' })).holdings).toMatchObject([
      { marketId: id, yes: String(40n * ONE), no: String(40n * ONE) },
    ])
    expect(await on('pairs', { marketId: id, shares: '-15' })).toMatchObject({
      cash: String(75n * ONE),
      holdings: [{ yes: String(25n * ONE) }],
    })
    expect(await on('approve', { cash: true, shares: false })).toMatchObject({ isCashApproved: true, isSharesApproved: false })
    expect((await on('discount', { bps: 1_000 })).feeDiscountBps).toBe(1_000)
    expect((await on('yield', {})).cash).toBe(String(75n * ONE))
    expect(await on('profile', { name: ' Ann ' })).toMatchObject({ name: 'Ann', imageUrl: null })
    expect(await on('rebate', {})).toMatchObject({ cash: String(75n * ONE), pendingRebate: '0' })
    for (const [what, body] of [
      ['fund', { usdt: '-1000' }],
      ['fund', { usdt: '1e3' }],
      ['fund', { usdt: 5 }],
      ['pairs', { marketId: id, shares: '76' }],
      ['pairs', { marketId: id, shares: '-26' }],
      ['discount', { bps: 10_001 }],
      ['profile', { name: ' ' }],
      ['profile', { nickname: 'Ann' }],
      ['approve', { cash: 'yes', shares: true }],
    ] as const)
      expect((await operator.post(`/accounts/${address}/${what}`, body)).status, `${what} ${JSON.stringify(body)}`).toBe(400)
    expect((await operator.post(`/accounts/${address}/pairs`, { marketId: 9, shares: '1' })).status).toBe(404)
    expect((await operator.post('/accounts/unknown/fund', { usdt: '1' })).status).toBe(400)
    const { data, cursor } = (await operator.get('/accounts?first=2')).body
    expect([data.length, data[0].address]).toEqual([2, address.toLowerCase()])
    const rest = (await operator.get(`/accounts?first=2&after=${cursor}`)).body
    expect([rest.data.length, rest.cursor, exchange.accounts.length]).toEqual([1, null, 2])
  })
})

describe('wrong input of the operator', () => {
  it('is refused with a sentence, and nothing is made', async () => {
    const { operator, client } = await opened()
    await operator.done('/categories', { slug: 'right', title: 'Right' })
    const market = { categorySlug: 'right', question: 'Q?' }
    const wrong: [string, unknown, number, RegExp][] = [
      ['/categories', { slug: 'right', title: 'Again' }, 400, /already/],
      ['/categories', { slug: 'Not Right', title: 'X' }, 400, /^slug: /],
      ['/categories', { slug: 'x' }, 400, /^title: /],
      ['/categories', { slug: 'x', title: 'X', colour: 'red' }, 400, /colour/],
      ['/categories', { slug: 'x', title: 'X', endsAt: '2026-13-45T00:00:00.000Z' }, 400, /^endsAt: /],
      ['/categories', { slug: 'x', title: 'X', endsAt: '9999-01-01T00:00:00.000Z' }, 400, /^endsAt: /],
      ['/categories', { slug: 'x', title: 'X', marketVariant: 'CHESS' }, 400, /^marketVariant: /],
      ['/categories', { slug: 'x', title: 'X', variantData: { type: 'TWEET_COUNT' } }, 400, /^variantData\.type: /],
      ['/categories', { slug: 'x', title: 'X', tags: [{ id: '1' }] }, 400, /^tags\.0\.name: /],
      ['/categories', 'no object', 400, /object/],
      ['/categories/none', { title: 'X' }, 404, /category not found/],
      ['/categories/right', { isNegRisk: true }, 400, /isNegRisk/],
      ['/categories/none/resolve', { winner: 1 }, 404, /category not found/],
      ['/categories/right/resolve', { winner: 1 }, 400, /no open market/],
      ['/categories/none/remove', undefined, 404, /category not found/],
      ['/markets', { question: 'Q?' }, 400, /^categorySlug: /],
      ['/markets', { ...market, categorySlug: 'none' }, 404, /category not found/],
      ['/markets', { ...market, decimalPrecision: 4 }, 400, /^decimalPrecision: /],
      ['/markets', { ...market, feeRateBps: -1 }, 400, /^feeRateBps: /],
      ['/markets', { ...market, endsAt: '2020-01-01T00:00:00.000Z' }, 400, /^endsAt: must lie in the future/],
      ['/markets', { ...market, tradingStatus: 'CLOSED' }, 400, /^tradingStatus: /],
      ['/markets', { ...market, resolvesTo: 0.7 }, 400, /^resolvesTo: /],
      ['/markets', { ...market, outcomes: [{ name: 'A' }, { name: 'A' }] }, 400, /^outcomes: /],
      ['/markets', { ...market, outcomes: [{ name: 'A' }] }, 400, /^outcomes/],
      [
        '/markets',
        { ...market, rewards: { schedule: [{ hourlyRate: 1, startsAt: FAR, endsAt: FAR }] } },
        400,
        /must begin before it ends/,
      ],
      ['/markets/9', { title: 'X' }, 404, /market not found/],
      ['/markets/nine', { title: 'X' }, 400, /^id: /],
      ['/markets/9/end', { endsAt: null }, 404, /market not found/],
      ['/markets/9/rewards', {}, 404, /market not found/],
      ['/markets/9/bulletins', { title: 'X', text: 'Y' }, 404, /market not found/],
      ['/markets/9/trading', { tradingStatus: 'OPEN' }, 404, /market not found/],
      ['/markets/9/status', { status: 'RESOLVED' }, 400, /^status: /],
      ['/markets/9/tick', { decimalPrecision: 2 }, 404, /market not found/],
      ['/markets/9/propose', { yes: 1 }, 404, /market not found/],
      ['/markets/9/dispute', undefined, 404, /market not found/],
      ['/markets/9/resolve', { yes: 2 }, 400, /^yes: /],
    ]
    for (const [path, body, status, message] of wrong) {
      const answer = await operator.post(path, body)
      expect([answer.status, answer.body.message], `${path} ${JSON.stringify(body)}`).toEqual([
        status,
        expect.stringMatching(message),
      ])
    }
    expect((await client.get('/v1/categories')).body.data).toMatchObject([{ slug: 'right', endsAt: null, markets: [] }])
  })
})

describe('every word of an enumeration', () => {
  it('is reached by what the operator does', async () => {
    const { operator, client } = await opened()
    const seen = new Map<string, Set<unknown>>()
    const see = (name: string, value: unknown): void =>
      void (value !== null && seen.set(name, (seen.get(name) ?? new Set()).add(value)))
    const look = async (slug: string): Promise<void> => {
      const row = (await client.get(`/v1/categories/${slug}`)).body.data
      open.category.parse(row)
      see('categoryStatus', row.status)
      see('resolutionProvider', row.resolutionProvider)
      see('marketVariant', row.marketVariant)
      for (const market of row.markets) {
        see('marketStatus', market.status)
        see('tradingStatus', market.tradingStatus)
        see('marketType', market.marketType)
        see('priceFeedProvider', market.variantData?.priceFeedProvider ?? null)
        for (const outcome of market.outcomes) see('outcomeStatus', outcome.status)
        for (const update of market.oracleUpdates) see('oracleUpdate', update.kind)
      }
    }
    const details: Record<string, object> = {
      TWEET_COUNT: { tweetCount: { account: '@harbour', from: 10, to: 19 } },
      ESPORTS_LOL: { esports: { provider: 'arena', team: null, line: null, gameId: null, title: 'LoL', bestOf: 5 } },
      ESPORTS_CS2: { esports: { provider: 'arena', team: null, line: null, gameId: null, title: 'CS2', bestOf: 3 } },
    }
    for (const variant of words.marketVariant.options) {
      const slug = variant.toLowerCase().replaceAll('_', '-')
      await group(operator, { slug, marketVariant: variant, variantDetails: details[variant] ?? null }, [{}])
      await look(slug)
    }
    for (const provider of words.resolutionProvider.options) {
      const slug = `by-${provider.toLowerCase().replaceAll('_', '-')}`
      await group(operator, { slug, resolutionProvider: provider }, [{}])
      await look(slug)
    }
    for (const provider of words.priceFeedProvider.options) {
      const slug = `feed-${provider.toLowerCase().replaceAll('_', '-')}`
      const variantData = { type: 'CRYPTO_UP_DOWN', priceFeedProvider: provider, priceFeedSymbol: 'BTC' }
      await group(operator, { slug, marketVariant: 'CRYPTO_UP_DOWN', variantData }, [{}])
      await look(slug)
    }
    const types = words.marketType.options.map(marketType => ({ marketType, marketVariant: 'SPORTS_MATCH', title: marketType }))
    await group(operator, { slug: 'types' }, types)
    await look('types')
    const [id] = await group(operator, { slug: 'life' }, [{}, { tradingStatus: 'MATCHING_NOT_ENABLED' }, {}])
    const step = async (path: string, body?: object): Promise<void> => {
      await operator.done(`/markets/${id}/${path}`, body)
      await look('life')
    }
    await look('life')
    await step('status', { status: 'PAUSED' })
    await step('status', { status: 'UNPAUSED' })
    await step('propose', { yes: 1 })
    await step('dispute')
    await step('resolve', { yes: 1 })
    await operator.done('/categories/life/resolve', {
      results: [(id ?? 0) + 1, (id ?? 0) + 2].map(marketId => ({ marketId, yes: 0.5 })),
    })
    await look('life')
    await operator.done('/categories/types/remove')
    await look('types')
    for (const [name, { options }] of Object.entries(ENUMERATIONS))
      expect(seen.get(name), name).toEqual(new Set<unknown>(options))
    expect(seen.get('oracleUpdate')).toEqual(new Set(['PROPOSED', 'DISPUTED', 'RESOLVED']))
  })
})

describe('all that the operator did', () => {
  it('is there after a restart', async () => {
    const data = folder()
    const { exchange, operator, client } = await opened({ data })
    const [a, b, c] = await group(operator, { isNegRisk: true, tags: [TAG], teams: [TEAM] }, [{}, {}, {}])
    await operator.done(`/markets/${a}/bulletins`, { title: 'T', text: 'X' })
    await operator.done(`/markets/${a}/rewards`, {
      schedule: [{ hourlyRate: 5, startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR }],
    })
    await operator.done(`/markets/${b}`, { title: 'Again' })
    await operator.done(`/markets/${b}/propose`, { yes: 0 })
    await operator.done(`/markets/${b}/dispute`)
    await operator.done(`/markets/${c}/tick`, { decimalPrecision: 3 })
    await operator.done(`/markets/${c}/trading`, { tradingStatus: 'CANCEL_ONLY' })
    await operator.done(`/accounts/0x${'1'.repeat(40)}/fund`, { usdt: '5' })
    await operator.done(`/accounts/0x${'1'.repeat(40)}/discount`, { bps: 500 })
    await group(operator, { slug: 'gone' }, [{}])
    await operator.done('/categories/gone/remove')
    await operator.done('/categories', { slug: 'empty', title: 'Empty', startsAt: FAR })
    const all = async (reader: typeof client, by: typeof operator) => [
      (await reader.get('/v1/categories')).body.data,
      (await reader.get('/v1/tags')).body.data,
      (await by.get('/accounts')).body.data,
    ]
    const before = await all(client, operator)
    await exchange.close()
    const again = await start({ data, markets: [], settlementMs: 0 })
    expect(await all(createClient(again), createOperator(again))).toEqual(before)
    const next = await createOperator(again).done('/markets', { categorySlug: 'empty', question: 'Next?' })
    expect(next.id).toBe(1_005)
  })
})

describe('the operations of the operator', () => {
  it('are each of one path and method, and need the token', async () => {
    const { exchange } = await opened()
    const paths = Object.values(OPERATOR_OPERATIONS).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { method, path, proof } of Object.values(OPERATOR_OPERATIONS)) {
      expect(proof).toBe('operator')
      const url =
        exchange.baseUrl +
        path
          .replace('{id}', '1')
          .replace('{slug}', 'x')
          .replace('{address}', `0x${'1'.repeat(40)}`)
      expect((await fetch(url, { method })).status, path).toBe(401)
    }
  })
})
