import { describe, expect, it } from 'vitest'
import type { ExchangeOptions, MarketSeed } from '../../../src/exchange.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { createOperator } from './operator-client.js'

const TEAM = { id: 7, name: 'Rovers', abbreviation: 'ROV', alias: null, league: null, imageUrl: null }
const CUP = { slug: 'cup', title: 'Cup' }

/** An exchange whose clock a test moves. */
const started = async (options: ExchangeOptions) => {
  let now = 1_800_000_000
  const exchange = await start({ clock: { now: () => Timestamp.ofSeconds(now) }, settlementMs: 0, ...options })
  const client = createClient(exchange)
  const rows = async () =>
    Promise.all(exchange.markets.map(async ({ id }) => (await client.get(`/v1/markets/${id}`)).body.data))
  return { exchange, client, rows, pass: (seconds: number) => void (now += seconds) }
}

describe('markets that an exchange is started with', () => {
  it('can be of any kind, with teams, outcomes and details of their own', async () => {
    const markets: MarketSeed[] = [
      {
        question: 'Who wins?',
        outcomes: ['Rovers', 'United'],
        marketVariant: 'SPORTS_MATCH',
        marketType: 'SPORTS_MONEYLINE',
        team: TEAM,
        category: { ...CUP, teams: [TEAM], resolutionProvider: 'THREE_PO' },
      },
      {
        question: 'How many posts?',
        marketVariant: 'TWEET_COUNT',
        variantDetails: { tweetCount: { account: '@harbour', from: 5, to: null } },
        polymarketConditionIds: ['0x1'],
      },
    ]
    const { client, rows } = await started({ markets })
    const [match, posts] = await rows()
    expect(match).toMatchObject({
      marketVariant: 'SPORTS_MATCH',
      marketType: 'SPORTS_MONEYLINE',
      team: TEAM,
      outcomes: [{ name: 'Rovers' }, { name: 'United' }],
    })
    expect(posts).toMatchObject({ variantDetails: { tweetCount: { from: 5, to: null } }, venueOneConditionIds: ['0x1'] })
    const category = (await client.get(`/v1/categories/${match.categorySlug}`)).body.data
    expect(category).toMatchObject({ marketVariant: 'SPORTS_MATCH', teams: [TEAM], resolutionProvider: 'THREE_PO' })
  })

  it('share one Yes where their category is a group, by the crowd’s hidden values', async () => {
    const markets = ['a', 'b', 'c', 'd'].map(name => ({
      question: `${name}?`,
      category: CUP,
      isNegRisk: true,
      endsInMinutes: 1,
    }))
    for (const seed of [1, 2, 3]) {
      const { exchange, client, rows, pass } = await started({ markets, seed })
      await client.login()
      const { market } = exchange
      for (const seconds of [61, 6]) {
        pass(seconds)
        await client.limit({ market, cents: 40, shares: 10 })
      }
      const results = (await rows()).map(row => [row.status, row.resolution?.indexSet])
      expect(results.filter(([, index]) => index === 1)).toHaveLength(1)
      expect(results.filter(([status]) => status === 'RESOLVED')).toHaveLength(4)
    }
  })

  it('may be halves as their seed says, and only one of a group may be said to be Yes', async () => {
    const group = (results: readonly (0 | 0.5 | 1)[]) =>
      results.map((resolvesTo, index) => ({ question: `${index}?`, category: CUP, isNegRisk: true, resolvesTo }))
    await expect(start({ markets: group([0, 0.5]) })).rejects.toThrow('none to halves')
    await expect(start({ markets: group([1, 1]) })).rejects.toThrow('exactly one')
    await expect(start({ markets: group([0, 0]) })).rejects.toThrow('exactly one')
    expect((await started({ markets: group([0, 1]) })).exchange.markets).toHaveLength(2)
  })
})

describe('the synthetic crowd', () => {
  it('comes to a market that the operator makes, unless it shall not', async () => {
    const exchange = await start({ markets: [], crowd: { kind: 'synthetic' } })
    const [operator, client] = [createOperator(exchange), createClient(exchange)]
    await operator.done('/categories', { slug: 'new', title: 'New', endsAt: new Date(Date.now() + 3_600_000).toISOString() })
    const quiet = await operator.done('/markets', { categorySlug: 'new', question: 'Quiet?', hasCrowd: false })
    const loud = await operator.done('/markets', { categorySlug: 'new', question: 'Loud?' })
    const book = async (id: number) => (await client.get(`/v1/markets/${id}/orderbook`)).body.data
    while ((await book(loud.id)).bids.length === 0) await new Promise(resolve => setTimeout(resolve, 20))
    expect(await book(quiet.id)).toMatchObject({ bids: [], asks: [] })
  })

  it('quotes a round where the feed says', async () => {
    const exchange = await start({ markets: [], rounds: [{ feed: 'eth', minutes: 1_440 }], crowd: { kind: 'synthetic' } })
    const client = createClient(exchange)
    const book = async () => (await client.get(`/v1/markets/${exchange.market}/orderbook`)).body.data
    while ((await book()).bids.length === 0 || (await book()).asks.length === 0)
      await new Promise(resolve => setTimeout(resolve, 20))
    const { bids, asks } = await book()
    expect(bids[0][0]).toBeLessThan(asks[0][0])
  })
})
