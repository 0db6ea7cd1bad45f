/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { startExchange } from '../../src/exchange.js'
import { ALL_OPERATIONS } from '../../src/protocol/api/all-operations.js'
import { type ConnectionUse, connectionDigest, connectionText } from '../../src/protocol/connection.js'
import { createSigner } from '../../src/protocol/sign.js'
import { createManualClock } from '../../src/testing.js'
import { type Client, createClient } from '../exchange/server/client.js'

/** This many rows, after the cursor of an earlier page. */
interface PageWish {
  readonly first?: string
  readonly after?: string
}
type Ask = (page: PageWish) => Promise<{ readonly status: number; readonly body: any }>

const clock = createManualClock()
const MARKETS = ['rain', 'snow', 'wind'].map(word => ({ question: `Will there be ${word}?`, rewardsPerHour: 60 }))

let exchange: RunningExchange
let asks: Readonly<Record<string, Ask>>

/** Three wallets, three matches, orders that rest and earn. */
const makeHistory = async (maker: Client, taker: Client): Promise<void> => {
  await Promise.all([maker.login(), taker.login()])
  for (const { id: market } of exchange.markets) {
    await maker.limit({ market, cents: 40, shares: 130 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 57, shares: 110 })
  }
  // Resting orders are paid when a minute is over, and the core looks at the clock when something happens.
  clock.advance(61_000)
  await maker.limit({ market: exchange.markets[0]?.id ?? 0, cents: 39, shares: 10 })
}

const got =
  (headers: Readonly<Record<string, string>>, path: string): Ask =>
  async page => {
    const url = new URL(exchange.baseUrl + path)
    for (const [key, value] of Object.entries(page)) url.searchParams.set(key, value)
    const response = await fetch(url, { headers })
    return { status: response.status, body: await response.json() }
  }

/** A third party that the account has let in. */
const connected = async (account: Client): Promise<(use: ConnectionUse, prefix: string) => Ask> => {
  const { chainId } = exchange
  const owner = createSigner({ privateKey: account.account.privateKey, chainId })
  const party = createSigner({ privateKey: `0x${'61'.repeat(32)}`, chainId })
  const frame = { signer: party.address, account: owner.address }
  let timestamp = Math.floor(clock.now() / 1_000)
  const signature = owner.signMessage(connectionText({ ...frame, chainId, timestamp }))
  const answer = await account.post('/v1/oauth/finalize', { ...frame, signature, data: { timestamp } })
  expect(answer.status).toBe(200)
  return (use, prefix) => async page => {
    const data = { ...page, timestamp: timestamp++ }
    const digest = connectionDigest({ use, account: owner.address, chainId, data })
    return account.post(`${prefix}/oauth/${use}`, { ...frame, signature: party.signMessage(digest), data })
  }
}

beforeAll(async () => {
  exchange = await startExchange({
    clock,
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: 0,
    markets: MARKETS,
    accounts: 3,
  })
  const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
  await makeHistory(maker, taker)
  const key = { 'x-api-key': exchange.apiKey }
  const wallet = { ...key, authorization: `Bearer ${await maker.login()}` }
  const party = await connected(maker)
  const market = exchange.markets[0]?.id
  asks = {
    getCategories: got(key, '/v1/categories'),
    getMarkets: got(key, '/v1/markets'),
    getMatches: got(key, '/v1/orders/matches'),
    getOrders: got(wallet, '/v1/orders'),
    getActivity: got(wallet, '/v1/account/activity'),
    getPositions: got(wallet, '/v1/positions'),
    getPositionsByAddress: got(key, `/v1/positions/${taker.account.address}`),
    getMarketActivity: got(key, `/v1/markets/${market}/activity`),
    getLeaderboard: got(key, '/v1/leaderboard'),
    getConnectionOrders: party('orders', '/v1'),
    getConnectionPositions: party('positions', '/v1'),
    olderGetMarkets: got({}, '/markets'),
    olderGetMarketActivity: got({}, `/markets/${market}/activity`),
    olderGetCategories: got({}, '/categories'),
    olderGetOrders: got(wallet, '/orders'),
    olderGetMatches: got({}, '/orders/matches'),
    olderGetActivity: got(wallet, '/account/activity'),
    olderGetPositions: got(wallet, '/positions'),
    olderGetPositionsByAddress: got({}, `/positions/${taker.account.address}`),
    olderGetLeaderboard: got({}, '/leaderboard'),
    olderGetConnectionOrders: party('orders', ''),
    olderGetConnectionPositions: party('positions', ''),
    getAccounts: got({ 'x-admin-token': exchange.adminToken }, '/admin/accounts'),
  }
  return () => exchange.close()
})

const LISTS = ALL_OPERATIONS.filter(({ form }) => form === 'page').map(({ id }) => id)

describe('every list, walked by one row at a time', () => {
  it.each(LISTS)('%s comes to its end with every row once, by cursors that mean nothing to a client', async id => {
    const ask = asks[id]
    if (ask === undefined) throw new Error(`no request is known for ${id}`)
    const whole = await ask({})
    expect([whole.status, whole.body.cursor]).toEqual([200, null])
    expect(whole.body.data.length).toBeGreaterThanOrEqual(id.endsWith('MarketActivity') ? 1 : 2)
    const found: any[] = []
    const cursors = new Set<string>()
    for (let after: string | null | undefined; after !== null; ) {
      const { status, body } = await ask({ first: '1', ...(after !== undefined && { after }) })
      expect([status, body.success, body.data.length]).toEqual([200, true, 1])
      found.push(...body.data)
      after = body.cursor as string | null
      expect(after === '' || cursors.has(String(after))).toBe(false)
      if (after !== null) cursors.add(after)
    }
    expect(found).toEqual(whole.body.data)
    for (const cursor of cursors) expect(cursor).toMatch(/^(?!\d+$)[\w-]+$/)
    expect(await ask({ first: '1', after: 'made-up' })).toMatchObject({ status: 400, body: { success: false } })
  })

  it('and the points of a chart too', async () => {
    const path = `/v1/markets/${exchange.markets[0]?.id}/timeseries?metric=chance&resolution=1m`
    const whole = (await got({ 'x-api-key': exchange.apiKey }, path)({})).body
    expect([whole.cursor, whole.data.series.length > 1]).toEqual([null, true])
    const found: unknown[] = []
    for (let after = ''; ; ) {
      const { body } = await got({ 'x-api-key': exchange.apiKey }, `${path}&limit=1&after=${after}`)({})
      found.push(...body.data.series)
      if (body.cursor === null) break
      after = body.cursor
    }
    expect(found).toEqual(whole.data.series)
  })
})
