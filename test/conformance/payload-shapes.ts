import { nullable, OneOf, type Shape } from '../exchange/server/same-shape.js'

const level: Shape = { price: 'number', size: 'number' }
const team: Shape = {
  id: 'number',
  name: 'string',
  abbreviation: 'string',
  alias: 'string|null',
  league: 'string|null',
  imageUrl: 'string|null',
}
const variantData: Shape = {
  type: 'string',
  priceFeedProvider: 'string|null',
  priceFeedId: 'string|null',
  priceFeedSymbol: 'string|null',
  startPrice: 'number|null',
  endPrice: 'number|null',
}
const variantDetails: Shape = { 'sports?': 'any', 'esports?': 'any', 'cryptoUpDown?': 'any', 'tweetCount?': 'any' }

const outcome: Shape = {
  name: 'string',
  indexSet: 'number',
  onChainId: 'string',
  status: 'string|null',
  bestBid: nullable(level),
  bestAsk: nullable(level),
  team: nullable(team),
  variantData: nullable(variantData),
  variantDetails: nullable(variantDetails),
}
const rewardPeriod: Shape = { hourlyRate: 'number', startsAt: 'string', endsAt: 'string' }
const marketStats: Shape = {
  totalLiquidityUsd: 'number',
  volumeTotalUsd: 'number',
  volume24hUsd: 'number',
  liquidity3cAskUsd: 'number',
}

const market: Shape = {
  id: 'number',
  imageUrl: 'string',
  title: 'string',
  question: 'string',
  description: 'string',
  tradingStatus: 'string',
  status: 'string',
  isVisible: 'boolean',
  isNegRisk: 'boolean',
  isYieldBearing: 'boolean',
  feeRateBps: 'number',
  makerFeeBps: 'number',
  resolution: nullable(outcome),
  oracleQuestionId: 'string|null',
  conditionId: 'string',
  resolverAddress: 'string|null',
  outcomes: [outcome],
  questionIndex: 'number|null',
  spreadThreshold: 'number',
  shareThreshold: 'number',
  pointAllocationBps: 'number',
  isBoosted: 'boolean',
  boostStartsAt: 'string|null',
  boostEndsAt: 'string|null',
  polymarketConditionIds: ['string'],
  kalshiMarketTicker: 'string|null',
  venueOneConditionIds: ['string'],
  venueTwoMarketTicker: 'string|null',
  categorySlug: 'string',
  createdAt: 'string',
  decimalPrecision: 'number',
  marketVariant: 'string',
  marketType: 'string|null',
  variantData: nullable(variantData),
  variantDetails: nullable(variantDetails),
  team: nullable(team),
  rewards: { current: nullable(rewardPeriod), schedule: [rewardPeriod] },
  stats: nullable(marketStats),
  oracleUpdates: ['any'],
  bulletinBoardUpdates: ['any'],
}

const category: Shape = {
  id: 'number',
  slug: 'string',
  title: 'string',
  shortTitle: 'string',
  description: 'string',
  imageUrl: 'string',
  isNegRisk: 'boolean',
  isYieldBearing: 'boolean',
  isVisible: 'boolean',
  marketVariant: 'string',
  variantData: nullable(variantData),
  variantDetails: nullable(variantDetails),
  negRiskOnChainId: 'string|null',
  parentSlug: 'string|null',
  resolutionProvider: 'string',
  createdAt: 'string',
  publishedAt: 'string',
  startsAt: 'string',
  endsAt: 'string|null',
  status: 'string',
  stats: nullable({
    totalLiquidityUsd: 'number',
    volumeTotalUsd: 'number',
    volume24hUsd: 'number',
    holdersCount: 'number',
  }),
  teams: nullable([team]),
  tags: [{ id: 'string', name: 'string', level: 'number|null', parentId: 'string|null', makerRebateBps: 'number' }],
  markets: [market],
}

const lastOrderSettled: Shape = {
  id: 'string',
  price: 'string',
  kind: 'string',
  marketId: 'number',
  side: 'string',
  outcome: 'string',
}
const orderbook: Shape = {
  marketId: 'number',
  updateTimestampMs: 'number',
  asks: [['number']],
  bids: [['number']],
  lastOrderSettled: nullable(lastOrderSettled),
}
const emptyOrderbook: Shape = {
  marketId: 'number',
  updateTimestampMs: 'number',
  asks: ['nothing'],
  bids: ['nothing'],
  lastOrderSettled: 'null',
}

