import { beforeAll, describe, expect, it, test } from 'vitest'
import { startExchange } from '../../../src/exchange.js'
import { ALL_OPERATIONS } from '../../../src/protocol/api/all-operations.js'
import type { Operation } from '../../../src/protocol/api/operation.js'
import { OPERATIONS } from '../../../src/protocol/api/operations.js'
import { OAUTH_OPERATIONS, OLDER_OAUTH_OPERATIONS } from '../../../src/protocol/api/operations-oauth.js'
import { OLDER_OPERATIONS } from '../../../src/protocol/api/operations-older.js'
import { requestOf } from '../../../src/protocol/api/request-of.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createManualClock } from '../../../src/testing.js'
import type { CreateRequest } from './client.js'
import { readDocument, type ServiceDocument } from './document.js'
import { type Call, callIn, misanswered, openScene, type Scene } from './every-call.js'

const CURRENT = { ...OPERATIONS, ...OAUTH_OPERATIONS }
const { cancelOrders, ...OLDER } = { ...OLDER_OPERATIONS, ...OLDER_OAUTH_OPERATIONS }
type Name = keyof typeof CURRENT
const NAMES = Object.keys(CURRENT) as Name[]

/** The operations that descriptions of the service and its clients name, with their paths behind the prefix. */
const DESCRIBED: Readonly<Record<string, string>> = {
  'get auth message': 'GET /auth/message',
  'get JWT': 'POST /auth',
  'get categories': 'GET /categories',
  'get category by slug': 'GET /categories/{slug}',
  'get all tags': 'GET /tags',
  'search categories and markets': 'GET /search',
  'get markets': 'GET /markets',
  'get market by ID': 'GET /markets/{id}',
  'get market statistics': 'GET /markets/{id}/stats',
  'get market last sale information': 'GET /markets/{id}/last-sale',
  'get the orderbook for a market': 'GET /markets/{id}/orderbook',
  'get market timeseries': 'GET /markets/{id}/timeseries',
  'get latest market timeseries value': 'GET /markets/{id}/timeseries/latest',
  'get market activity': 'GET /markets/{id}/activity',
  'get order by hash': 'GET /orders/{hash}',
  'get orders': 'GET /orders',
  'get order match events': 'GET /orders/matches',
  'create an order': 'POST /orders',
  'remove orders from the orderbook': 'POST /orders/remove',
  'remove orders by hash': 'POST /orders/remove-by-hash',
  'get connected account': 'GET /account',
  'get account activity': 'GET /account/activity',
  'set a referral': 'POST /account/referral',
  'get your positions': 'GET /positions',
  'get positions by address': 'GET /positions/{address}',
  'get leaderboard': 'GET /leaderboard',
  'get season totals': 'GET /season-totals',
  'finalize an OAuth connection': 'POST /oauth/finalize',
  'get the orders for an OAuth connection': 'POST /oauth/orders',
  'create an order for an OAuth connection': 'POST /oauth/orders/create',
  'cancel the orders for an OAuth connection': 'POST /oauth/orders/cancel',
  'get the positions for an OAuth connection': 'POST /oauth/positions',
  'get category statistics': 'GET /categories/{id}/stats',
  'get market statistics by their other name': 'GET /markets/{id}/statistics',
  'get many orderbooks': 'GET /markets/orderbooks',
  'get a quote': 'GET /markets/{id}/quote',
  'post a quote': 'POST /markets/{id}/quote',
  'get many quotes': 'GET /markets/quotes',
  'post many quotes': 'POST /markets/quotes',
  'get reserved balances': 'POST /account/reserved-balances/query',
  'get pending yield': 'GET /yield/pending',
}

test.each(Object.entries(DESCRIBED))('“%s” is there in both revisions', (_name, described) => {
  const [method, path] = described.split(' ')
  const found = ALL_OPERATIONS.filter(one => one.method === method).map(one => one.path)
  expect(found).toEqual(expect.arrayContaining([`/v1${path}`, path]))
})

test('no other operation is named in only one of them', () => {
  const named = ALL_OPERATIONS.filter(({ path }) => !path.startsWith('/admin/')).map(one => `${one.method} ${one.path}`)
  const described = Object.values(DESCRIBED).flatMap(one => [one, one.replace(' ', ' /v1')])
  expect(named.toSorted()).toEqual([...described, 'POST /orders/cancel'].toSorted())
})

test('the older revision has the current one’s operations under their paths without prefix, and its own way to cancel', () => {
  expect(Object.keys(OLDER).toSorted()).toEqual(NAMES.toSorted())
  for (const name of NAMES) {
    const [current, older]: Operation[] = [CURRENT[name], OLDER[name]]
    expect(`${older?.method} /v1${older?.path}`).toBe(`${current?.method} ${current?.path}`)
  }
  expect(cancelOrders.path).toBe('/orders/cancel')
})

