import { z } from 'zod'
import {
  address,
  bytes32,
  categoryStatus,
  decimalText,
  feeType,
  isoTime,
  marketStatus,
  marketType,
  marketVariant,
  mutable,
  orderStrategy,
  outcomeStatus,
  priceFeedProvider,
  quoteType,
  resolutionProvider,
  timeseriesResolution,
  tradingStatus,
  wei,
} from './schemas-words.js'

// Public data: markets, categories, books, trades and their statistics.

/** One price and the shares that rest there on the requested side. */
const priceLevel = z.object({ price: z.number(), size: z.number() }).meta({ id: 'PriceLevel' })

export const team = z
  .object({
    id: z.number().int(),
    name: z.string(),
    abbreviation: z.string(),
    alias: z.string().nullable(),
    league: z.string().nullable(),
    imageUrl: z.string().nullable(),
  })
  .meta({ id: 'Team' })

/** `type` is the variant's name. Fields that the variant does not have are null. */
export const variantData = z
  .object({
    type: marketVariant,
    priceFeedProvider: priceFeedProvider.nullable(),
    priceFeedId: z.string().nullable(),
    priceFeedSymbol: z.string().nullable(),
    startPrice: z.number().nullable(),
    endPrice: mutable(z.number().nullable()),
  })
  .meta({ id: 'VariantData' })

const variantTeam = z.object({
  id: z.number().int(),
  name: z.string(),
  abbreviation: z.string(),
  providerTeamId: z.array(z.string()),
})
const versus = z.object({
  provider: z.string(),
  team: variantTeam.nullable(),
  line: z.number().nullable(),
  gameId: z.string().nullable(),
})

export const variantDetails = z
  .object({
    sports: versus.optional(),
    esports: versus.extend({ title: z.string(), bestOf: z.number().int() }).optional(),
    cryptoUpDown: variantData.omit({ type: true }).extend({ roundMinutes: z.number() }).optional(),
    tweetCount: z.object({ account: z.string(), from: z.number().int(), to: z.number().int().nullable() }).optional(),
  })
  .meta({ id: 'VariantDetails' })

const rewardPeriod = z
  .object({ hourlyRate: z.number(), startsAt: isoTime, endsAt: isoTime })
  .describe('points an hour for the whole market')
  .meta({ id: 'RewardPeriod' })
const rewards = z.object({ current: mutable(rewardPeriod.nullable()), schedule: z.array(rewardPeriod) })

export const marketOutcome = z
  .object({
    name: z.string(),
    indexSet: z.number().int().describe('1 is the first outcome (Yes), 2 the second (No)'),
    onChainId: z.string(),
    status: mutable(outcomeStatus.nullable()),
    bestBid: mutable(priceLevel.nullable()),
    bestAsk: mutable(priceLevel.nullable()),
    team: team.nullable(),
    variantData: variantData.nullable(),
    variantDetails: variantDetails.nullable(),
  })
  .meta({ id: 'Outcome' })

export const marketStats = z
  .object({
    totalLiquidityUsd: mutable(z.number()),
    volumeTotalUsd: mutable(z.number()),
    volume24hUsd: mutable(z.number()),
    liquidity3cAskUsd: mutable(z.number()),
  })
  .meta({ id: 'MarketStatistics' })

export const bulletin = z
  .object({ id: z.string(), title: z.string(), text: z.string(), createdAt: isoTime })
  .describe('a clarification that the operator posted on a market')
  .meta({ id: 'BulletinBoardUpdate' })

export const oracleUpdate = z
  .object({
    id: z.string(),
    kind: z.enum(['PROPOSED', 'DISPUTED', 'RESOLVED']),
    payoutYes: z.number().nullable().describe('1, 0.5 or 0; null in a dispute'),
    provider: resolutionProvider,
    createdAt: isoTime,
    transactionHash: bytes32,
  })
  .meta({ id: 'OracleUpdate' })

export const market = z
  .object({
    id: z.number().int(),
    imageUrl: z.string(),
    title: z.string(),
    question: z.string(),
    description: z.string(),
    tradingStatus: mutable(tradingStatus),
    status: mutable(marketStatus),
    isVisible: z.boolean(),
    isNegRisk: z.boolean(),
    isYieldBearing: z.boolean(),
    feeRateBps: z.number().int(),
    makerFeeBps: z.number().int(),
    resolution: mutable(marketOutcome.nullable()),
    oracleQuestionId: bytes32.nullable(),
    conditionId: bytes32,
    resolverAddress: address.nullable(),
    outcomes: z.array(marketOutcome).length(2),
    questionIndex: z.number().int().nullable(),
    spreadThreshold: z.number().describe('price units each side of the middle'),
    shareThreshold: z.number().describe('shares'),
    pointAllocationBps: z.number().int().describe('a label of the older revision that the operator sets; it divides no points'),
    isBoosted: mutable(z.boolean()),
    boostStartsAt: isoTime.nullable(),
    boostEndsAt: isoTime.nullable(),
    polymarketConditionIds: z.array(z.string()),
    kalshiMarketTicker: z.string().nullable(),
    venueOneConditionIds: z.array(z.string()),
    venueTwoMarketTicker: z.string().nullable(),
    categorySlug: z.string(),
    createdAt: isoTime,
    decimalPrecision: mutable(z.number().int()),
    marketVariant,
    marketType: marketType.nullable(),
    variantData: variantData.nullable(),
    variantDetails: variantDetails.nullable(),
    team: team.nullable(),
    rewards,
    stats: marketStats.nullable(),
    oracleUpdates: mutable(z.array(oracleUpdate)),
    bulletinBoardUpdates: mutable(z.array(bulletin)),
  })
  .meta({ id: 'Market' })

