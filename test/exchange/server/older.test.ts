import { expect, test } from 'vitest'
import { type Answer, createClient } from './client.js'
import { start } from './exchanges.js'

const CATEGORY = 'id slug title description imageUrl isNegRisk createdAt markets startsAt status tags'
const MARKET =
  'id imageUrl title question description status isNegRisk feeRateBps resolution oracleQuestionId conditionId resolverAddress outcomes ' +
  'questionIndex pointAllocationBps spreadThreshold shareThreshold venueOneConditionIds categorySlug createdAt decimalPrecision'
const POSITION = 'id market outcome amount valueUsd'

const keys = (value: object): string[] => Object.keys(value).toSorted((a, b) => a.localeCompare(b))
const words = (text: string): string[] => text.split(' ').toSorted((a, b) => a.localeCompare(b))

/** Two wallets that have traded ten shares. */
const traded = async () => {
  const exchange = await start()
  const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  await maker.limit({ market: exchange.market, cents: 60, shares: 10 })
  await taker.limit({ market: exchange.market, outcome: 'no', cents: 40, shares: 10 })
  await expect.poll(async () => (await maker.get('/positions')).body.data.length).toBe(1)
  return { exchange, maker, taker }
}

/** Without a key; with a bad one where it is named. */
const ask = async (
  exchange: { baseUrl: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Answer, 'status' | 'body'>> => {
  const response = await fetch(exchange.baseUrl + path, { headers })
  return { status: response.status, body: await response.json() }
}

test('the revision without prefix answers the older fields, key for key', async () => {
  const { exchange, maker } = await traded()
  const market = (await maker.get('/markets')).body.data.find((row: { id: number }) => row.id === exchange.market)
  expect(keys(market)).toEqual(words(MARKET))
  expect(keys(market.outcomes[0])).toEqual(words('name indexSet onChainId status'))
  const [category] = (await maker.get('/categories?first=1')).body.data
  expect(keys(category)).toEqual(words(CATEGORY))
  expect(keys(category.markets[0])).toEqual(words(MARKET))
  expect(keys(category.tags[0])).toEqual(words('id name'))
  expect((await maker.get(`/categories/${category.slug}`)).body.data).toEqual(category)
  const [position] = (await maker.get('/positions')).body.data
  expect([keys(position), keys(position.market)]).toEqual([words(POSITION), words(MARKET)])
})

test('it needs no key, and refuses a wrong one', async () => {
  const exchange = await start()
  expect((await ask(exchange, '/markets')).status).toBe(200)
  expect((await ask(exchange, '/v1/markets')).status).toBe(401)
  for (const path of ['/markets', '/orders', '/categories', '/nowhere'])
    expect((await ask(exchange, path, { 'x-api-key': 'wrong' })).body.error, path).toBe('unauthorized')
})

test('its statuses are 201 for a login and an order, which is answered with a code alone', async () => {
  const exchange = await start()
  const client = createClient(exchange)
  const order = await client.body({ market: exchange.market, cents: 30, shares: 10 })
  const post = async (path: string, body: unknown, headers = {}): Promise<Pick<Answer, 'status' | 'body'>> => {
    const response = await fetch(exchange.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  expect(await post('/orders', order)).toEqual({ status: 201, body: { success: true, data: { code: 'OK' } } })
  const other = createClient(exchange, 1)
  const foreign = { authorization: `Bearer ${await other.login()}` }
  const second = await client.body({ market: exchange.market, cents: 31, shares: 10 })
  expect((await post('/orders', second, foreign)).status).toBe(400)
  second.data.order.signature = second.data.order.signature.replace(/..$/, match => (match === '1b' ? '1c' : '1b'))
  expect((await post('/orders', second)).body.error).toBe('create_order_invalid_signature')
  const { message } = (await ask(exchange, '/auth/message')).body.data
  expect((await post('/auth', { signer: client.account.address, message, signature: '0x00' })).status).toBe(401)
})

test('orders are listed, found and cancelled with a token', async () => {
  const exchange = await start()
  const client = createClient(exchange)
  expect((await client.get('/orders')).status).toBe(401)
  await client.login()
  for (const cents of [30, 31]) await client.post('/orders', await client.body({ market: exchange.market, cents, shares: 10 }))
  const [newest, oldest] = (await client.get('/orders')).body.data
  expect((await client.get(`/orders/${newest.order.hash}`)).body.data).toEqual(newest)
  const cancelled = await client.post('/orders/cancel', { data: { ids: [newest.id], hashes: [oldest.order.hash] } })
  expect([cancelled.status, cancelled.body.removed]).toEqual([200, [newest.id, oldest.order.hash]])
})

test('a cancel that names no orders, or more than 100, is refused', async () => {
  const exchange = await start()
  const client = createClient(exchange)
  await client.login()
  const ids = Array.from({ length: 60 }, (_, index) => String(index + 1))
  const hashes = ids.map(id => `0x${id.padStart(64, '0')}`)
  const refused = async (data: object): Promise<unknown> => (await client.post('/orders/cancel', { data })).body.message
  expect(await refused({ orderIds: ids })).toBe('data: ids or hashes must name the orders')
  expect(await refused({ ids, hashes })).toBe('data: ids and hashes together may name at most 100 orders')
  expect(
    (await client.post('/orders/cancel', { data: { ids: ids.slice(0, 50), hashes: hashes.slice(0, 50) } })).body.noop.length,
  ).toBe(100)
})

test('what was said of matches, sales and standings stands there too', async () => {
  const { exchange, maker } = await traded()
  const market = `/markets/${exchange.market}`
  expect((await maker.get(`${market}/last-sale`)).body.data.priceInCurrency).toBe('0.4')
  expect((await maker.get(`${market}/orderbook`)).body).toEqual((await maker.get(`/v1${market}/orderbook`)).body)
  expect((await maker.get(`${market}/stats`)).body.data.volumeTotalUsd).toBeGreaterThan(0)
  const [row] = (await maker.get(`${market}/activity`)).body.data
  expect([row.name, row.amountFilled]).toEqual(['MATCH', String(10n ** 19n)])
  expect((await maker.get('/leaderboard')).body.data.length).toBe(2)
  const [season] = (await maker.get('/season-totals')).body.data
  expect([season.season, season.traders]).toEqual([1, 2])
  expect((await maker.get('/markets/999999/activity')).status).toBe(404)
})
