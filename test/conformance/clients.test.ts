/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createSigner } from '../../src/protocol/sign.js'
import { createManualClock } from '../../src/testing.js'
import { type Client, type CreateRequest, createClient } from '../exchange/server/client.js'
import { start } from '../exchange/server/exchanges.js'
import { type InsideOptions, openInside } from '../exchange/server/inside.js'
import { createOperator } from '../exchange/server/operator-client.js'

const ONE = 10n ** 18n
const SECONDS = 1_800_000_000

/** A maker and a taker, logged in, on markets that settle at once. */
const open = async (options: InsideOptions = {}) => {
  const opened = await openInside({ core: { settlementUs: 0 }, ...options })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  return { ...opened, maker, taker }
}

const rowOf = async (client: Client, { body }: { body: any }): Promise<any> =>
  (await client.get(`/v1/orders/${body.data.orderHash}`)).body.data

/** A create whose signed order a client writes in its own way. */
const rewritten = ({ data }: CreateRequest, order: Readonly<Record<string, unknown>>, options: object = {}) => ({
  data: { ...data, ...options, order: { ...data.order, ...order } },
})

describe('what public clients rely on in a create', () => {
  it('expiration: an integer or digits, answered as the integer, and 0 is never', async () => {
    const { maker, market } = await open()
    for (const [expiration, sent] of [
      [SECONDS + 60, SECONDS + 60],
      [SECONDS + 60, String(SECONDS + 60)],
      [0, 0],
      [0, '0'],
    ] as const) {
      const body = rewritten(await maker.body({ market, cents: 40, shares: 10, expiration }), { expiration: sent })
      const created = await maker.post('/v1/orders', body)
      expect([created.status, (await rowOf(maker, created)).order.expiration]).toEqual([201, expiration])
    }
  })

  it('signature: with or without 0x, answered with it', async () => {
    const { maker, market } = await open()
    const body = await maker.body({ market, cents: 40, shares: 10 })
    const { signature } = body.data.order
    const created = await maker.post('/v1/orders', rewritten(body, { signature: signature.slice(2) }))
    expect([created.status, (await rowOf(maker, created)).order.signature]).toEqual([201, signature])
  })

  it('price bounds on MARKET: of pricePerShare alone, whatever the ratio of the amounts', async () => {
    const { maker, taker, market } = await open()
    await maker.limit({ market, outcome: 'no', cents: 2, shares: 200 })
    const buy = { market, strategy: 'MARKET', makerAmount: 50n * ONE, pricePerShare: (98n * ONE) / 100n } as const
    const clamped = await taker.raw({ ...buy, takerAmount: 50n * ONE })
    expect(await rowOf(taker, clamped)).toMatchObject({ status: 'FILLED', amount: String(50n * ONE) })
    const beyond = await taker.raw({ ...buy, makerAmount: 49n * ONE, takerAmount: 40n * ONE, isMinAmountOut: true })
    expect(await rowOf(taker, beyond)).toMatchObject({ amount: String(50n * ONE), amountFilled: String(50n * ONE) })
  })

  it('price bounds on MARKET: a buy of at least a number of shares fills its size within its budget', async () => {
    const { maker, taker, market } = await open()
    await maker.limit({ market, outcome: 'no', cents: 60, shares: 30 })
    await maker.limit({ market, outcome: 'no', cents: 50, shares: 100 })
    // Thirty at 0.40 and sixteen at 0.50 cost the twenty dollars, though the price told would have bought fifty.
    const created = await taker.raw({
      market,
      strategy: 'MARKET',
      makerAmount: 20n * ONE,
      takerAmount: 30n * ONE,
      pricePerShare: (4n * ONE) / 10n,
      isMinAmountOut: true,
    })
    expect(await rowOf(taker, created)).toMatchObject({ amount: String(50n * ONE), amountFilled: String(46n * ONE) })
  })

  it('off-tick pricePerShare by float noise: tolerated, as text and as a number', async () => {
    const { maker, market } = await open()
    for (let cents = 1; cents < 100; cents += 7) {
      const noisy = (cents / 100) * 1e18
      for (const pricePerShare of [BigInt(noisy).toString(), String(BigInt(noisy) + 1n), noisy]) {
        const body = rewritten(await maker.body({ market, cents, shares: 100, outcome: 'no' }), {}, { pricePerShare })
        expect([pricePerShare, (await maker.post('/v1/orders', body)).status]).toEqual([pricePerShare, 201])
      }
      await maker.post('/v1/orders/remove', {
        data: { ids: (await maker.get('/v1/orders?status=OPEN')).body.data.map((row: { id: string }) => row.id) },
      })
    }
    const off = rewritten(await maker.body({ market, cents: 40, shares: 100 }), {}, { pricePerShare: '400000000000001000' })
    expect((await maker.post('/v1/orders', off)).body.error).toBe('create_order_invalid_decimal_value')
  })

  it('LIMIT price of a row: cost ÷ shares of the amounts as they were signed', async () => {
    const { maker, market } = await open()
    const created = await maker.raw({
      market,
      makerAmount: 4_000_000_000_000_000_000n,
      takerAmount: 10n * ONE,
      pricePerShare: '400000000000000001',
    })
    const { order, amount } = await rowOf(maker, created)
    expect((BigInt(order.makerAmount) * ONE) / BigInt(order.takerAmount)).toBe((4n * ONE) / 10n)
    expect(amount).toBe(order.takerAmount)
  })

  it('priceless market orders: signed at 0.99 or 0.01, for five minutes; limits for an hour', async () => {
    const { maker, taker, market } = await open()
    const expiration = SECONDS + 300
    expect((await maker.limit({ market, cents: 40, shares: 50, expiration: SECONDS + 3_600 })).status).toBe(201)
    expect((await maker.limit({ market, outcome: 'no', cents: 55, shares: 50, expiration: SECONDS + 3_600 })).status).toBe(201)
    const shares = 20n * ONE
    const bought = await taker.raw({
      market,
      strategy: 'MARKET',
      makerAmount: (shares * 99n) / 100n,
      takerAmount: shares,
      pricePerShare: (99n * ONE) / 100n,
      expiration,
    })
    const sold = await taker.raw({
      market,
      strategy: 'MARKET',
      side: 'sell',
      makerAmount: shares / 2n,
      takerAmount: shares / 200n,
      pricePerShare: ONE / 100n,
      expiration,
    })
    for (const created of [bought, sold]) expect((await rowOf(taker, created)).status).toBe('FILLED')
    const [sale, purchase] = (await taker.get('/v1/orders/matches')).body.data
    expect([sale.priceExecuted, purchase.priceExecuted]).toEqual([String((4n * ONE) / 10n), String((45n * ONE) / 100n)])
  })

  it('salt: milliseconds, nanoseconds mod 2^31, or random below it', async () => {
    const { maker, market } = await open()
    for (const salt of [Date.now(), Number(process.hrtime.bigint() % 2n ** 31n), 2 ** 31 - 1, 0, Math.floor(2 ** 31 / 3)])
      expect((await maker.limit({ market, cents: 40, shares: 10, salt })).status).toBe(201)
  })

  it('unknown query and body keys: ignored, and isFillOrKill false on a LIMIT is accepted', async () => {
    const { maker, market } = await open()
    const body = rewritten(
      await maker.body({ market, cents: 40, shares: 10 }),
      { memo: 'x' },
      { isFillOrKill: false, memo: [1] },
    )
    expect((await maker.post('/v1/orders', { ...body, memo: null })).status).toBe(201)
    for (const path of ['/v1/orders', '/v1/markets', '/v1/categories', '/v1/positions', '/v1/orders/matches'])
      expect((await maker.get(`${path}?memo=1&memo=2`)).status).toBe(200)
  })
})

