import { describe, expect, it } from 'vitest'
import { type Client, createClient } from './client.js'
import { type InsideOptions, openInside } from './inside.js'

const ONE = 10n ** 18n
/** Ten shares at half a dollar. */
const HALF = { makerAmount: 5n * ONE, takerAmount: 10n * ONE, pricePerShare: ONE / 2n } as const

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside(options)
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  return { ...opened, maker, taker }
}

const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).body.data.map((row: { id: string }) => row.id)

describe('what a create may say', () => {
  it.each([
    ['an expiration as digits', {}, { expiration: '4102444800' }],
    ['a price as a number', { pricePerShare: 5e17 }, {}],
    ['fill or kill that is off', { isFillOrKill: false }, {}],
    ['options that are null', { isPostOnly: null, isMinAmountOut: null, reservedBalancePolicy: null, slippageBps: null }, {}],
    ['a slippage of a limit order', { slippageBps: '100' }, {}],
    ['a price off its tick by the noise of a double', { pricePerShare: '500000000000000064' }, {}],
    ['unknown fields', { color: 'red' }, { taste: 'sour' }],
  ])('takes %s', async (_what, options, fields) => {
    const { maker, market } = await ready()
    const { data } = await maker.create({ market, ...HALF })
    const answer = await maker.post('/v1/orders', { data: { ...data, ...options, order: { ...data.order, ...fields } } })
    expect([answer.status, answer.body.data?.code]).toEqual([201, 'OK'])
    expect((await maker.get(`/v1/orders/${data.order.hash}`)).body.data).toMatchObject({
      amount: String(10n * ONE),
      order: { makerAmount: String(5n * ONE), expiration: 4_102_444_800 },
    })
  })

  it.each([
    ['a side as text', {}, { side: '0' }, 'data.order.side: must be the number 0 or 1'],
    ['a signature of another type', {}, { signatureType: 1 }, 'data.order.signatureType: must be the number 0'],
    ['a broken expiration', {}, { expiration: 4_102_444_800.5 }, 'data.order.expiration: must be whole Unix seconds'],
    ['a negative expiration', {}, { expiration: -1 }, 'data.order.expiration: must be whole Unix seconds'],
    ['an expiration of words', {}, { expiration: 'never' }, 'data.order.expiration: must be whole Unix seconds'],
    ['a signature of more than 200 characters', {}, { signature: `0x${'1'.repeat(200)}` }],
    ['another taker', {}, { taker: `0x${'1'.repeat(40)}` }],
    ['another maker', {}, { maker: `0x${'1'.repeat(40)}`, signer: `0x${'1'.repeat(40)}` }],
    ['a maker who is not the signer', {}, { signer: `0x${'1'.repeat(40)}` }],
    ['a reserved balance policy of a limit order', { reservedBalancePolicy: 'REJECT_MARKET_ORDER' }, {}],
    ['an unknown strategy', { strategy: 'STOP' }, {}],
    ['an unknown way to prevent self-trades', { selfTradePrevention: 'CANCEL' }, {}],
    ['a slippage beyond everything', { slippageBps: '10001' }, {}, 'data.slippageBps: must be 0 to 10000'],
    ['a slippage that is true', { slippageBps: true }, {}, 'data.slippageBps: must be 0 to 10000'],
    ['a price with a point', { pricePerShare: '0.5' }, {}, 'data.pricePerShare: must be'],
    ['a price that is not a number', { pricePerShare: [5e17] }, {}, 'data.pricePerShare: must be a price in wei'],
    ['a price beyond everything', { pricePerShare: 1e300 }, {}, 'data.pricePerShare: must be a price in wei'],
  ] as const)('refuses %s', async (_what, options, fields, message: string = '') => {
    const { maker, market } = await ready()
    const { data } = await maker.create({ market, ...HALF })
    const answer = await maker.post('/v1/orders', { data: { ...data, ...options, order: { ...data.order, ...fields } } })
    expect(answer.body).toMatchObject({ code: 400, error: 'bad_request', message: expect.stringContaining(message) })
  })

  it('answers a repeat of an order as a duplicate after the wallet’s nonce was raised', async () => {
    const { exchange, maker, market, inside } = await ready()
    const body = await maker.create({ market, ...HALF })
    expect((await maker.post('/v1/orders', body)).status).toBe(201)
    const { sequencer } = inside.writes
    const account = exchange.accounts[0]?.address.toLowerCase() ?? ''
    await sequencer.apply({ command: { kind: 'nonce', at: sequencer.now(), account } })
    expect((await maker.get(`/v1/orders/${body.data.order.hash}`)).body.data.status).toBe('INVALIDATED')
    expect((await maker.post('/v1/orders', body)).body.error).toBe('create_order_duplicate_order')
    const fresh = await maker.create({ market, ...HALF, salt: 77 })
    expect((await maker.post('/v1/orders', fresh)).body.error).toBe('create_order_invalid_nonce')
  })

  it('knows no other market’s token, and never ends an order that expires at 0', async () => {
    const { maker, market, pass } = await ready()
    const { data } = await maker.create({ market, ...HALF })
    const unknown = await maker.post('/v1/orders', { data: { ...data, order: { ...data.order, tokenId: '7' } } })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'market not found'])
    await maker.raw({ market, ...HALF, expiration: 0 })
    pass(10 * 31_536_000)
    await maker.login()
    expect(await idsOf(maker, '/v1/orders?status=OPEN')).toEqual(['1'])
  })
})

