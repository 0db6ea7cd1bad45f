import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { highS, highSForms } from '../../protocol/high-s.js'
import { createClient, type LimitOrder, type RawOrder } from './client.js'
import { start } from './exchanges.js'

const ONE = 10n ** 18n
const MILLI = 10n ** 15n
/** Ten shares at half a dollar. */
const HALF = { makerAmount: 5n * ONE, takerAmount: 10n * ONE, pricePerShare: '500000000000000000' } as const

const ready = async (options = {}) => {
  const exchange = await start(options)
  const client = createClient(exchange)
  await client.login()
  return { exchange, client, market: exchange.market }
}

describe('what the exchange refuses', () => {
  it('refuses a forged signature, and an order that was changed after signing', async () => {
    const { exchange, client, market } = await ready()
    const mine = await client.body({ market, cents: 40, shares: 10 })
    const theirs = await createClient(exchange, 1).body({ market, cents: 40, shares: 10 })
    const forged = { data: { ...mine.data, order: { ...mine.data.order, signature: theirs.data.order.signature } } }
    expect((await client.post('/v1/orders', forged)).body).toMatchObject({
      success: false,
      code: 400,
      error: 'create_order_invalid_signature',
    })
    const changed = { data: { ...mine.data, order: { ...mine.data.order, salt: '77777' } } }
    expect((await client.post('/v1/orders', changed)).body.error).toBe('create_order_hash_mismatch')
    expect((await client.post('/v1/orders', theirs)).status).toBe(400)
    expect((await client.get(`/v1/markets/${market}/orderbook`)).body.data.bids).toEqual([])
  })

  it('refuses the twin of an order’s signature, whose s lies in the upper half, alone and among others', async () => {
    const { client, market } = await ready()
    const mine = await client.body({ market, cents: 40, shares: 10 })
    const { order } = mine.data
    const signed = (signature: string) => ({ data: { ...mine.data, order: { ...order, signature } } })
    for (const twin of highSForms(order.signature))
      expect((await client.post('/v1/orders', signed(twin))).body).toMatchObject({
        code: 400,
        error: 'create_order_invalid_signature',
      })
    const twins = Array.from({ length: 8 }, () => client.post('/v1/orders', signed(highS(order.signature))))
    expect((await Promise.all(twins)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400))
    expect((await client.post('/v1/orders', signed(highS(highS(order.signature), 'v is 0 or 1')))).status).toBe(201)
  })

  it('says what is missing, and that it unpacks no body', async () => {
    const { exchange, client } = await ready()
    expect((await client.get('/v1/search?query=')).body.message).toBe('query: is missing')
    expect((await client.post('/v1/orders', { data: {} })).body.message).toBe('data.pricePerShare: is missing')
    const packed = await fetch(`${exchange.baseUrl}/v1/orders/remove`, {
      method: 'POST',
      headers: { 'x-api-key': exchange.apiKey, authorization: `Bearer ${await client.login()}`, 'content-encoding': 'gzip' },
      body: gzipSync('{"data":{"ids":["1"]}}'),
    })
    expect([packed.status, await packed.json()]).toMatchObject([
      400,
      { error: 'bad_request', message: 'a body must come as it is, without a content-encoding; found gzip' },
    ])
  })

  const cases: readonly [string, Omit<LimitOrder, 'market'>, string, string][] = [
    [
      'a value below 0.9 dollars',
      { cents: 10, shares: 8 },
      'create_order_min_order_value_not_met',
      'must have a value of at least',
    ],
    [
      'more than ten million shares',
      { cents: 50, shares: 10_000_001 },
      'create_order_invalid_decimal_value',
      'and at most ten million',
    ],
    [
      'more than the wallet has',
      { cents: 50, shares: 30_000 },
      'create_order_insufficient_collateral_balance',
      'balance is less than',
    ],
    [
      'shares the wallet does not hold',
      { side: 'sell', cents: 50, shares: 10 },
      'create_order_insufficient_shares_balance',
      'balance',
    ],
    [
      'a fee rate below the market’s',
      { cents: 50, shares: 10, feeRateBps: 100 },
      'create_order_fee_rate_too_low',
      'feeRateBps',
    ],
    ['a price of one', { cents: 100, shares: 10 }, 'create_order_price_out_of_range', 'price per share must be'],
    ['a price of zero', { cents: 0, shares: 10 }, 'create_order_price_field_zero', 'price per share must be'],
    [
      'an expiration in the past',
      { cents: 50, shares: 10, expiration: 1_000 },
      'create_order_invalid_expiration',
      'expiration',
    ],
  ]
  it.each(cases)('refuses %s', async (_what, order, slug, words) => {
    const { client, market } = await ready()
    const answer = await client.limit({ market, ...order })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 400, error: slug })
    expect(answer.body.message).toContain(words)
  })

  const raws: readonly [string, Omit<RawOrder, 'market'>, string][] = [
    [
      'a price between two ticks',
      { ...HALF, pricePerShare: '505000000000000000', makerAmount: 5_050n * MILLI },
      'invalid_decimal_value',
    ],
    ['amounts whose ratio is another price', { ...HALF, makerAmount: 6n * ONE }, 'invalid_decimal_value'],
    ['shares finer than a millionth', { ...HALF, takerAmount: 10n * ONE + 2n }, 'invalid_decimal_value'],
    ['an amount of 1e30', { ...HALF, makerAmount: 5n * 10n ** 29n, takerAmount: 10n ** 30n }, 'invalid_decimal_value'],
    ['no amount', { ...HALF, makerAmount: 0n }, 'price_field_zero'],
    ['fill or kill on a limit order', { ...HALF, isFillOrKill: true }, 'fill_or_kill_not_supported'],
    ['post only on a market order', { ...HALF, strategy: 'MARKET', isPostOnly: true }, 'post_only_not_supported'],
  ]
  it.each(raws)('refuses %s', async (_what, order, slug) => {
    const { client, market } = await ready()
    const answer = await client.raw({ market, ...order })
    expect([answer.status, answer.body.error]).toEqual([400, `create_order_${slug}`])
  })

  it('takes a tenth of a cent where the market has three decimals, and nothing finer', async () => {
    const { exchange, client } = await ready()
    const market = exchange.markets[2]?.id ?? 0
    const fine = { ...HALF, pricePerShare: '505000000000000000', makerAmount: 5_050n * MILLI }
    expect((await client.raw({ market, ...fine })).status).toBe(201)
    const finer = { ...HALF, pricePerShare: '505500000000000000', makerAmount: 5_055n * MILLI }
    expect((await client.raw({ market, ...finer })).body.error).toBe('create_order_invalid_decimal_value')
  })

  it('refuses what the wallet has not approved, and an order of an old nonce', async () => {
    const key = { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', privateKey: `0x${'11'.repeat(32)}` }
    const fund = (cash: boolean) => [{ address: key.address, usdt: '1000', approvals: { cash, shares: false } }]
    const bare = await start({ fund: fund(false) })
    const poor = createClient(bare, key)
    await poor.login()
    const refused = await poor.limit({ market: bare.market, cents: 50, shares: 10 })
    expect(refused.body.error).toBe('create_order_insufficient_collateral_allowance')
    const exchange = await start({ fund: fund(true), settlementMs: 0 })
    const { market } = exchange
    const [buyer, other] = [createClient(exchange, key), createClient(exchange)]
    await Promise.all([buyer.login(), other.login()])
    await buyer.limit({ market, cents: 50, shares: 10 })
    await other.limit({ market, outcome: 'no', cents: 50, shares: 10 })
    const sell = await buyer.limit({ market, side: 'sell', cents: 60, shares: 10 })
    expect(sell.body.error).toBe('create_order_insufficient_shares_allowance')
    const body = await buyer.body({ market, cents: 40, shares: 10 })
    const stale = { data: { ...body.data, order: { ...body.data.order, nonce: '1' } } }
    expect((await buyer.post('/v1/orders', stale)).body.error).toBe('create_order_invalid_nonce')
  })

  it('refuses a token that has expired', async () => {
    let now = 1_800_000_000_000_000
    const exchange = await start({ clock: { now: () => now as never } })
    const client = createClient(exchange)
    await client.login()
    expect((await client.get('/v1/orders')).status).toBe(200)
    now += 86_401_000_000
    for (const answer of [
      await client.get('/v1/orders'),
      await client.limit({ market: exchange.market, cents: 40, shares: 10 }),
    ])
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized'])
  })

  it('refuses the same order twice', async () => {
    const { client, market } = await ready()
    const request = await client.body({ market, cents: 40, shares: 10 })
    expect((await client.post('/v1/orders', request)).status).toBe(201)
    expect((await client.post('/v1/orders', request)).body.error).toBe('create_order_duplicate_order')
  })

  it('stamps a refusal with nine digits of a second and a trace', async () => {
    const { client } = await ready()
    const { body } = await client.get('/v1/markets/999')
    expect(body).toMatchObject({ success: false, code: 404, error: 'not_found', message: 'market not found' })
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    expect(body.trace).toMatch(/^[0-9a-f]{32}$/)
  })

  it('lets no wallet remove or read another wallet’s order', async () => {
    const { exchange, client, market } = await ready()
    const { orderHash, orderId } = (await client.limit({ market, cents: 40, shares: 10 })).body.data
    const other = createClient(exchange, 1)
    await other.login()
    const answers = [
      await other.post('/v1/orders/remove', { data: { ids: [orderId] } }),
      await other.post('/v1/orders/remove-by-hash', { data: { hashes: [orderHash] } }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body.message).toContain('do not belong to')
    }
    expect((await other.get(`/v1/orders/${orderHash}`)).status).toBe(404)
  })

  it('asks for its API key and for a token where a wallet acts', async () => {
    const { exchange } = await ready()
    const bare = await fetch(`${exchange.baseUrl}/v1/markets`)
    expect(bare.status).toBe(401)
    expect(((await bare.json()) as { error: string }).error).toBe('unauthorized')
    const wrong = await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { 'x-api-key': 'wrong' } })
    expect(wrong.status).toBe(401)
    const stranger = createClient(exchange)
    for (const path of ['/v1/orders', '/v1/positions', '/v1/account']) expect((await stranger.get(path)).status).toBe(401)
    expect((await stranger.get('/v1/orders/matches')).status).toBe(200)
  })

  it('serves without a key where it is told to, but never with a wrong one', async () => {
    const exchange = await start({ requireApiKey: false })
    expect((await fetch(`${exchange.baseUrl}/v1/markets`)).status).toBe(200)
    expect((await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401)
  })

  const hostile: readonly [string, string][] = [
    ['no JSON', '{"data":'],
    ['trailing characters', '{}x'],
    ['an array', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['deep nesting', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['a side as text', '{"data":{"order":{"side":"0"}}}'],
    ['a prototype', '{"__proto__":{"data":1},"constructor":1}'],
  ]
  it.each(hostile)('answers 400 to a body of %s', async (_what, text) => {
    const { client } = await ready()
    for (const path of [
      '/v1/orders',
      '/v1/orders/remove',
      '/v1/orders/remove-by-hash',
      '/v1/account/reserved-balances/query',
      '/v1/auth',
    ]) {
      const { status, body } = await client.post(path, text)
      expect([path, status, body.error]).toEqual([path, 400, 'bad_request'])
    }
  })

  it('answers 413 to a body over its limit and 400 or 404 to broken paths and queries', async () => {
    const { exchange, client } = await ready()
    expect((await client.post('/v1/orders', 'x'.repeat(102_401))).status).toBe(413)
    for (const path of [
      '/v1/markets/x',
      '/v1/markets/%FF%00',
      '/v1/markets?first=-1',
      '/v1/orders?after=zzz',
      '/v1/orders/0x1',
      '/nothing',
      '/v1/orders?status=open',
    ])
      expect([path, (await client.get(path)).status < 500 && (await client.get(path)).status >= 400]).toEqual([path, true])
    const stream = new ReadableStream({ pull: controller => controller.enqueue(new Uint8Array(65_536)) })
    const init = { method: 'POST', body: stream, duplex: 'half', headers: { 'x-api-key': exchange.apiKey } } as RequestInit
    const answer = await fetch(`${exchange.baseUrl}/v1/auth`, init).then(
      response => response.status,
      () => 413,
    )
    expect(answer).toBe(413)
  })

  it('counts calls in fixed windows by key and class of route, and says where the caller stands', async () => {
    const rateLimits = { tradingPerMinute: 3, searchPerMinute: 5, otherPerMinute: 10, orderPostsPerSecond: 40 }
    let now = 1_800_000_000_000_000
    const exchange = await start({ rateLimits, clock: { now: () => now as never } })
    const client = createClient(exchange)
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await client.get('/v1/orders/matches')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const { headers, body, status } = await client.get('/v1/orders/matches')
    expect([status, body.error]).toEqual([429, 'rate_limited'])
    expect(headers.get('ratelimit-limit')).toBe('3')
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    expect((await client.get('/v1/markets')).headers.get('ratelimit-remaining')).toBe('9')
    now += 60_000_000
    expect((await client.get('/v1/orders/matches')).status).toBe(200)
  })
})
