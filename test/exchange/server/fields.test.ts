/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { ALL_OPERATIONS } from '../../../src/protocol/api/all-operations.js'
import { type Client, createClient } from './client.js'

/** Each resource of the current revision with all the fields that either document gives it. */
const FIELDS = {
  Category:
    'id slug title shortTitle description imageUrl isNegRisk isYieldBearing isVisible marketVariant variantData variantDetails negRiskOnChainId parentSlug resolutionProvider createdAt publishedAt startsAt endsAt status stats teams tags markets',
  Tag: 'id name level parentId makerRebateBps',
  Market:
    'id imageUrl title question description tradingStatus status isVisible isNegRisk isYieldBearing feeRateBps makerFeeBps resolution oracleQuestionId conditionId resolverAddress outcomes questionIndex spreadThreshold shareThreshold pointAllocationBps isBoosted boostStartsAt boostEndsAt polymarketConditionIds kalshiMarketTicker venueOneConditionIds venueTwoMarketTicker categorySlug createdAt decimalPrecision marketVariant marketType variantData variantDetails team rewards stats oracleUpdates bulletinBoardUpdates',
  Outcome: 'name indexSet onChainId status bestBid bestAsk team variantData variantDetails',
  Rewards: 'current schedule',
  MarketStatistics: 'totalLiquidityUsd volumeTotalUsd volume24hUsd liquidity3cAskUsd',
  CategoryStatistics: 'totalLiquidityUsd volumeTotalUsd volume24hUsd holdersCount',
  Orderbook: 'marketId updateTimestampMs asks bids lastOrderSettled',
  LastOrderSettled: 'id price kind marketId side outcome',
  LastSale: 'quoteType outcome priceInCurrency strategy',
  TimeseriesPoint: 'x y',
  Quote: 'marketId outcome side amountIn amountOut shares value averagePrice worstPrice fee isComplete',
  Match: 'market taker amountFilled priceExecuted makers settlementId transactionHash executedAt',
  MatchLeg: 'quoteType amount price outcome signer hash fee',
  Order: 'id marketId currency amount amountFilled isNegRisk isYieldBearing strategy status rewardEarningRate order',
  SignedOrder:
    'hash salt maker signer taker tokenId makerAmount takerAmount expiration nonce feeRateBps side signatureType signature',
  Position: 'id market outcome amount valueUsd averageBuyPriceUsd pnlUsd',
  ActivityEvent: 'name createdAt transactionHash amountFilled priceExecuted order market outcome',
  ActivityOrder: 'id hash quoteType amount price fee',
  Account: 'name address imageUrl referral points',
  Referral: 'code status',
  ReservedBalance: 'type amount',
  PendingYield: 'totalUsd ratePercentPerYear updatedAt',
  LeaderboardEntry: 'rank name address imageUrl points volumeUsd pnlUsd',
  SeasonTotals: 'season startsAt endsAt points volumeUsd traders',
  MarketActivity: 'name createdAt transactionHash amountFilled priceExecuted quoteType outcome',
} as const satisfies Readonly<Record<string, string>>

/** One of each, as the service answers it after a trade. */
type Found = Readonly<Record<keyof typeof FIELDS, unknown>>

const collect = async (exchange: RunningExchange): Promise<Found> => {
  const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  const market = exchange.markets[0]?.id ?? 0
  await maker.limit({ market, cents: 60, shares: 20 })
  await taker.limit({ market, outcome: 'no', cents: 40, shares: 10 })
  const data = async (client: Client, path: string): Promise<any> => (await client.get(path)).body.data
  await vi.waitFor(async () => expect((await data(taker, '/v1/positions')).length).toBe(1), 20_000)
  const [category] = await data(maker, '/v1/categories?includeStats=true')
  const row = await data(maker, `/v1/markets/${market}?includeStats=true`)
  const [order] = await data(maker, '/v1/orders')
  const [match] = await data(maker, '/v1/orders/matches')
  const activity = await data(taker, '/v1/account/activity')
  const account = await data(maker, '/v1/account')
  const book = await data(maker, `/v1/markets/${market}/orderbook`)
  const assets = { assets: [{ type: 'USDT' }] }
  return {
    Category: category,
    Tag: category.tags[0],
    Market: row,
    Outcome: row.outcomes[0],
    Rewards: row.rewards,
    MarketStatistics: row.stats,
    CategoryStatistics: await data(maker, `/v1/categories/${category.id}/stats`),
    Orderbook: book,
    LastOrderSettled: book.lastOrderSettled,
    LastSale: await data(maker, `/v1/markets/${market}/last-sale`),
    TimeseriesPoint: await data(maker, `/v1/markets/${market}/timeseries/latest`),
    Quote: await data(maker, `/v1/markets/${market}/quote?side=Ask&quantity=1000000000000000000`),
    Match: match,
    MatchLeg: match.taker,
    Order: order,
    SignedOrder: order.order,
    Position: (await data(taker, '/v1/positions'))[0],
    ActivityEvent: activity[0],
    ActivityOrder: activity.find((one: any) => one.name === 'FEE').order,
    Account: account,
    Referral: account.referral,
    ReservedBalance: (await maker.post('/v1/account/reserved-balances/query', assets)).body.data[0],
    PendingYield: await data(maker, '/v1/yield/pending'),
    LeaderboardEntry: (await data(maker, '/v1/leaderboard'))[0],
    SeasonTotals: (await data(maker, '/v1/season-totals'))[0],
    MarketActivity: (await data(maker, `/v1/markets/${market}/activity`))[0],
  }
}

describe('every field of both documents is answered, and none beside them', () => {
  let exchange: RunningExchange
  let found: Found
  beforeAll(async () => {
    exchange = await startExchange({ crowd: { kind: 'none' }, rateLimits: null, settlementMs: 5 })
    found = await collect(exchange)
  }, 30_000)
  afterAll(() => exchange.close())

  test.each(Object.entries(FIELDS))('%s', (name, fields) => {
    expect(new Set(Object.keys(found[name as keyof Found] as object))).toEqual(new Set(fields.split(' ')))
  })
})

test('the current revision has a superset of the older one’s fields', () => {
  const answers = new Map(ALL_OPERATIONS.map(operation => [operation.path, operation.answer as any]))
  for (const path of ['/markets', '/categories', '/positions'] as const)
    for (const field of Object.keys(answers.get(path).shape))
      expect(Object.keys(answers.get(`/v1${path}`).shape), `${path} ${field}`).toContain(field)
})
