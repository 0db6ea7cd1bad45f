/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { FAULT_KINDS, type FaultKind } from '../../../src/exchange.js'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'
import { openScene, soon } from './fault-scene.js'
import { openStream } from './stream.js'

const ONE = 10n ** 18n
const isBook = (message: any): boolean => message.topic?.startsWith('predictOrderbook/') === true

/** What a client sees of each fault. A kind that is missing here does not compile, and fails below. */
const SEEN: Readonly<Record<FaultKind, () => Promise<void>>> = {
  'drop-answer': async () => {
    const { maker, market, set, orders } = await openScene()
    await set({ kind: 'drop-answer', when: { route: 'POST /v1/orders', count: 1 } })
    const body = await maker.body({ market, cents: 40, shares: 10 })
    await expect(maker.post('/v1/orders', body)).rejects.toThrow('fetch failed')
    expect(await orders()).toMatchObject([{ order: { hash: body.data.order.hash }, status: 'OPEN' }])
    const again = await maker.post('/v1/orders', body)
    expect([again.status, again.body.error]).toEqual([400, 'create_order_duplicate_order'])
  },

  'delay-answer': async () => {
    const { maker, market, set } = await openScene()
    await set({ kind: 'delay-answer', byMs: 300, when: { route: '/v1/markets/{id}/orderbook' } })
    const slow = maker.get(`/v1/markets/${market}/orderbook`).then(() => 'slow')
    expect(await Promise.race([slow, maker.get(`/v1/markets/${market}`).then(() => 'quick')])).toBe('quick')
    expect(await slow).toBe('slow')
  },

  status: async () => {
    const { exchange, market, maker, set, clear, orders } = await openScene()
    const seen: unknown[] = []
    for (const status of [403, 425, 429, 500, 502, 503, 504] as const) {
      await set({ kind: 'status', status, ...(status === 429 && { retryAfterSeconds: 7 }) })
      const answer = await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { 'x-api-key': exchange.apiKey } })
      const text = await answer.text()
      const said = text.startsWith('{') ? JSON.parse(text).error : text.slice(0, 15)
      seen.push([answer.status, answer.headers.get('retry-after'), said])
      await clear()
    }
    const page = '<!DOCTYPE html>'
    expect(seen).toEqual([
      [403, null, page],
      [425, null, ''],
      [429, '7', 'rate_limited'],
      [500, null, 'internal_error'],
      [502, null, page],
      [503, null, 'unavailable'],
      [504, null, page],
    ])
    await set({ kind: 'status', status: 500, when: { route: 'POST /v1/orders', count: 1 } })
    expect((await maker.limit({ market, cents: 40, shares: 10 })).status).toBe(500)
    expect(await orders()).toEqual([])
    await set({ kind: 'status', status: 500, isCarriedOut: true, when: { route: 'POST /v1/orders', count: 1 } })
    expect((await maker.limit({ market, cents: 40, shares: 10 })).status).toBe(500)
    expect(await orders()).toHaveLength(1)
  },

  'empty-removal': async () => {
    const { maker, market, set, remove, order } = await openScene()
    const { orderHash } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    await set({ kind: 'empty-removal', when: { count: 1 } })
    expect((await remove(orderHash)).body).toEqual({ success: true, removed: [], noop: [], rejected: [] })
    expect((await order(orderHash)).status).toBe('OPEN')
    expect((await remove(orderHash)).body.removed).toEqual([orderHash])
  },

  unrecorded: async () => {
    const { maker, market, set, remove } = await openScene()
    await set({ kind: 'unrecorded', forMs: 1_500 })
    const { orderHash } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    expect((await maker.get(`/v1/orders/${orderHash}`)).status).toBe(404)
    expect(await remove(orderHash)).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
    await expect.poll(async () => (await maker.get(`/v1/orders/${orderHash}`)).status, { timeout: 5_000 }).toBe(200)
    expect((await remove(orderHash)).body.removed).toEqual([orderHash])
  },

  'fill-after-cancel': async () => {
    const { maker, market, set, remove, order, followWallet, told, stream } = await openScene()
    await followWallet()
    const { orderHash } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    await set({ kind: 'fill-after-cancel', byMs: 80 })
    expect((await remove(orderHash)).body.removed).toEqual([orderHash])
    await stream.hear(({ data }) => data?.type === 'orderTransactionSuccess')
    expect(told().map(({ type }) => type)).toEqual([
      'orderAccepted',
      'orderCancelled',
      'orderTransactionSubmitted',
      'orderTransactionSuccess',
    ])
    expect(await order(orderHash)).toMatchObject({ status: 'CANCELLED', amountFilled: String(5n * ONE) })
    expect(await maker.shares(market, 'yes')).toBe(5n * ONE)
    expect(await maker.cash()).toBe(9_998n * ONE)
  },

  'partial-page': async () => {
    const { maker, market, set, clear } = await openScene()
    for (const cents of [10, 11, 12, 13]) await maker.limit({ market, cents, shares: 10 })
    const ids = (answer: any): number[] => answer.body.data.map(({ id }: { id: string }) => Number(id))
    await set({ kind: 'partial-page', how: 'cut' })
    const cut = await maker.get('/v1/orders')
    expect([ids(cut), cut.body.cursor]).toEqual([[4, 3], null])
    await clear()
    await set({ kind: 'partial-page', how: 'row-lost', when: { route: 'GET /v1/orders' } })
    expect(ids(await maker.get('/v1/orders'))).toEqual([4, 3, 1])
    await clear()
    await set({ kind: 'partial-page', how: 'cursor-repeated', when: { count: 2 } })
    const pages: number[][] = []
    let after: string | null = ''
    for (let page = 0; page < 3; page++) {
      const answer: any = await maker.get(`/v1/orders?first=3${after === '' ? '' : `&after=${after}`}`)
      pages.push(ids(answer))
      after = answer.body.cursor
    }
    expect(pages).toEqual([
      [4, 3, 2],
      [4, 3, 2],
      [4, 3, 2],
    ])
    expect(ids(await maker.get(`/v1/orders?first=3&after=${after}`))).toEqual([1])
  },

  'clock-offset': async () => {
    const { maker, market, set, stream, followWallet } = await openScene()
    const byMs = -3_600_000
    await set({ kind: 'clock-offset', byMs })
    const isLate = (time: number): boolean => Math.abs(time - byMs - Date.now()) < 5_000
    const refused = await maker.get('/v1/markets/999')
    expect(isLate(Date.parse(refused.body.timestamp))).toBe(true)
    expect(refused.body.timestamp).toMatch(/\.\d{9}Z$/)
    expect(isLate(Date.parse(refused.headers.get('date') ?? ''))).toBe(true)
    await stream.subscribe(`predictOrderbook/${market}`)
    await followWallet()
    await maker.limit({ market, cents: 40, shares: 10 })
    const book = await stream.hear(message => isBook(message) && message.data.bids.length > 0)
    expect(isLate(book.data.updateTimestampMs)).toBe(true)
    expect(isLate((await stream.hear(({ data }) => data?.type === 'orderAccepted')).data.timestamp)).toBe(true)
  },

  silence: async () => {
    const { exchange, maker, set, clear, stream } = await openScene()
    const [first = 0, second = 0] = exchange.markets.map(({ id }) => id)
    for (const id of [first, second]) await stream.subscribe(`predictOrderbook/${id}`)
    await set({ kind: 'silence', when: { market: first } })
    for (const market of [first, second]) await maker.limit({ market, cents: 40, shares: 10 })
    await stream.hear(({ data }) => data?.marketId === second && data.bids.length === 1)
    expect(stream.heard.filter(message => isBook(message) && message.data.marketId === first)).toHaveLength(1)
    await clear()
    await maker.limit({ market: first, cents: 41, shares: 10 })
    await stream.hear(({ data }) => data?.marketId === first && data.bids.length === 2)
  },

  'duplicate-events': async () => {
    const { set, followWallet, told, stream, meet } = await openScene()
    await followWallet()
    await set({ kind: 'duplicate-events', when: { topic: 'wallet' } })
    await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionSuccess')
    await soon(20)
    expect(told().map(({ type }) => type)).toEqual([
      'orderAccepted',
      'orderAccepted',
      'orderTransactionSubmitted',
      'orderTransactionSubmitted',
      'orderTransactionSuccess',
      'orderTransactionSuccess',
    ])
  },

  'reorder-events': async () => {
    const { maker, market, set, followWallet, told, stream, meet } = await openScene()
    await followWallet()
    const id = await set({ kind: 'reorder-events', withinMs: 500, when: { topic: 'wallet' } })
    const { orderHash } = (await maker.limit({ market, cents: 30, shares: 10 })).body.data
    await stream.hear(({ data }) => data?.orderHash === orderHash)
    expect(id).toBe(1)
    await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionSuccess')
    expect(told().map(({ type }) => type)).toEqual([
      'orderAccepted',
      'orderTransactionSubmitted',
      'orderAccepted',
      'orderTransactionSuccess',
    ])
  },

  'success-without-fill': async () => {
    const { set, clear, followWallet, told, stream, meet } = await openScene()
    await followWallet()
    await set({ kind: 'success-without-fill' })
    const successes = () => told().filter(({ type }) => type === 'orderTransactionSuccess')
    await meet()
    await stream.hear(() => successes().length === 1)
    expect(Object.keys(successes()[0])).not.toEqual(expect.arrayContaining(['fill']))
    expect(successes()[0]).toMatchObject({ kind: 'PURCHASE', isMaker: true, details: { quantityFilled: '10.000' } })
    expect(told().filter(({ type }) => type === 'orderTransactionSubmitted')).toHaveLength(1)
    await clear()
    await set({ kind: 'success-without-fill', hidesSubmission: true })
    await meet()
    await stream.hear(() => successes().length === 2)
    expect(successes()[1].settlementId).toBeUndefined()
    expect(told().filter(({ type }) => type === 'orderTransactionSubmitted')).toHaveLength(1)
  },

  'crossed-book': async () => {
    const { maker, market, set, stream } = await openScene()
    await stream.subscribe(`predictOrderbook/${market}`)
    await maker.limit({ market, outcome: 'no', cents: 55, shares: 10 })
    await stream.hear(message => isBook(message) && message.data.asks.length === 1)
    await set({ kind: 'crossed-book', when: { count: 1 } })
    await maker.limit({ market, cents: 40, shares: 10 })
    const crossed = await stream.hear(message => isBook(message) && message.data.bids.length > 0)
    expect([crossed.data.bids, crossed.data.asks]).toEqual([
      [
        [0.46, 10],
        [0.4, 10],
      ],
      [[0.45, 10]],
    ])
    expect((await maker.get(`/v1/markets/${market}/orderbook`)).body.data.bids).toEqual([[0.4, 10]])
    await maker.limit({ market, cents: 39, shares: 10 })
    expect((await stream.hear(message => isBook(message) && message.data.orderCount === 3)).data.bids[0]).toEqual([0.4, 10])
  },

  settlement: async () => {
    const { set, clear, followWallet, stream, meet, order, maker, market } = await openScene()
    await followWallet()
    await set({ kind: 'settlement', fails: 1 })
    const failing = await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionFailed' && data.orderHash === failing)
    expect((await order(failing)).status).toBe('INVALIDATED')
    await set({ kind: 'settlement', delayMs: 60_000 })
    const slow = await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionSubmitted' && data.orderHash === slow)
    await soon(50)
    expect(await order(slow)).toMatchObject({ status: 'OPEN', amountFilled: '0' })
    await clear()
    const quick = await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionSuccess' && data.orderHash === quick)
    expect(await maker.shares(market, 'yes')).toBe(10n * ONE)
  },

  'silent-resolution': async () => {
    const { maker, market, set, stream, meet, followWallet } = await openScene()
    await followWallet()
    await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionSuccess')
    for (const topic of ['polymarketChance', 'predictMarketStatus', 'predictTradingStatus', 'predictMarketChanged'])
      await stream.subscribe(`${topic}/${market}`)
    const before = stream.heard.length
    await set({ kind: 'silent-resolution', market, yes: 1 })
    await soon(50)
    expect((await maker.get(`/v1/markets/${market}`)).body.data).toMatchObject({ status: 'RESOLVED', tradingStatus: 'CLOSED' })
    expect(stream.heard.slice(before).filter(({ topic }) => /^p.*\//.test(topic ?? ''))).toEqual([])
    expect(await maker.cash()).toBe(10_006n * ONE)
  },

  'counterparty-nonce': async () => {
    const { exchange, maker, market, set, followWallet, stream, meet, order } = await openScene({ settlementMs: 40 })
    await followWallet()
    await set({ kind: 'counterparty-nonce', when: { account: exchange.accounts[0]?.address ?? '', count: 1 } })
    const hash = await meet()
    await stream.hear(({ data }) => data?.type === 'orderTransactionFailed' && data.orderHash === hash)
    expect(await order(hash)).toMatchObject({ status: 'OPEN', amountFilled: '0' })
    expect((await maker.get(`/v1/markets/${market}/orderbook`)).body.data.bids).toEqual([[0.4, 10]])
    const stranger = createClient(exchange, 1)
    await stranger.login()
    expect((await stranger.get('/v1/orders')).body.data).toMatchObject([{ status: 'INVALIDATED' }])
  },

  'tick-change': async () => {
    const { maker, market, set } = await openScene()
    const fine = { market, makerAmount: 4_005n * 10n ** 15n, takerAmount: 10n * ONE, pricePerShare: 4_005n * 10n ** 14n }
    expect((await maker.raw(fine)).status).toBe(400)
    await set({ kind: 'tick-change', market, decimalPrecision: 3, when: { afterMs: 1_000 } })
    const decimals = async (): Promise<number> => (await maker.get(`/v1/markets/${market}`)).body.data.decimalPrecision
    expect(await decimals()).toBe(2)
    await expect.poll(decimals, { timeout: 20_000 }).toBe(3)
    expect((await maker.raw({ ...fine, makerAmount: 401n * 10n ** 16n, pricePerShare: 401n * 10n ** 15n })).status).toBe(201)
  },

  'token-expiry': async () => {
    const { maker, market, set, clear, followWallet, stream } = await openScene()
    await followWallet()
    await set({ kind: 'token-expiry' })
    expect((await maker.get('/v1/orders')).status).toBe(401)
    expect((await maker.limit({ market, cents: 40, shares: 10 })).status).toBe(401)
    expect(await stream.hear(({ error }) => error !== undefined)).toMatchObject({ type: 'R', success: false })
    await maker.login()
    expect((await maker.limit({ market, cents: 40, shares: 10 })).status).toBe(201)
    await clear()
    expect((await maker.get('/v1/orders')).status).toBe(200)
  },

  'shutdown-notice': async () => {
    const { exchange, set, stream, market } = await openScene()
    await set({ kind: 'shutdown-notice', graceMs: 120 })
    expect((await stream.hear(({ topic }) => topic === 'reconnect')).data).toEqual({ graceMs: 120 })
    const fresh = await openStream(exchange)
    expect(await stream.subscribe(`predictOrderbook/${market}`)).toMatchObject({ success: true })
    expect(await stream.closed).toBe(1001)
    expect(await fresh.subscribe('heartbeat')).toMatchObject({ success: true })
  },

  'stalled-socket': async () => {
    const { maker, market, set, stream } = await openScene()
    await stream.subscribe(`predictOrderbook/${market}`)
    await stream.hear(isBook)
    const before = stream.heard.length
    await set({ kind: 'stalled-socket', forMs: 1_500 })
    await maker.limit({ market, cents: 40, shares: 10 })
    await soon(50)
    expect(stream.heard).toHaveLength(before)
    await stream.hear(message => isBook(message) && message.data.bids.length === 1)
  },
}

const READ = { kind: 'status', status: 503 } as const

describe('the operator', () => {
  it('sets, lists and clears faults, and no fault touches these calls', async () => {
    const { operator, maker, set, strikes, exchange } = await openScene()
    const id = await set({ ...READ, when: { market: exchange.market } })
    expect(await set({ kind: 'drop-answer', when: { afterMs: 60_000 } })).toBe(id + 1)
    expect((await maker.get(`/v1/markets/${exchange.market}/orderbook`)).status).toBe(503)
    expect((await maker.get('/v1/markets')).status).toBe(200)
    expect(await strikes()).toBe(1)
    const rows = (await operator.get('/faults')).body.data
    expect(rows).toMatchObject([{ id, strikes: 1, fault: { ...READ, when: { market: exchange.market } } }, { strikes: 0 }])
    expect(await operator.done(`/faults/${id}/clear`)).toMatchObject({ id, strikes: 1 })
    expect((await maker.get(`/v1/markets/${exchange.market}/orderbook`)).status).toBe(200)
    expect(await operator.post(`/faults/${id}/clear`)).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect(await operator.done('/faults/clear')).toHaveLength(1)
    expect((await operator.get('/faults')).body.data).toEqual([])
  })

  it.each([
    [{ kind: 'earthquake' }, /kind/],
    [{ kind: 'status', status: 200 }, /status/],
    [{ kind: 'delay-answer' }, /byMs/],
    [{ kind: 'drop-answer', when: { route: 'everything' } }, /route/],
    [{ kind: 'silence', when: { route: '/v1/orders' } }, /when/],
    [{ kind: 'silence', when: { topic: 'weather' } }, /topic/],
    [{ kind: 'token-expiry', when: { account: `0x${'1'.repeat(40)}` } }, /when/],
    [{ kind: 'status', status: 500, when: { probability: 2 } }, /probability/],
    [{ kind: 'silent-resolution', yes: 1 }, /market/],
  ])('is told what is wrong with %o', async (fault, word) => {
    const { operator } = await openScene()
    const answer = await operator.post('/faults', fault)
    expect([answer.status, answer.body.error]).toEqual([400, 'bad_request'])
    expect(answer.body.message).toMatch(word)
  })

  it('is told at once of a deed that the exchange refuses, and it is not set', async () => {
    const { operator } = await openScene()
    const answer = await operator.post('/faults', { kind: 'tick-change', market: 999_999, decimalPrecision: 3 })
    expect([answer.status, (await operator.get('/faults')).body.data]).toEqual([404, []])
  })
})

describe('a fault', () => {
  it('can be there from the start, and does not outlive the process', async () => {
    const data = folder()
    const first = await start({ data, faults: [READ] })
    expect((await createClient(first).get('/v1/markets')).status).toBe(503)
    await first.close()
    expect((await createClient(await start({ data })).get('/v1/markets')).status).toBe(200)
    await expect(start({ faults: [{ kind: 'status', status: 200 } as never] })).rejects.toThrow(/fault 1: status/)
  })

  it('strikes one wallet alone', async () => {
    const { exchange, maker, taker, set } = await openScene()
    await set({ ...READ, when: { account: exchange.accounts[1]?.address ?? '' } })
    expect((await maker.get('/v1/orders')).status).toBe(200)
    expect((await taker.get('/v1/orders')).status).toBe(503)
  })

  it('matches part of an order behind others before it is removed', async () => {
    const { maker, taker, market, set, remove, order } = await openScene()
    await taker.limit({ market, cents: 42, shares: 7 })
    await taker.limit({ market, cents: 40, shares: 23 })
    const { orderHash } = (await maker.limit({ market, cents: 40, shares: 10 })).body.data
    await set({ kind: 'fill-after-cancel' })
    expect((await remove(orderHash)).body.removed).toEqual([orderHash])
    await soon(50)
    expect((await order(orderHash)).status).toBe('CANCELLED')
    const filled = BigInt((await order(orderHash)).amountFilled)
    expect(filled > 0n && filled <= 5n * ONE).toBe(true)
  })
})

describe('a fault that is set', () => {
  it('is of a kind that a client has seen', () => {
    expect(Object.keys(SEEN).toSorted()).toEqual(FAULT_KINDS.toSorted())
  })

  it.each(Object.entries(SEEN))('of the kind %s is seen by a client', (_, seen) => seen())
})