describe('what public clients rely on in a wallet’s operations', () => {
  it('arrays of a removal: ids by id, hashes by hash', async () => {
    const { maker, market } = await open()
    const [first, second] = [
      await maker.limit({ market, cents: 40, shares: 10 }),
      await maker.limit({ market, cents: 41, shares: 10 }),
    ]
    const { orderId } = first.body.data
    const { orderHash } = second.body.data
    const byId = await maker.post('/v1/orders/remove', { data: { ids: [orderId] } })
    expect(byId.body).toEqual({ success: true, removed: [orderId], noop: [], rejected: [] })
    const byHash = await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [orderHash] } })
    expect(byHash.body).toEqual({ success: true, removed: [orderHash], noop: [], rejected: [] })
  })

  it('referral body: with and without data', async () => {
    const { exchange, maker, taker } = await open()
    const third = createClient(exchange, 2)
    await third.login()
    const { code } = (await maker.get('/v1/account')).body.data.referral
    expect((await taker.post('/v1/account/referral', { data: { code } })).status).toBe(200)
    expect((await third.post('/v1/account/referral', { code })).status).toBe(200)
  })

  it('GET /v1/orders status: all five, and all orders without it', async () => {
    const { maker, market } = await open()
    const created = await maker.limit({ market, cents: 40, shares: 10 })
    await maker.limit({ market, cents: 41, shares: 10 })
    await maker.post('/v1/orders/remove', { data: { ids: [created.body.data.orderId] } })
    const counts: number[] = []
    for (const status of ['OPEN', 'FILLED', 'CANCELLED', 'EXPIRED', 'INVALIDATED'])
      counts.push((await maker.get(`/v1/orders?status=${status}`)).body.data.length)
    expect(counts).toEqual([1, 0, 1, 0, 0])
    expect((await maker.get('/v1/orders')).body.data).toHaveLength(2)
  })

  it('position numbers and sort: strings in every order', async () => {
    const { maker, taker, market } = await open()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    for (const sort of ['', 'AMOUNT_DESC', 'EVENT_BLOCK_ASC', 'EVENT_BLOCK_DESC', 'SHARES_VALUE_DESC', 'RETURN_DESC']) {
      const { status, body } = await taker.get(`/v1/positions?sort=${sort}`)
      expect([status, body.data.length]).toEqual([200, 1])
      const { id, averageBuyPriceUsd, valueUsd, pnlUsd } = body.data[0]
      expect([id, averageBuyPriceUsd, valueUsd, pnlUsd].map(value => typeof value)).toEqual(Array(4).fill('string'))
      expect([averageBuyPriceUsd, valueUsd, pnlUsd].every(value => Number.isFinite(Number(value)))).toBe(true)
    }
  })

  it('more operations: statistics of a category by its number, and pending yield', async () => {
    const { exchange, maker, market } = await open()
    const { categorySlug } = (await maker.get(`/v1/markets/${market}`)).body.data
    const { id } = (await maker.get(`/v1/categories/${categorySlug}`)).body.data
    expect((await maker.get(`/v1/categories/${id}/stats`)).body.data).toHaveProperty('volumeTotalUsd')
    expect((await maker.get('/v1/yield/pending')).status).toBe(200)
    expect((await createClient(exchange).get('/v1/yield/pending')).status).toBe(401)
  })

  it('rows: integers and numbers where clients count, text where they carry', async () => {
    const { maker, taker, market } = await open()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 4 })
    const [row] = (await maker.get('/v1/orders')).body.data
    expect(row).toMatchObject({ marketId: market, status: 'OPEN', order: { side: 0, signatureType: 0 } })
    const { id, amount, amountFilled, order } = row
    for (const text of [
      id,
      amount,
      amountFilled,
      order.makerAmount,
      order.takerAmount,
      order.salt,
      order.nonce,
      order.feeRateBps,
    ])
      expect(text).toMatch(/^\d+$/)
  })

  it('matches and positions of an address: without a token, by maker and taker in any letter case', async () => {
    const { exchange, maker, taker, market } = await open()
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const anyone = createClient(exchange)
    for (const { address } of [maker.account, taker.account])
      for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
        expect((await anyone.get(`/v1/orders/matches?signerAddress=${written}`)).body.data).toHaveLength(1)
        expect((await anyone.get(`/v1/positions/${written}`)).body.data).toHaveLength(1)
      }
  })
})