describe('the list of orders', () => {
  it('shows each of the five states alone, and all of them where none is asked for', async () => {
    const { maker, taker, market, pass, inside } = await ready({ core: { settles: match => match !== 2 } })
    await maker.limit({ market, cents: 50, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 50, shares: 10 })
    await maker.limit({ market, cents: 50, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 50, shares: 10 })
    const removed = (await maker.limit({ market, cents: 40, shares: 10 })).body.data.orderId
    await maker.post('/v1/orders/remove', { data: { ids: [removed] } })
    await maker.limit({ market, cents: 39, shares: 10, expiration: 1_800_000_010 })
    await maker.limit({ market, cents: 38, shares: 10 })
    pass(20)
    await inside.writes.sequencer.apply({
      command: { kind: 'approve', at: inside.writes.sequencer.now(), account: '0xnobody', cash: true, shares: true },
    })
    const states = { FILLED: ['1'], INVALIDATED: ['3'], CANCELLED: ['5'], EXPIRED: ['6'], OPEN: ['7'] }
    for (const [state, ids] of Object.entries(states))
      expect([state, await idsOf(maker, `/v1/orders?status=${state}`)]).toEqual([state, ids])
    expect(await idsOf(maker, '/v1/orders')).toEqual(['7', '6', '5', '3', '1'])
    expect((await maker.get('/v1/orders?status=DONE')).body.error).toBe('bad_request')
    expect(await idsOf(taker, '/v1/orders?status=OPEN')).toEqual([])
  })
})

describe('a removal', () => {
  it('rejects a taker whose delay is not over, lets a maker go at once, and knows nothing of what is gone', async () => {
    const { maker, taker, market, pass, inside } = await ready({ core: { takerDelayUs: 170_000 } })
    const resting = (await maker.limit({ market, cents: 50, shares: 10 })).body.data
    expect(resting.removalLockedUntil).toBeNull()
    const taking = (await taker.limit({ market, outcome: 'no', cents: 50, shares: 10 })).body.data
    expect(taking.removalLockedUntil).toBe('2027-01-15T08:00:00.170Z')
    const hashes = [taking.orderHash, `0x${'0'.repeat(64)}`]
    expect((await taker.post('/v1/orders/remove-by-hash', { data: { hashes } })).body).toEqual({
      success: true,
      removed: [],
      noop: [hashes[1]],
      rejected: [hashes[0]],
    })
    const upper = resting.orderHash.toUpperCase().replace('X', 'x')
    const removed = await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [upper] } })
    expect(removed.body).toEqual({ success: true, removed: [upper], noop: [], rejected: [] })
    pass(1)
    await inside.writes.sequencer.apply({
      command: { kind: 'approve', at: inside.writes.sequencer.now(), account: '0xnobody', cash: true, shares: true },
    })
    expect((await taker.post('/v1/orders/remove', { data: { ids: [taking.orderId] } })).body.removed).toEqual([taking.orderId])
    for (const body of [{ ids: [] }, { ids: Array(101).fill('1') }, { ids: ['x'] }, { ids: [1] }, {}])
      expect((await maker.post('/v1/orders/remove', { data: body })).status).toBe(400)
  })

  it('removes nothing where one of the orders is another wallet’s', async () => {
    const { maker, taker, market } = await ready()
    const mine = (await maker.limit({ market, cents: 50, shares: 10 })).body.data.orderId
    const theirs = (await taker.limit({ market, cents: 40, shares: 10 })).body.data.orderId
    const answer = await maker.post('/v1/orders/remove', { data: { ids: [mine, theirs] } })
    expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized'])
    expect(answer.body.message).toContain('do not belong to')
    expect(await idsOf(maker, '/v1/orders?status=OPEN')).toEqual([mine])
  })
})