describe('every operation, called in both revisions', () => {
  const clock = createManualClock()
  let scene: Scene
  let document: ServiceDocument
  beforeAll(async () => {
    const exchange = await startExchange({ clock, crowd: { kind: 'none' }, rateLimits: null, settlementMs: 0 })
    scene = await openScene(exchange, clock)
    document = await readDocument(exchange)
    return () => exchange.close()
  })

  const quantity = String(10n ** 18n)
  const ofMarket = (): Call => ({ input: { id: scene.market } })
  /** An order of its own for each call. */
  const order = async (): Promise<CreateRequest> => scene.maker.body({ market: scene.market, cents: 30, shares: 10 })
  const rested = async (): Promise<{ orderId: string; orderHash: string }> =>
    (await scene.maker.limit({ market: scene.market, cents: 31, shares: 10 })).body.data
  const login = async (): Promise<object> => {
    const { message } = (await scene.maker.get('/v1/auth/message')).body.data
    const signer = createSigner({ privateKey: scene.maker.account.privateKey, chainId: scene.exchange.chainId })
    return { signer: signer.address, message, signature: signer.signMessage(message) }
  }
  /** Each wallet may set a referral once, so each revision has its own. */
  const referral = (isOlder: boolean): Call => {
    const [by, friend] = isOlder ? [scene.taker, scene.maker] : [scene.maker, scene.taker]
    return { by, input: { data: { code: friend.account.address.slice(2, 12).toUpperCase() } } }
  }

  const CALLS: Readonly<Partial<Record<Name, (isOlder: boolean) => Call | Promise<Call>>>> = {
    getToken: async () => {
      // A text serves one login.
      clock.advance(1)
      return { input: await login() }
    },
    getCategory: () => ({ input: { slug: scene.category.slug } }),
    getCategoryStatistics: () => ({ input: { id: scene.category.id } }),
    search: () => ({ input: { query: scene.exchange.markets[0]?.question.split(' ')[0] } }),
    getOrderbooks: () => ({ input: { ids: [scene.market] } }),
    getQuotes: () => ({ input: { ids: [scene.market], side: 'Ask', quantity } }),
    postQuotes: () => ({ input: { data: [{ marketId: scene.market, side: 'Ask', quantity }] } }),
    getMarket: ofMarket,
    getMarketStatistics: ofMarket,
    getMarketStatisticsByOtherName: ofMarket,
    getLastSale: ofMarket,
    getOrderbook: ofMarket,
    getMarketActivity: ofMarket,
    getTimeseries: () => ({ input: { id: scene.market, metric: 'chance', resolution: '1m' } }),
    getLatestTimeseriesValue: ofMarket,
    getQuote: () => ({ input: { id: scene.market, side: 'Ask', quantity } }),
    postQuote: () => ({ input: { id: scene.market, data: { side: 'Ask', quantity } } }),
    createOrder: async () => ({ input: await order() }),
    getOrder: async () => ({ input: { hash: (await rested()).orderHash } }),
    removeOrders: async () => ({ input: { data: { ids: [(await rested()).orderId] } } }),
    removeOrdersByHash: async () => ({ input: { data: { hashes: [(await rested()).orderHash] } } }),
    setReferral: referral,
    getReservedBalances: () => ({ input: { assets: [{ type: 'USDT' }] } }),
    getPositionsByAddress: () => ({ input: { address: scene.taker.account.address } }),
    finalizeConnection: () => ({ input: scene.connecting() }),
    getConnectionOrders: () => ({ input: scene.connected('orders') }),
    createConnectionOrder: async () => ({ input: scene.connected('orders/create', (await order()).data) }),
    cancelConnectionOrders: async () => ({
      input: scene.connected('orders/cancel', { ids: [(await rested()).orderId], hashes: [] }),
    }),
    getConnectionPositions: () => ({ input: scene.connected('positions') }),
  }

  it.each(NAMES)('%s is asked and answers as its schema and the document say', async name => {
    for (const [operation, isOlder] of [
      [CURRENT[name], false],
      [OLDER[name], true],
    ] as const) {
      const call = (await CALLS[name]?.(isOlder)) ?? {}
      const { body } = requestOf(operation, (call.input ?? {}) as never)
      if (body !== undefined) expect(document.misfitsOfRequest(operation, JSON.parse(body))).toEqual([])
      const answer = await callIn(scene, operation, call)
      expect([operation.id, answer.status, answer.body.message]).toEqual([operation.id, operation.status, undefined])
      expect([...misanswered(operation, answer), ...document.misfits(operation, answer)]).toEqual([])
      // A list without rows would prove nothing.
      if (Array.isArray(answer.body.data)) expect(answer.body.data.length).toBeGreaterThan(0)
      for (const removed of [answer.body.removed].filter(found => found !== undefined)) expect(removed).toHaveLength(1)
    }
  })

  // A login text is a new one each time.
  const READS = NAMES.filter(name => CURRENT[name].method === 'GET' && name !== 'getAuthMessage')
  it.each(READS)('%s tells the same in both, the older one with fewer fields or all of them', async name => {
    const call = (await CALLS[name]?.(false)) ?? {}
    const [current, older] = [await callIn(scene, CURRENT[name], call), await callIn(scene, OLDER[name], call)]
    expect(current.body).toMatchObject(older.body)
  })

  const SAME: readonly Name[] = ['getQuotes', 'getTimeseries', 'getOrders', 'getOrder', 'getAccount', 'getLeaderboard']
  it.each(SAME)('%s has no fewer fields in the older one', async name => {
    const call = (await CALLS[name]?.(false)) ?? {}
    expect((await callIn(scene, OLDER[name], call)).body).toEqual((await callIn(scene, CURRENT[name], call)).body)
  })
})
