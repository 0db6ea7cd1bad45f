import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { openInside } from './inside.js'
import { openTrader } from './trader.js'

const tag = (id: string, name: string) => ({ id, name, level: 1, parentId: null, makerRebateBps: 0 })
const seed = (title: string, slug: string, more: { question?: string; description?: string; tags?: string[] } = {}) => ({
  title,
  question: more.question ?? `${title}?`,
  description: more.description ?? 'By the log of the day.',
  endsInMinutes: null,
  category: {
    slug,
    title: slug.replaceAll('-', ' '),
    tags: (more.tags ?? []).map((name, index) => tag(`${slug}${index}`, name)),
  },
})

const MARKETS = [
  seed('Northern harbour counts ships', 'harbour-log', { tags: ['Ships', 'Counting'] }),
  seed('Evening ferry on time', 'ferry-times', { description: 'The ferry leaves the harbour within five minutes.' }),
  seed('Gusts above twenty', 'lighthouse-gusts', { question: 'Will the lighthouse measure a gust above twenty?' }),
  seed('Königsstraße closed', 'road-works', { tags: ['Roads'] }),
]

const openClient = async () => {
  const open = await openInside({ markets: MARKETS })
  const client = createClient(open.exchange)
  const search = async (query: string, more = '') => {
    const answer = await client.get(`/v1/search?query=${encodeURIComponent(query)}${more}`)
    expect([query, answer.status]).toEqual([query, 200])
    const { markets, categories } = answer.body.data as { markets: { id: number }[]; categories: { slug: string }[] }
    return { markets: markets.map(row => row.id - 1_000), categories: categories.map(row => row.slug.replace(/-\d+$/, '')) }
  }
  return { ...open, client, search }
}

describe('search', () => {
  it('finds what has any of the words, the better match first, in any letter case and with the last word only begun', async () => {
    const { search } = await openClient()
    expect(await search('ferry')).toEqual({ markets: [2], categories: ['ferry-times'] })
    expect((await search('HARBOUR')).markets).toEqual([1, 2])
    expect((await search('lighthouse FERRY time')).markets).toEqual([2, 3])
    expect((await search('the northern gus')).markets.slice(0, 2)).toEqual([3, 1])
    expect((await search('gus twenty')).markets).toEqual([3])
    expect((await search('konigsstraße')).markets).toEqual([4])
    expect((await search('counting')).categories).toEqual(['harbour-log'])
    expect(await search('nothing like it')).toEqual({ markets: [], categories: [] })
  })

  it('resolves every title by the letter-bearing words of its shortened slug in capitals', async () => {
    const { inside, search } = await openClient()
    for (const words of inside.reads.markets.catalog.markets()) {
      const slug = `${words.category.slug} ${words.title}`.toUpperCase().split(/[^\p{L}\p{N}]+/u)
      const shortened = slug.filter(word => /\p{L}/u.test(word) && !['ON', 'ABOVE'].includes(word)).slice(0, 6)
      expect((await search(shortened.join(' '))).markets[0]).toBe(words.id - 1_000)
    }
  })

  it('answers ten of each kind unless asked for up to twenty-five, with the rows’ states', async () => {
    const markets = Array.from({ length: 40 }, (_, index) => seed(`Ferry number ${index}`, `ferry-${index}`))
    const { exchange } = await openInside({ markets })
    const client = createClient(exchange)
    const count = async (limit: string) => {
      const { data } = (await client.get(`/v1/search?query=ferry${limit}`)).body
      return [data.markets.length, data.categories.length]
    }
    expect(await count('')).toEqual([10, 10])
    expect(await count('&limit=3')).toEqual([3, 3])
    expect(await count('&limit=9999')).toEqual([25, 25])
    const { data } = (await client.get('/v1/search?query=17&limit=1&includeStats=true')).body
    expect(data.markets[0]).toMatchObject({
      title: 'Ferry number 17',
      status: 'REGISTERED',
      tradingStatus: 'OPEN',
      stats: { volumeTotalUsd: 0 },
    })
    expect(data.categories[0]).toMatchObject({ stats: { holdersCount: 0 }, markets: [{ title: 'Ferry number 17' }] })
    for (const query of [
      '',
      '?query=',
      '?query=a&limit=0',
      '?query=a&limit=x',
      '?query=a&includeResolved=yes',
      `?query=${'a'.repeat(401)}`,
    ])
      expect([query, (await client.get(`/v1/search${query}`)).status]).toEqual([query, 400])
  })

  it('leaves out what is resolved unless asked for it, and always what is hidden or removed', async () => {
    const { inside, search } = await openClient()
    const trading = await openTrader(inside)
    await trading.do({ kind: 'resolve', market: 1_002, yes: 1 })
    expect(await search('ferry')).toEqual({ markets: [], categories: [] })
    expect(await search('ferry', '&includeResolved=true')).toEqual({ markets: [2], categories: ['ferry-times'] })
    await trading.do({ kind: 'status', market: 1_003, status: 'REMOVED' })
    expect(await search('lighthouse', '&includeResolved=true')).toEqual({ markets: [], categories: [] })
    const words = inside.reads.markets.catalog.market(1_001)
    if (words === null) throw new Error('no such market')
    await inside.writes.sequencer.note({
      at: inside.writes.sequencer.now(),
      kind: 'market-words',
      words: { ...words, isVisible: false },
    })
    expect(await search('northern')).toMatchObject({ markets: [] })
  })

  it('knows new words as soon as they are told, and forgets the old ones', async () => {
    const { inside, search } = await openClient()
    expect((await search('ferry')).markets).toEqual([2])
    const words = inside.reads.markets.catalog.market(1_002)
    if (words === null) throw new Error('no such market')
    const changed = { ...words, title: 'Night boat in time', question: 'In time?', description: 'None.' }
    await inside.writes.sequencer.note({ at: inside.writes.sequencer.now(), kind: 'market-words', words: changed })
    expect((await search('boat')).markets).toEqual([2])
    expect((await search('evening')).markets).toEqual([])
    const category = inside.reads.markets.catalog.category(words.category.slug)
    if (category === null) throw new Error('no such category')
    await inside.writes.sequencer.note({
      at: inside.writes.sequencer.now(),
      kind: 'category',
      category: { ...category, title: 'Crossings' },
    })
    expect((await search('crossings')).categories).toEqual(['ferry-times'])
  })

  it('takes any text for words, never for a query of its own', async () => {
    const { client, search } = await openClient()
    const hostile = [
      '"',
      '""',
      'ferry"',
      "'; DROP TABLE market; --",
      'ferry OR',
      'NOT',
      'AND AND',
      'NEAR(ferry time)',
      'title:ferry',
      '^ferry',
      '*',
      'ferry*',
      '-ferry',
      '(',
      '((ferry',
      '+',
      '{title} : x',
      '%',
      '\u0000',
      'e\u0301',
      '𝒳',
      '🚢',
      'ferry\nOR\t1',
      '\\',
      ' ',
      'a '.repeat(200),
      '٣',
      'ﬁ',
      'İ',
    ]
    for (const query of hostile) await search(query)
    for (const raw of ['%', '%ED%A0%80', '%00', '%FF', 'a&query=%22', '+', '%2B'])
      expect([raw, (await client.get(`/v1/search?query=${raw}`)).status < 500]).toEqual([raw, true])
    expect((await search('title:ferry OR "')).markets).toEqual([2])
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), async query => void (await search(query))),
      { seed: 46, numRuns: 150 },
    )
  })
})
