import { describe, expect, it } from 'vitest'
import type { MarketSeed } from '../../../src/exchange/server/markets/market-seed.js'
import type { CategoryText } from '../../../src/exchange/server/text/market-text.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { openInside } from './inside.js'
import { openTrader } from './trader.js'

const tag = (id: string, name: string) => ({ id, name, level: 1, parentId: null, makerRebateBps: 0 })
const HOUR_US = 3_600_000_000

const seed = (name: string, details: Partial<MarketSeed['category']> = {}, more: Partial<MarketSeed> = {}): MarketSeed => ({
  question: `Will ${name}?`,
  title: name,
  endsInMinutes: null,
  category: { slug: name, title: name, ...details },
  ...more,
})

const MARKETS: readonly MarketSeed[] = [
  seed('apple', { tags: [tag('11', 'Fruit')], publishedAt: '2027-01-03T00:00:00.000Z' }),
  seed(
    'beet',
    { tags: [tag('12', 'Root')], publishedAt: '2027-01-01T00:00:00.000Z', marketVariant: 'SPORTS_MATCH' },
    {
      marketVariant: 'SPORTS_MATCH',
    },
  ),
  seed(
    'cherry',
    { tags: [tag('11', 'Fruit'), tag('13', 'Red')], publishedAt: '2027-01-02T00:00:00.000Z' },
    { rewardsPerHour: 5 },
  ),
  seed('dill', { publishedAt: '2027-01-04T00:00:00.000Z' }),
]

const openLists = async () => {
  const open = await openInside({ markets: MARKETS, core: { settlementUs: 0, resolveAfterUs: null } })
  const trading = await openTrader(open.inside)
  const client = createClient(open.exchange)
  /** Names of the rows, or the status of a refusal. */
  const names = async (path: string): Promise<unknown> => {
    const { status, body } = await client.get(path)
    return status === 200 ? body.data.map((row: { title: string }) => row.title).join(' ') : status
  }
  return {
    ...open,
    trading,
    client,
    markets: (query: string) => names(`/v1/markets?${query}`),
    categories: (query: string) => names(`/v1/categories?${query}`),
  }
}

describe('the list of markets', () => {
  it('is filtered by status, tag, variant, rewards and boost', async () => {
    const { markets, trading, inside } = await openLists()
    expect(await markets('')).toBe('dill cherry beet apple')
    expect(await markets('tagIds=11')).toBe('cherry apple')
    expect(await markets('tagIds=12,13')).toBe('cherry beet')
    expect(await markets('tagIds=12&tagIds=13&tagIds=9')).toBe('cherry beet')
    expect(await markets('marketVariant=SPORTS_MATCH')).toBe('beet')
    expect(await markets('marketVariant=DEFAULT&tagIds=13')).toBe('cherry')
    expect(await markets('hasActiveRewards=true')).toBe('cherry')
    expect(await markets('hasActiveRewards=false')).toBe('dill beet apple')
    expect(await markets('isBoosted=true')).toBe('')
    const now = inside.writes.sequencer.now()
    const to = Timestamp.add(now, HOUR_US)
    const schedule = [{ from: now, to, microPointsPerHour: 1_000_000 }]
    await trading.do({
      kind: 'rewards',
      market: 1_001,
      spreadThreshold: 0.05,
      shareThreshold: 10,
      schedule,
      boost: { from: now, to, multiplier: 3 },
    })
    expect(await markets('isBoosted=true')).toBe('apple')
    expect(await markets('isBoosted=false&hasActiveRewards=true')).toBe('cherry')
    await trading.do({ kind: 'propose', market: 1_001, yes: 1 })
    expect(await markets('status=OPEN')).toBe('dill cherry beet apple')
    await trading.do({ kind: 'resolve', market: 1_001, yes: 1 })
    expect(await markets('status=OPEN')).toBe('dill cherry beet')
    expect(await markets('status=RESOLVED')).toBe('apple')
    await trading.do({ kind: 'status', market: 1_002, status: 'REMOVED' })
    expect(await markets('')).toBe('dill cherry apple')
    for (const query of [
      'status=open',
      'sort=VOLUME',
      'marketVariant=X',
      'isBoosted=1',
      'first=0',
      'after=zzz',
      'includeStats=yes',
    ])
      expect([query, await markets(query)]).toEqual([query, 400])
    expect(await markets('first=&sort=&unknown=1')).toBe('dill cherry apple')
  })

  it('is sorted by every figure, up and down', async () => {
    const { markets, trading, pass } = await openLists()
    await trading.trade(1_001, '0.5', '300')
    await trading.place('ann', 1_001, 'buy yes 0.49 10')
    await trading.place('ann', 1_001, 'buy no 0.49 10')
    pass(86_460)
    await trading.trade(1_002, '0.5', '100')
    await trading.trade(1_003, '0.7', '100')
    await trading.place('ann', 1_004, 'buy yes 0.6 10')
    await trading.place('ann', 1_004, 'buy no 0.36 10')
    // Totals 150, 50, 70, 0; of the day 0, 50, 70, 0; less the day before -150, 50, 70, 0; chance 0, 0, +20, +12; rewards 0, 0, 5, 0.
    const sorted = {
      VOLUME_TOTAL: 'apple cherry beet dill',
      VOLUME_24H: 'cherry beet dill apple',
      VOLUME_24H_CHANGE: 'cherry beet dill apple',
    }
    for (const [sort, expected] of Object.entries(sorted))
      expect([sort, await markets(`sort=${sort}_DESC`)]).toEqual([sort, expected])
    expect(await markets('sort=VOLUME_TOTAL_ASC')).toBe('dill beet cherry apple')
    expect(await markets('sort=VOLUME_24H_ASC')).toBe('dill apple beet cherry')
    expect(await markets('sort=VOLUME_24H_CHANGE_ASC')).toBe('apple dill beet cherry')
    expect(await markets('sort=CHANCE_24H_CHANGE_DESC')).toBe('cherry dill beet apple')
    expect(await markets('sort=CHANCE_24H_CHANGE_ASC')).toBe('beet apple dill cherry')
    expect(await markets('sort=REWARD_RATE_DESC')).toBe('cherry dill beet apple')
    expect(await markets('sort=REWARD_RATE_ASC')).toBe('dill beet apple cherry')
    expect(await markets('sort=VOLUME_TOTAL_DESC&tagIds=11&first=1')).toBe('apple')
  })

  it('is paged under every sort while volumes, markets and states change: nothing twice, nothing missed that stood', async () => {
    const many = Array.from({ length: 23 }, (_, index) =>
      seed(`market ${index}`, { slug: `m-${index}` }, { rewardsPerHour: index % 3 }),
    )
    for (const sort of ['', 'VOLUME_TOTAL_DESC', 'VOLUME_24H_ASC', 'CHANCE_24H_CHANGE_DESC', 'REWARD_RATE_DESC']) {
      const { inside, exchange } = await openInside({ markets: many, core: { settlementUs: 0 } })
      const trading = await openTrader(inside)
      const client = createClient(exchange)
      const found: number[] = []
      let turn = 0
      for (let cursor: string | null = ''; cursor !== null; turn++) {
        const { body } = await client.get(`/v1/markets?first=4&sort=${sort}&after=${cursor}`)
        found.push(...body.data.map((row: { id: number }) => row.id))
        cursor = body.cursor
        for (const market of [1_001 + turn, 1_023 - turn, 1_010]) await trading.trade(market, `0.${30 + turn * 7}`, '50')
      }
      expect([sort, new Set(found).size, turn]).toEqual([sort, 23, 6])
      expect(found).toHaveLength(23)
      await exchange.close()
    }
  })
})

