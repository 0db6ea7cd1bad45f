import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { start } from './exchanges.js'

describe('orders over HTTP', () => {
  it('logs a wallet in, takes its order, shows it and removes it', async () => {
    const exchange = await start()
    const { market } = exchange
    const client = createClient(exchange)
    await client.login()
    const created = await client.limit({ market, cents: 40, shares: 10 })
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({ code: 'OK', removalLockedUntil: null })
    const { orderId, orderHash } = created.body.data
    const listed = await client.get('/v1/orders?status=OPEN')
    expect(listed.body.data).toHaveLength(1)
    expect(listed.body.data[0]).toMatchObject({
      id: orderId,
      status: 'OPEN',
      amount: '10000000000000000000',
      amountFilled: '0',
    })
    expect((await client.get(`/v1/orders/${orderHash}`)).body.data.order.hash).toBe(orderHash)
    const book = await client.get(`/v1/markets/${market}/orderbook`)
    expect(book.body.data).toMatchObject({ marketId: market, bids: [[0.4, 10]], asks: [] })
    const reserved = await client.post('/v1/account/reserved-balances/query', { assets: [{ type: 'USDT' }] })
    expect(reserved.body.data).toEqual([{ type: 'USDT', amount: '4000000000000000000' }])
    const removed = await client.post('/v1/orders/remove', { data: { ids: [orderId, '999', '9007199254740993'] } })
    expect(removed.body).toEqual({ success: true, removed: [orderId], noop: ['999', '9007199254740993'], rejected: [] })
    const again = await client.post('/v1/orders/remove-by-hash', { data: { hashes: [orderHash] } })
    expect(again.body).toEqual({ success: true, removed: [], noop: [orderHash], rejected: [] })
    expect((await client.get(`/v1/orders/${orderHash}`)).body.data.status).toBe('CANCELLED')
  })

  it('answers the order as it was signed, expiration and side as numbers, signature with 0x even where it came without', async () => {
    const exchange = await start()
    const client = createClient(exchange)
    await client.login()
    const request = await client.body({ market: exchange.market, cents: 40, shares: 10 })
    const { signature, ...order } = request.data.order
    const sent = { ...order, expiration: String(order['expiration']), signature: signature.slice(2), extra: 'ignored' }
    expect((await client.post('/v1/orders', { data: { ...request.data, order: sent }, more: 1 })).status).toBe(201)
    const row = (await client.get(`/v1/orders/${order.hash}`)).body.data.order
    expect(row).toEqual({ ...order, expiration: 4_102_444_800, signature })
  })

  it('trades two wallets against each other and settles both to the wei', async () => {
    const exchange = await start({ settlementMs: 0 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const held = (await maker.get('/v1/positions')).body.data
    expect(held).toHaveLength(1)
    expect(held[0]).toMatchObject({ amount: '10000000000000000000', averageBuyPriceUsd: '0.4', outcome: { indexSet: 1 } })
    // A taker's buy pays its fee in shares: 2 % of min(0.6, 0.4), at 0.6 a share.
    const [other] = (await maker.get(`/v1/positions/${taker.account.address}`)).body.data
    expect(other.amount).toBe(String(10n * 10n ** 18n - (10n * 10n ** 18n * 200n * 4n) / (10_000n * 6n)))
    const [match] = (await maker.get(`/v1/orders/matches?signerAddress=${maker.account.address}&isSignerMaker=true`)).body.data
    expect(match).toMatchObject({ amountFilled: '10000000000000000000', priceExecuted: '600000000000000000' })
    expect(match.makers[0]).toMatchObject({ price: '400000000000000000', signer: maker.account.address.toLowerCase() })
    expect(match.settlementId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await maker.get('/v1/orders?status=FILLED')).body.data).toHaveLength(1)
  })

  it('gives a match no settlement id before it is settled', async () => {
    const exchange = await start({ settlementMs: 600_000 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    const [match] = (await maker.get('/v1/orders/matches')).body.data
    expect(match).toMatchObject({ settlementId: null, transactionHash: null })
    expect((await maker.get('/v1/orders?status=OPEN')).body.data[0].amountFilled).toBe('0')
    expect((await maker.get('/v1/positions')).body.data).toEqual([])
  })

  it('pages through orders newest first without missing or repeating one while new ones come', async () => {
    const exchange = await start()
    const { market } = exchange
    const client = createClient(exchange)
    await client.login()
    for (let cents = 10; cents < 15; cents++) await client.limit({ market, cents, shares: 10 })
    const first = (await client.get('/v1/orders?first=2')).body
    await client.limit({ market, cents: 20, shares: 10 })
    const second = (await client.get(`/v1/orders?first=2&after=${first.cursor}`)).body
    const third = (await client.get(`/v1/orders?first=2&after=${second.cursor}`)).body
    const ids = [...first.data, ...second.data, ...third.data].map((row: { id: string }) => Number(row.id))
    expect(ids).toEqual([5, 4, 3, 2, 1])
    expect(third.cursor).toBeNull()
  })
})
