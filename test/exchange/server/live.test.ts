import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'
import { bookOf, marketOf, openFollowed, read, until } from './followed-pair.js'
import { createOperator } from './operator-client.js'
import { openStream } from './stream.js'

const FERRY = {
  slug: 'ferry',
  title: 'Ferry',
  tags: [{ id: '7', name: 'Harbour', level: 1, parentId: null, makerRebateBps: 0 }],
}
const MARKETS = [
  {
    question: 'Will the ferry be late?',
    category: FERRY,
    decimals: 3,
    feeRateBps: 150,
    rewardsPerHour: 30,
    isNegRisk: true,
  },
  { question: 'Will it rain?', endsInMinutes: null },
  { question: 'Will the ferry be early?', category: FERRY, isNegRisk: true },
] as const

const outside = async (options = {}) => {
  const followed = await openFollowed({ markets: MARKETS, ...options })
  const client = createClient(followed.outer)
  await client.login()
  return { ...followed, client, market: followed.outer.market }
}

describe('an exchange whose crowd follows a venue', () => {
  it('has the venue’s markets under their own numbers, with their definitions and their books', async () => {
    const { outer, client, market, follow } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    await client.limit({ market, outcome: 'no', cents: 55, shares: 30 })
    const inner = await follow()
    expect(inner.markets).toEqual(outer.markets)
    expect(await bookOf(inner, market)).toEqual({ bids: [[0.4, 20]], asks: [[0.45, 30]] })
    const [theirs, ours] = [await marketOf(outer, market), await marketOf(inner, market)]
    for (const field of [
      'question',
      'decimalPrecision',
      'feeRateBps',
      'isNegRisk',
      'categorySlug',
      'tradingStatus',
      'spreadThreshold',
    ])
      expect([field, ours[field]]).toEqual([field, theirs[field]])
    expect(ours.rewards.current.hourlyRate).toBe(30)
    const slug = theirs.categorySlug
    const [category, copied] = [await read(outer, `/v1/categories/${slug}`), await read(inner, `/v1/categories/${slug}`)]
    expect([copied.endsAt, copied.tags.map((tag: { name: string }) => tag.name)]).toEqual([category.endsAt, ['Harbour']])
    await client.limit({ market, cents: 41, shares: 5 })
    await until(() => bookOf(inner, market), {
      bids: [
        [0.41, 5],
        [0.4, 20],
      ],
      asks: [[0.45, 30]],
    })
  })

  it('keeps orders inside: they queue, are filled by the venue’s prints, and the venue never hears of them', async () => {
    const { outer, client, market, follow, requests } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    const inner = await follow()
    const ours = createClient(inner)
    await ours.login()
    const { orderHash } = (await ours.limit({ market, cents: 40, shares: 10, isPostOnly: true })).body.data
    expect(await bookOf(inner, market)).toMatchObject({ bids: [[0.4, 30]] })
    expect(await bookOf(outer, market)).toMatchObject({ bids: [[0.4, 20]] })
    const stream = await openStream(inner)
    await stream.subscribe(`predictTrades/${market}`)
    const other = createClient(outer, 1)
    await other.login()
    await other.limit({ market, outcome: 'no', cents: 60, shares: 20 })
    await until(() => bookOf(inner, market), { bids: [[0.4, 10]], asks: [] })
    // Twenty stood ahead of it: the next print is its own, as far as the venue’s level went.
    await other.limit({ market, outcome: 'no', cents: 60, shares: 6 })
    await client.limit({ market, cents: 40, shares: 6 })
    await until(async () => (await ours.get(`/v1/orders/${orderHash}`)).body.data.amountFilled, '6000000000000000000')
    expect(stream.heard.filter(message => message.topic === `predictTrades/${market}`).map(({ data }) => data.size)).toContain(
      20,
    )
    // What it takes stays taken.
    await client.limit({ market, cents: 30, shares: 50 })
    await until(async () => (await bookOf(inner, market)).bids.at(-1), [0.3, 50])
    const taker = createClient(inner, 1)
    await taker.login()
    await taker.limit({ market, outcome: 'no', cents: 70, shares: 15 })
    await client.limit({ market, cents: 29, shares: 5 })
    await until(
      async () => (await bookOf(inner, market)).bids.slice(-2),
      [
        [0.3, 39],
        [0.29, 5],
      ],
    )
    expect(requests.every(request => request.startsWith('GET '))).toBe(true)
    expect(requests.filter(request => request.includes('/auth'))).toEqual([])
    expect(requests.length).toBeGreaterThan(3)
  })

  it('is dark while the line is cut, and shows the venue’s books again when it is back', async () => {
    const said: string[] = []
    const { client, market, line, follow } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    await client.limit({ market, outcome: 'no', cents: 50, shares: 20 })
    const inner = await follow({}, { log: text => said.push(text) })
    const ours = createClient(inner)
    await ours.login()
    const { orderHash } = (await ours.limit({ market, cents: 40, shares: 10, isPostOnly: true })).body.data
    line.set({ kind: 'cut' })
    const dark = async () => [(await marketOf(inner, market)).tradingStatus, await bookOf(inner, market)]
    await until(dark, ['CANCEL_ONLY', { bids: [[0.4, 10]], asks: [] }], 3_000)
    expect((await ours.limit({ market, cents: 45, shares: 10 })).body.error).toBe('create_order_market_not_trading')
    expect(said.some(text => /dark: lost: /.test(text))).toBe(true)
    // No client hears of this, and the order must not be in front of what it stood behind.
    await client.limit({ market, cents: 40, shares: 5 })
    expect(await dark()).toEqual(['CANCEL_ONLY', { bids: [[0.4, 10]], asks: [] }])
    line.set({ kind: 'none' })
    await until(dark, ['OPEN', { bids: [[0.4, 35]], asks: [[0.5, 20]] }], 10_000)
    const other = createClient(inner, 1)
    await other.login()
    await other.limit({ market, outcome: 'no', cents: 60, shares: 20 })
    expect((await ours.get(`/v1/orders/${orderHash}`)).body.data.amountFilled).toBe('0')
  })

  it('is dark within the bound where the line is alive and says nothing', async () => {
    const { client, market, line, follow } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    const inner = await follow({ darkAfterMs: 1_000 })
    const status = async () => (await marketOf(inner, market)).tradingStatus
    // A busy computer may be silent for the bound itself; the next frame opens the market again.
    await until(status, 'OPEN')
    line.set({ kind: 'swallow', way: 'down' })
    await until(status, 'CANCEL_ONLY', 3_000)
    expect(await bookOf(inner, market)).toEqual({ bids: [], asks: [] })
  })

  it('follows ticks, pauses, results, and markets that open later', async () => {
    const { outer, market, follow } = await outside()
    const inner = await follow()
    const operator = createOperator(outer)
    const second = outer.markets[1]?.id ?? 0
    await operator.done(`/markets/${market}/status`, { status: 'PAUSED' })
    await until(async () => (await marketOf(inner, market)).tradingStatus, 'CANCEL_ONLY')
    await operator.done(`/markets/${market}/status`, { status: 'UNPAUSED' })
    await until(async () => (await marketOf(inner, market)).tradingStatus, 'OPEN')
    const ours = createClient(inner)
    await ours.login()
    await createOperator(inner).done(`/accounts/${ours.account.address}/pairs`, { marketId: second, shares: '5' })
    const before = await ours.cash()
    await operator.done(`/markets/${second}/resolve`, { yes: 1 })
    await until(async () => (await marketOf(inner, second)).status, 'RESOLVED')
    await until(() => ours.cash(), before + 5n * 10n ** 18n)
    const { categorySlug } = await marketOf(outer, market)
    const opened = await operator.done('/markets', { categorySlug, question: 'Will the ferry sink?' })
    await until(async () => (await marketOf(inner, opened.id)).question, 'Will the ferry sink?')
    await until(async () => (await marketOf(inner, opened.id)).tradingStatus, 'OPEN')
  })

  it('goes on with its markets and orders over a restart, dark until the venue is there', async () => {
    const { client, market, line, venue, follow } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    const data = folder()
    const first = await follow({}, { data })
    const ours = createClient(first)
    await ours.login()
    const { orderHash } = (await ours.limit({ market, cents: 35, shares: 10 })).body.data
    await first.close()
    await client.limit({ market, cents: 39, shares: 3 })
    line.set({ kind: 'cut' })
    const source = { ...venue, startWithinSeconds: 0.2 }
    await expect(follow({ source }, { data })).rejects.toThrow(
      /^the venue that the crowd follows, 127\.0\.0\.1:\d+, did not answer within 0\.2 s \(startWithinSeconds\): /,
    )
    line.set({ kind: 'none' })
    const second = await follow({}, { data })
    expect(second.markets).toEqual(first.markets)
    expect(await bookOf(second, market)).toEqual({
      bids: [
        [0.4, 20],
        [0.39, 3],
        [0.35, 10],
      ],
      asks: [],
    })
    const again = createClient(second)
    await again.login()
    expect((await again.get(`/v1/orders/${orderHash}`)).body.data.status).toBe('OPEN')
  })

  it('says so where the venue refuses its key, or does not know a market that is named', async () => {
    const { venue, follow } = await outside()
    await expect(follow({ source: { ...venue, apiKey: 'wrong' } })).rejects.toThrow(
      /refuses the API key: check apiKey of the crowd/,
    )
    await expect(follow({ source: { ...venue, markets: ['77'] } })).rejects.toThrow(/refuses the request: .*77/)
  })

  it('follows those of the venue’s markets that are asked for', async () => {
    const { outer, venue, follow } = await outside()
    const named = await follow({ source: { ...venue, markets: [String(outer.market)] } })
    expect(named.markets.map(({ id }) => id)).toEqual([outer.market])
    const filtered = await follow({ source: { ...venue, markets: { question: 'ferry' } } })
    expect(filtered.markets).toHaveLength(2)
  })

  it('takes another number where its own is taken, and closes what it followed when it follows no more', async () => {
    const { outer, market, follow } = await outside()
    const data = folder()
    const own = await start({ data, markets: [{ question: 'Is this mine?' }] })
    expect(own.market).toBe(market)
    await own.close()
    const said: unknown[] = []
    const inner = await follow({}, { data, log: (_text, fields) => said.push(fields) })
    expect((await marketOf(inner, market)).question).toBe('Is this mine?')
    const moved = outer.markets.at(-1)!.id + 1
    expect(said).toContainEqual({ venue: String(market), here: moved })
    expect((await marketOf(inner, moved)).question).toBe(MARKETS[0].question)
    await inner.close()
    const alone = await start({ data, crowd: { kind: 'synthetic' } })
    expect((await marketOf(alone, moved)).tradingStatus).toBe('CLOSED')
    expect((await marketOf(alone, market)).tradingStatus).toBe('OPEN')
  })

  it('queues orders as the fill model says that it was first started with', async () => {
    const { outer, client, market, follow } = await outside()
    await client.limit({ market, cents: 40, shares: 20 })
    const data = folder()
    const said: unknown[] = []
    const first = await follow({ fillModel: 'optimistic' }, { data })
    await first.close()
    const inner = await follow({ fillModel: 'pessimistic' }, { data, log: (_text, fields) => said.push(fields) })
    expect(said).toContainEqual({ rule: 'fillModel', kept: 'optimistic', wished: 'pessimistic' })
    const ours = createClient(inner)
    await ours.login()
    const { orderHash } = (await ours.limit({ market, cents: 40, shares: 10, isPostOnly: true })).body.data
    const other = createClient(outer, 1)
    await other.login()
    await other.limit({ market, outcome: 'no', cents: 60, shares: 5 })
    await until(async () => (await ours.get(`/v1/orders/${orderHash}`)).body.data.amountFilled, '10000000000000000000')
  })
})
