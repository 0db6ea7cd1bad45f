import { expect, it } from 'vitest'
import * as open from '../../../../src/protocol/api/schemas-market.js'
import * as words from '../../../../src/protocol/api/schemas-words.js'
import { operatedExchange } from './operated-exchange.js'

const ENUMERATIONS = {
  categoryStatus: words.categoryStatus,
  resolutionProvider: words.resolutionProvider,
  marketVariant: words.marketVariant,
  marketStatus: words.marketStatus,
  tradingStatus: words.tradingStatus,
  marketType: words.marketType,
  priceFeedProvider: words.priceFeedProvider,
  outcomeStatus: words.outcomeStatus,
}
/** What some variants say of themselves beside their name. */
const DETAILS: Readonly<Record<string, object>> = {
  TWEET_COUNT: { tweetCount: { account: '@harbour', from: 10, to: 19 } },
  ESPORTS_LOL: { esports: { provider: 'arena', team: null, line: null, gameId: null, title: 'LoL', bestOf: 5 } },
  ESPORTS_CS2: { esports: { provider: 'arena', team: null, line: null, gameId: null, title: 'CS2', bestOf: 3 } },
}

const slugOf = (word: string): string => word.toLowerCase().replaceAll('_', '-')

/** An exchange whose categories are looked at, word by word. */
const watched = async () => {
  const { operator, client } = await operatedExchange()
  const seen = new Map<string, Set<unknown>>()
  const see = (name: string, value: unknown): void =>
    void (value !== null && seen.set(name, (seen.get(name) ?? new Set()).add(value)))
  const look = async (slug: string): Promise<void> => {
    const row = (await client.get(`/v1/categories/${slug}`)).body.data
    open.category.parse(row)
    see('categoryStatus', row.status)
    see('resolutionProvider', row.resolutionProvider)
    see('marketVariant', row.marketVariant)
    for (const market of row.markets) {
      see('marketStatus', market.status)
      see('tradingStatus', market.tradingStatus)
      see('marketType', market.marketType)
      see('priceFeedProvider', market.variantData?.priceFeedProvider ?? null)
      for (const outcome of market.outcomes) see('outcomeStatus', outcome.status)
      for (const update of market.oracleUpdates) see('oracleUpdate', update.kind)
    }
  }
  return { operator, seen, look }
}

it('a client meets every word of each enumeration in what an operator does', async () => {
  const { operator, seen, look } = await watched()
  for (const variant of words.marketVariant.options) {
    const slug = slugOf(variant)
    await operator.makes({ slug, marketVariant: variant, variantDetails: DETAILS[variant] ?? null }, [{}])
    await look(slug)
  }
  for (const provider of words.resolutionProvider.options) {
    const slug = `by-${slugOf(provider)}`
    await operator.makes({ slug, resolutionProvider: provider }, [{}])
    await look(slug)
  }
  for (const provider of words.priceFeedProvider.options) {
    const slug = `feed-${slugOf(provider)}`
    const variantData = { type: 'CRYPTO_UP_DOWN', priceFeedProvider: provider, priceFeedSymbol: 'BTC' }
    await operator.makes({ slug, marketVariant: 'CRYPTO_UP_DOWN', variantData }, [{}])
    await look(slug)
  }
  const types = words.marketType.options.map(marketType => ({ marketType, marketVariant: 'SPORTS_MATCH', title: marketType }))
  await operator.makes({ slug: 'types' }, types)
  await look('types')
  await liveAndDie(operator, look)
  await operator.does('/categories/types/remove')
  await look('types')

  for (const [name, { options }] of Object.entries(ENUMERATIONS))
    expect(seen.get(name), name).toEqual(new Set<unknown>(options))
  expect(seen.get('oracleUpdate')).toEqual(new Set(['PROPOSED', 'DISPUTED', 'RESOLVED']))
})

/** One market goes through each status, and its category ends with it. */
async function liveAndDie({ makes, does }: Watched['operator'], look: Watched['look']): Promise<void> {
  const [id = 0] = await makes({ slug: 'life' }, [{}, { tradingStatus: 'MATCHING_NOT_ENABLED' }, {}])
  const step = async (path: string, body?: object): Promise<void> => {
    await does(`/markets/${id}/${path}`, body)
    await look('life')
  }
  await look('life')
  await step('status', { status: 'PAUSED' })
  await step('status', { status: 'UNPAUSED' })
  await step('propose', { yes: 1 })
  await step('dispute')
  await step('resolve', { yes: 1 })
  await does('/categories/life/resolve', { results: [id + 1, id + 2].map(marketId => ({ marketId, yes: 0.5 })) })
  await look('life')
}

type Watched = Awaited<ReturnType<typeof watched>>