describe('what public clients rely on in refusals', () => {
  it('refusals: success false, and the words by which clients tell them apart', async () => {
    const stranger = { address: '', privateKey: `0x${'77'.repeat(32)}` }
    const { address } = createSigner({ privateKey: stranger.privateKey, chainId: 97 })
    const exchange = await start({ fund: [{ address, usdt: '100', approvals: { cash: false, shares: false } }] })
    const { market } = exchange
    const [maker, taker, miser] = [createClient(exchange), createClient(exchange, 1), createClient(exchange, stranger)]
    await Promise.all([maker.login(), taker.login(), miser.login()])
    const words = async (answer: Promise<{ status: number; body: any }>): Promise<string> => {
      const { status, body } = await answer
      expect([body.success, body.code]).toEqual([false, status])
      return `${status} ${body.message}`
    }
    const { orderId } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    expect(await words(taker.post('/v1/orders/remove', { data: { ids: [orderId] } }))).toMatch(/^401 .*do not belong to/)
    expect(await words(maker.get('/v1/orders/0x12'))).toMatch(/^400 .*order hash must be a/)
    expect(await words(maker.post('/v1/orders/remove-by-hash', { data: { hashes: ['x'] } }))).toContain('order hash must be a')
    expect(await words(maker.get('/v1/markets/9/orderbook'))).toBe('404 Orderbook not found')
    expect(await words(maker.get('/v1/markets/9'))).toBe('404 market not found')
    const small = maker.raw({ market, makerAmount: ONE / 10n, takerAmount: ONE, pricePerShare: ONE / 10n })
    expect(await words(small)).toMatch(/^400 .*order must have a value of at least 0\.9 USD/)
    const dear = maker.raw({ market, makerAmount: ONE, takerAmount: ONE, pricePerShare: ONE })
    expect(await words(dear)).toMatch(/^400 .*price per share must be/)
    expect(await words(miser.limit({ market, cents: 40, shares: 10 }))).toBe(
      '400 Insufficient collateral: USDT allowance is less than the total bid amount.',
    )
    await createOperator(exchange).done(`/markets/${market}/trading`, { tradingStatus: 'CANCEL_ONLY' })
    expect(await words(maker.limit({ market, cents: 41, shares: 10 }))).toMatch(/^400 .*not currently trading/)
  })

  it('the venue’s test network: lets requests without a key through, as one rate class per address', async () => {
    const exchange = await start({ requireApiKey: false, rateLimits: { otherPerMinute: 3 }, clock: createManualClock() })
    const ask = (headers: Record<string, string> = {}) => fetch(`${exchange.baseUrl}/v1/tags`, { headers })
    expect((await ask({ 'x-api-key': 'wrong' })).status).toBe(401)
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) statuses.push((await ask()).status)
    // The call with a wrong key is the address's too.
    expect(statuses).toEqual([200, 200, 429, 429])
    expect((await ask({ 'x-api-key': exchange.apiKey })).status).toBe(200)
  })

  it('a Node WebSocket client behind plain ws://: has its line in the documentation', () => {
    const text = readFileSync(new URL('../../docs/exchange.md', import.meta.url), 'utf8')
    expect(text).toMatch(/plain `ws:\/\/` through a proxy/)
  })
})