describe('the list of categories', () => {
  it('is filtered by status, tag and variant, and sorted by publication and volume', async () => {
    const { categories, trading, inside, client } = await openLists()
    expect(await categories('')).toBe('dill apple cherry beet')
    expect(await categories('sort=PUBLISHED_AT_DESC')).toBe('dill apple cherry beet')
    expect(await categories('sort=PUBLISHED_AT_ASC')).toBe('beet cherry apple dill')
    expect(await categories('tagIds=11')).toBe('apple cherry')
    expect(await categories('marketVariant=SPORTS_MATCH')).toBe('beet')
    await trading.trade(1_002, '0.5', '100')
    await trading.trade(1_003, '0.7', '100')
    for (const sort of ['VOLUME_24H_DESC', 'VOLUME_ALL_DESC', 'POPULAR', 'VOLUME'])
      expect([sort, await categories(`sort=${sort}`)]).toEqual([sort, 'cherry beet dill apple'])
    await trading.do({ kind: 'trading', market: 1_001, status: 'CANCEL_ONLY' })
    expect(await categories('status=ACTIVE')).toBe('dill cherry beet')
    expect(await categories('status=OPEN')).toBe('dill apple cherry beet')
    await trading.do({ kind: 'resolve', market: 1_002, yes: 0.5 })
    expect(await categories('status=RESOLVED')).toBe('beet')
    const dill = inside.reads.markets.catalog.categories().find(one => one.title === 'dill')
    if (dill === undefined) throw new Error('no such category')
    const told = (changes: Partial<CategoryText>) =>
      inside.writes.sequencer.note({ at: inside.writes.sequencer.now(), kind: 'category', category: { ...dill, ...changes } })
    await told({ isRemoved: true })
    expect([await categories(''), await categories('status=REMOVED')]).toEqual(['apple cherry beet', 'dill'])
    await told({ isRemoved: false, isVisible: false })
    expect([await categories(''), (await client.get(`/v1/categories/${dill.slug}`)).status]).toEqual(['apple cherry beet', 200])
    for (const query of ['status=DONE', 'sort=VOLUME_24H_ASC', 'first=-1', 'after=azEx'])
      expect([query, await categories(query)]).toEqual([query, 400])
  })

  it('is paged, also over equals, and a cursor of another order is refused', async () => {
    const { client, categories } = await openLists()
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await client.get(`/v1/categories?first=1&sort=VOLUME&after=${cursor}`)
      found.push(...body.data.map((row: { title: string }) => row.title))
      cursor = body.cursor
    }
    expect(found).toEqual(['dill', 'cherry', 'beet', 'apple'])
    const { cursor } = (await client.get('/v1/categories?first=1&sort=VOLUME')).body
    expect(await categories(`sort=POPULAR&after=${cursor}`)).toBe(400)
  })

  it('has every tag once', async () => {
    const { client } = await openLists()
    const { data } = (await client.get('/v1/tags')).body
    expect(data.map((row: { id: string; name: string }) => `${row.id} ${row.name}`)).toEqual(
      expect.arrayContaining(['1 Practice', '11 Fruit', '12 Root', '13 Red']),
    )
    expect(new Set(data.map((row: { id: string }) => row.id)).size).toBe(data.length)
  })
})