describe('match events', () => {
  it('are found by market, category, value, signer and his part, hashes and time, without a token', async () => {
    const markets = ['a', 'b'].map(name => ({ question: `Will ${name}?`, endsInMinutes: null }))
    const { maker, taker, exchange, pass } = await ready({ markets, core: { settlementUs: 1_000_000 } })
    const [a = 0, b = 0] = exchange.markets.map(({ id }) => id)
    const hashes: string[] = []
    for (const [market, shares] of [
      [a, 10],
      [b, 20],
      [a, 30],
    ] as const) {
      hashes.push((await maker.limit({ market, cents: 50, shares })).body.data.orderHash)
      await taker.limit({ market, outcome: 'no', cents: 50, shares })
      pass(60)
    }
    const stranger = createClient(exchange)
    const found = async (query: string): Promise<number[]> => {
      const { status, body } = await stranger.get(`/v1/orders/matches?${query}`)
      expect([query, status]).toEqual([query, 200])
      return body.data.map((row: { amountFilled: string }) => Number(BigInt(row.amountFilled) / ONE))
    }
    const categoryId = (await maker.get('/v1/categories')).body.data.find(
      (row: { markets: { id: number }[] }) => row.markets[0]?.id === b,
    ).id
    const [him, her] = [maker, taker].map(client => client.account.address)
    const queries: [string, number[]][] = [
      ['', [30, 20, 10]],
      [`marketId=${a}`, [30, 10]],
      [`categoryId=${categoryId}`, [20]],
      [`minValueUsdtWei=${10n * ONE}`, [30, 20]],
      [`signerAddress=${him?.toUpperCase().replace('X', 'x')}`, [30, 20, 10]],
      [`signerAddress=${him}&isSignerMaker=true`, [30, 20, 10]],
      [`signerAddress=${him}&isSignerMaker=false`, []],
      [`signerAddress=${her}&isSignerMaker=false&marketId=${b}`, [20]],
      ['isSignerMaker=true', [30, 20, 10]],
      [`orderHashes=${hashes[0]}&orderHashes=${hashes[1]}`, [20, 10]],
      [`orderHashes=${hashes[0]},${hashes[2]?.toUpperCase().replace('X', 'x')}`, [30, 10]],
      ['executedAfter=1800000060', [30, 20]],
      ['executedAfter=1800000061&unknown=1', [30]],
    ]
    for (const [query, wanted] of queries) expect([query, await found(query)]).toEqual([query, wanted])
    const first = (await stranger.get('/v1/orders/matches?first=2')).body
    expect(await found(`first=2&after=${first.cursor}`)).toEqual([10])
    for (const wrong of [
      'marketId=x',
      'signerAddress=0x1',
      'isSignerMaker=1',
      'minValueUsdtWei=-1',
      'orderHashes=0x1',
      'after=x',
    ])
      expect([wrong, (await stranger.get(`/v1/orders/matches?${wrong}`)).status]).toEqual([wrong, 400])
  })
})