const signedOrder: Shape = {
  hash: 'string',
  salt: 'string',
  maker: 'string',
  signer: 'string',
  taker: 'string',
  tokenId: 'string',
  makerAmount: 'string',
  takerAmount: 'string',
  expiration: 'number',
  nonce: 'string',
  feeRateBps: 'string',
  side: 'number',
  signatureType: 'number',
  signature: 'string',
}
const order: Shape = {
  id: 'string',
  marketId: 'number',
  currency: 'string',
  amount: 'string',
  amountFilled: 'string',
  isNegRisk: 'boolean',
  isYieldBearing: 'boolean',
  strategy: 'string',
  status: 'string',
  rewardEarningRate: 'number',
  order: signedOrder,
}
const fee: Shape = { amount: 'string', type: 'string' }
const leg: Shape = {
  quoteType: 'string',
  amount: 'string',
  price: 'string',
  outcome: { name: 'string', indexSet: 'number', onChainId: 'string' },
  signer: 'string',
  hash: 'string',
  fee: nullable(fee),
}
const match: Shape = {
  market,
  taker: leg,
  amountFilled: 'string',
  priceExecuted: 'string',
  makers: [leg],
  settlementId: 'string|null',
  transactionHash: 'string|null',
  executedAt: 'string',
}
const position: Shape = {
  id: 'string',
  market,
  outcome,
  amount: 'string',
  valueUsd: 'string',
  averageBuyPriceUsd: 'string',
  pnlUsd: 'string',
}
const activity: Shape = {
  name: 'string',
  createdAt: 'string',
  transactionHash: 'string|null',
  amountFilled: 'string|null',
  priceExecuted: 'string|null',
  order: nullable({
    id: 'string',
    hash: 'string',
    quoteType: 'string',
    amount: 'string',
    price: 'string',
    fee: nullable(fee),
  }),
  market,
  outcome,
}

const data = (shape: Shape): Shape => ({ success: 'boolean', data: shape })
const page = (row: Shape): Shape => ({ success: 'boolean', cursor: 'string|null', data: [row] })
const refusal: Shape = {
  success: 'boolean',
  code: 'number',
  error: 'string',
  message: 'string',
  timestamp: 'string',
  trace: 'string',
}
const created = (lock: Shape): Shape =>
  data({ code: 'string', orderId: 'string', orderHash: 'string', removalLockedUntil: lock })
const removed: Shape = { success: 'boolean', removed: ['string'], noop: ['string'], rejected: ['string'] }

/** What every documented answer over REST looks like here, key for key. */
export const PAYLOAD_SHAPES = {
  rest_orderbook: data(orderbook),
  rest_orderbook_empty: data(emptyOrderbook),
  rest_orderbooks_batch_response: data([new OneOf([orderbook, emptyOrderbook])]),
  rest_auth_message_response: data({ message: 'string' }),
  rest_auth_response: data({ token: 'string' }),
  rest_create_order_response_resting: created('null'),
  rest_create_order_response_taking: created('string'),
  rest_error_business: refusal,
  rest_error_auth: refusal,
  rest_error_not_found: refusal,
  rest_remove_response: removed,
  rest_remove_by_hash_response: removed,
  rest_orders_list_response: page(order),
  rest_positions_response: page(position),
  rest_order_match_events_response: page(match),
  rest_account_response: data({
    name: 'string',
    address: 'string',
    imageUrl: 'string|null',
    referral: nullable({ code: 'string|null', status: 'string' }),
    points: { total: 'number', 'rank?': 'number' },
  }),
  rest_activity_response: page(activity),
  rest_reserved_balances_response: data([{ type: 'string', 'tokenId?': 'string', amount: 'string' }]),
  rest_market: data(market),
  rest_category: data(category),
  rest_timeseries_response: {
    success: 'boolean',
    cursor: 'string|null',
    data: { resolution: 'string', series: [{ x: 'number', y: 'number' }] },
  },
  rest_market_stats: data(marketStats),
  rest_last_sale: data(nullable({ quoteType: 'string', outcome: 'string', priceInCurrency: 'string', strategy: 'string' })),
} as const satisfies Readonly<Record<string, Shape>>

/** The name of a documented answer. */
export type PayloadName = keyof typeof PAYLOAD_SHAPES