export const tag = z
  .object({
    id: z.string(),
    name: z.string(),
    level: z.number().int().nullable(),
    parentId: z.string().nullable(),
    makerRebateBps: z.number().int(),
  })
  .meta({ id: 'Tag' })

export const categoryStats = z
  .object({
    totalLiquidityUsd: mutable(z.number()),
    volumeTotalUsd: mutable(z.number()),
    volume24hUsd: mutable(z.number()),
    holdersCount: mutable(z.number().int()),
  })
  .meta({ id: 'CategoryStatistics' })

export const category = z
  .object({
    id: z.number().int(),
    slug: z.string(),
    title: z.string(),
    shortTitle: z.string(),
    description: z.string(),
    imageUrl: z.string(),
    isNegRisk: z.boolean(),
    isYieldBearing: z.boolean(),
    isVisible: z.boolean(),
    marketVariant,
    variantData: variantData.nullable(),
    variantDetails: variantDetails.nullable(),
    negRiskOnChainId: bytes32.nullable(),
    parentSlug: z.string().nullable(),
    resolutionProvider,
    createdAt: isoTime,
    publishedAt: isoTime,
    startsAt: isoTime,
    endsAt: isoTime.nullable(),
    status: mutable(categoryStatus),
    stats: categoryStats.nullable(),
    teams: z.array(team).nullable(),
    tags: z.array(tag),
    markets: z.array(market),
  })
  .meta({ id: 'Category' })

/** Market and category as the older revision (without prefix) returns them: exactly these fields. */
export const olderOutcome = z
  .strictObject({
    name: z.string(),
    indexSet: z.number().int(),
    onChainId: z.string(),
    status: mutable(outcomeStatus.nullable()),
  })
  .meta({ id: 'OlderOutcome' })
export const olderTag = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: 'OlderTag' })
export const olderMarket = z
  .strictObject({
    ...market.pick({
      id: true,
      imageUrl: true,
      title: true,
      question: true,
      description: true,
      status: true,
      isNegRisk: true,
      feeRateBps: true,
      oracleQuestionId: true,
      conditionId: true,
      resolverAddress: true,
      questionIndex: true,
      pointAllocationBps: true,
      spreadThreshold: true,
      shareThreshold: true,
      venueOneConditionIds: true,
      categorySlug: true,
      createdAt: true,
      decimalPrecision: true,
    }).shape,
    resolution: mutable(olderOutcome.nullable()),
    outcomes: z.array(olderOutcome).length(2),
  })
  .meta({ id: 'OlderMarket' })
export const olderCategory = z
  .strictObject({
    ...category.pick({
      id: true,
      slug: true,
      title: true,
      description: true,
      imageUrl: true,
      isNegRisk: true,
      createdAt: true,
      startsAt: true,
      status: true,
    }).shape,
    markets: z.array(olderMarket),
    tags: z.array(olderTag),
  })
  .meta({ id: 'OlderCategory' })

const level = z.tuple([z.number(), z.number()]).describe('price, shares')
const lastOrderSettled = z.object({
  id: z.string(),
  price: z.string(),
  kind: orderStrategy,
  marketId: z.number().int(),
  side: quoteType,
  outcome: z.enum(['Yes', 'No']),
})
export const orderbook = z
  .object({
    marketId: z.number().int(),
    updateTimestampMs: mutable(z.number().int()),
    asks: mutable(z.array(level)),
    bids: mutable(z.array(level)),
    lastOrderSettled: mutable(lastOrderSettled.nullable()),
  })
  .meta({ id: 'Orderbook' })

export const lastSale = z
  .object({
    quoteType: mutable(quoteType),
    outcome: mutable(z.enum(['Yes', 'No'])),
    priceInCurrency: mutable(decimalText),
    strategy: mutable(orderStrategy),
  })
  .meta({ id: 'LastSale' })

export const timeseriesPoint = z
  .object({
    x: z.number().int().describe('Unix seconds'),
    y: z.number().describe('chance in percent; volume and liquidity in USDT'),
  })
  .meta({ id: 'TimeseriesPoint' })
export const timeseries = z.object({ resolution: timeseriesResolution, series: z.array(timeseriesPoint) })

/** What the book would give now; nothing is reserved. */
export const quote = z
  .object({
    marketId: z.number().int(),
    outcome: z.enum(['Yes', 'No']),
    side: quoteType,
    amountIn: wei.describe('what the order gives: USDT of a buy, shares of a sell'),
    amountOut: wei.describe('what it gets, after the fee'),
    shares: wei,
    value: wei.describe('USDT before the fee'),
    averagePrice: wei.nullable(),
    worstPrice: wei.nullable(),
    fee: z.object({ amount: wei, type: feeType }),
    isComplete: z.boolean().describe('false: the book is too thin for all of it'),
  })
  .meta({ id: 'Quote' })

const leg = z.object({
  quoteType,
  amount: wei,
  price: wei,
  outcome: z.object({ indexSet: z.number().int(), name: z.string(), onChainId: z.string() }),
  signer: address,
  hash: z.string(),
  fee: z.object({ amount: wei, type: feeType }).nullable(),
})
export const match = z
  .object({
    market,
    taker: leg,
    amountFilled: wei,
    priceExecuted: wei,
    makers: z.array(leg),
    settlementId: mutable(z.string().nullable()),
    transactionHash: mutable(z.string().nullable()),
    executedAt: isoTime,
  })
  .meta({ id: 'Match' })
export const olderMatch = match.extend({ market: olderMarket }).meta({ id: 'OlderMatch' })

export const search = z.object({ categories: z.array(category), markets: z.array(market) })
