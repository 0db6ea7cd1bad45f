import { z } from 'zod'
import type { Operation } from './operation.js'
import * as q from './queries.js'
import { CREATE_REFUSALS, NOT_FOUND } from './refusals.js'
import * as own from './schemas-account.js'
import * as open from './schemas-market.js'
import { address } from './schemas-words.js'

const get = { method: 'GET', proof: 'none', status: 200, params: q.nothing, query: q.nothing, body: null } as const
const post = { method: 'POST', proof: 'none', status: 200, params: q.nothing, query: q.nothing } as const

const loginBody = z.object({
  signer: address,
  message: z.string().max(2_000),
  signature: z
    .string()
    .max(1_000)
    .regex(/^(?:0x)?[0-9a-fA-F]*$/, 'must be hex'),
})
const token = z.object({ token: z.string() })
const REMOVED_MAX = 100
const removeById = z.object({
  data: z.object({
    ids: z
      .array(z.string().regex(/^\d{1,78}$/, 'an order id is decimal digits'))
      .min(1)
      .max(REMOVED_MAX),
  }),
})
const removeByHash = z.object({ data: z.object({ hashes: z.array(q.byHash.shape.hash).min(1).max(REMOVED_MAX) }) })
const referralBody = z.union(
  [z.object({ data: z.object({ code: z.string().max(100) }) }), z.object({ code: z.string().max(100) })],
  'must be {"data": {"code": a referral code}}',
)
const ASSETS_MAX = 100

/** Every operation of the current revision except the OAuth group, in the order of the reference. */
export const OPERATIONS = {
  /** The text to sign for a login. */
  getAuthMessage: {
    ...get,
    id: 'getAuthMessage',
    path: '/v1/auth/message',
    group: 'Authorization',
    summary: 'The text to sign for a login',
    form: 'data',
    answer: z.object({ message: z.string() }),
  },
  /** A token for a signed login text. */
  getToken: {
    ...post,
    id: 'getToken',
    path: '/v1/auth',
    group: 'Authorization',
    summary: 'A token for a signed login text',
    body: loginBody,
    form: 'data',
    answer: token,
  },
  /** Categories with their markets. */
  getCategories: {
    ...get,
    id: 'getCategories',
    path: '/v1/categories',
    group: 'Categories',
    summary: 'Categories with their markets',
    query: q.categoriesQuery,
    form: 'page',
    answer: open.category,
  },
  /** A category by its slug. */
  getCategory: {
    ...get,
    id: 'getCategory',
    path: '/v1/categories/{slug}',
    group: 'Categories',
    summary: 'A category by its slug',
    refuses: NOT_FOUND,
    params: q.bySlug,
    query: q.statsQuery,
    form: 'data',
    answer: open.category,
  },
  /** Statistics of a category by its number. */
  getCategoryStatistics: {
    ...get,
    id: 'getCategoryStatistics',
    path: '/v1/categories/{id}/stats',
    group: 'Categories',
    summary: 'Statistics of a category by its number',
    refuses: NOT_FOUND,
    params: q.byCategoryId,
    form: 'data',
    answer: open.categoryStats,
  },
  /** All tags. */
  getTags: {
    ...get,
    id: 'getTags',
    path: '/v1/tags',
    group: 'Categories',
    summary: 'All tags',
    form: 'data',
    answer: z.array(open.tag),
  },
  /** Categories and markets that match any of the words, best first. */
  search: {
    ...get,
    id: 'search',
    path: '/v1/search',
    group: 'Search',
    summary: 'Categories and markets that match any of the words, best first',
    query: q.searchQuery,
    form: 'data',
    answer: open.search,
  },
  /** Markets. */
  getMarkets: {
    ...get,
    id: 'getMarkets',
    path: '/v1/markets',
    group: 'Markets',
    summary: 'Markets',
    query: q.marketsQuery,
    form: 'page',
    answer: open.market,
  },
  /** The books of up to 50 markets. */
  getOrderbooks: {
    ...get,
    id: 'getOrderbooks',
    path: '/v1/markets/orderbooks',
    group: 'Markets',
    summary: 'The books of up to 50 markets',
    refuses: NOT_FOUND,
    query: q.orderbooksQuery,
    form: 'data',
    answer: z.array(open.orderbook),
  },
  /** What the books of several markets would give now. */
  getQuotes: {
    ...get,
    id: 'getQuotes',
    path: '/v1/markets/quotes',
    group: 'Markets',
    summary: 'What the books of several markets would give now',
    refuses: NOT_FOUND,
    query: q.quotesQuery,
    form: 'data',
    answer: z.array(open.quote),
  },
  /** What several books would give now, each for an order of its own. */
  postQuotes: {
    ...post,
    id: 'postQuotes',
    path: '/v1/markets/quotes',
    group: 'Markets',
    summary: 'What several books would give now, each for an order of its own',
    refuses: NOT_FOUND,
    body: q.quotesBody,
    form: 'data',
    answer: z.array(open.quote),
  },
  /** A market by its number. */
  getMarket: {
    ...get,
    id: 'getMarket',
    path: '/v1/markets/{id}',
    group: 'Markets',
    summary: 'A market by its number',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    query: q.statsQuery,
    form: 'data',
    answer: open.market,
  },
  /** Statistics of a market. */
  getMarketStatistics: {
    ...get,
    id: 'getMarketStatistics',
    path: '/v1/markets/{id}/stats',
    group: 'Markets',
    summary: 'Statistics of a market',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    form: 'data',
    answer: open.marketStats,
  },
  /** The same as its stats. */
  getMarketStatisticsByOtherName: {
    ...get,
    id: 'getMarketStatisticsByOtherName',
    path: '/v1/markets/{id}/statistics',
    group: 'Markets',
    summary: 'The same as its stats',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    form: 'data',
    answer: open.marketStats,
  },
  /** The last sale of a market. */
  getLastSale: {
    ...get,
    id: 'getLastSale',
    path: '/v1/markets/{id}/last-sale',
    group: 'Markets',
    summary: 'The last sale of a market',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    form: 'data',
    answer: open.lastSale.nullable(),
  },
  /** The book of a market, in Yes prices. */
  getOrderbook: {
    ...get,
    id: 'getOrderbook',
    path: '/v1/markets/{id}/orderbook',
    group: 'Markets',
    summary: 'The book of a market, in Yes prices',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    form: 'data',
    answer: open.orderbook,
  },
  /** Matches of a market, newest first. */
  getMarketActivity: {
    ...get,
    id: 'getMarketActivity',
    path: '/v1/markets/{id}/activity',
    group: 'Markets',
    summary: 'Matches of a market, newest first',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    query: q.paging,
    form: 'page',
    answer: own.marketActivity,
  },
  /** A metric over time. */
  getTimeseries: {
    ...get,
    id: 'getTimeseries',
    path: '/v1/markets/{id}/timeseries',
    group: 'Markets',
    summary: 'A metric over time',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    query: q.timeseriesQuery,
    form: 'body',
    answer: z.object({ success: z.literal(true), cursor: z.string().nullable(), data: open.timeseries }),
  },
  /** The newest value of a metric. */
  getLatestTimeseriesValue: {
    ...get,
    id: 'getLatestTimeseriesValue',
    path: '/v1/markets/{id}/timeseries/latest',
    group: 'Markets',
    summary: 'The newest value of a metric',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    query: q.latestQuery,
    form: 'data',
    answer: open.timeseriesPoint,
  },
  /** What the book would give now for an amount or a quantity. */
  getQuote: {
    ...get,
    id: 'getQuote',
    path: '/v1/markets/{id}/quote',
    group: 'Markets',
    summary: 'What the book would give now for an amount or a quantity',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    query: q.quoteQuery,
    form: 'data',
    answer: open.quote,
  },
  /** What the book would give now for an amount or a quantity. */
  postQuote: {
    ...post,
    id: 'postQuote',
    path: '/v1/markets/{id}/quote',
    group: 'Markets',
    summary: 'What the book would give now for an amount or a quantity',
    refuses: NOT_FOUND,
    params: q.byMarketId,
    body: q.quoteBody,
    form: 'data',
    answer: open.quote,
  },
  /** The public tape, newest first. */
  getMatches: {
    ...get,
    id: 'getMatches',
    path: '/v1/orders/matches',
    group: 'Orders',
    summary: 'The public tape, newest first',
    query: q.matchesQuery,
    form: 'page',
    answer: open.match,
  },
  /** Places a signed order. */
  createOrder: {
    ...post,
    id: 'createOrder',
    path: '/v1/orders',
    group: 'Orders',
    summary: 'Places a signed order',
    refuses: CREATE_REFUSALS,
    proof: 'wallet',
    status: 201,
    body: z.object({ data: own.createOrder }),
    form: 'data',
    answer: own.created,
  },
  /** The wallet's orders, newest first. */
  getOrders: {
    ...get,
    id: 'getOrders',
    path: '/v1/orders',
    group: 'Orders',
    summary: "The wallet's orders, newest first",
    proof: 'wallet',
    query: q.ordersQuery,
    form: 'page',
    answer: own.order,
  },
  /** An order of the wallet by its hash. */
  getOrder: {
    ...get,
    id: 'getOrder',
    path: '/v1/orders/{hash}',
    group: 'Orders',
    summary: 'An order of the wallet by its hash',
    refuses: NOT_FOUND,
    proof: 'wallet',
    params: q.byHash,
    form: 'data',
    answer: own.order,
  },
  /** Takes up to 100 orders from the book by their ids. */
  removeOrders: {
    ...post,
    id: 'removeOrders',
    path: '/v1/orders/remove',
    group: 'Orders',
    summary: 'Takes up to 100 orders from the book by their ids',
    proof: 'wallet',
    body: removeById,
    form: 'body',
    answer: own.removed,
  },
  /** Takes up to 100 orders from the book by their hashes. */
  removeOrdersByHash: {
    ...post,
    id: 'removeOrdersByHash',
    path: '/v1/orders/remove-by-hash',
    group: 'Orders',
    summary: 'Takes up to 100 orders from the book by their hashes',
    proof: 'wallet',
    body: removeByHash,
    form: 'body',
    answer: own.removed,
  },
  /** The connected account. */
  getAccount: {
    ...get,
    id: 'getAccount',
    path: '/v1/account',
    group: 'Account',
    summary: 'The connected account',
    proof: 'wallet',
    form: 'data',
    answer: own.account,
  },
  /** What happened to its orders, newest first. */
  getActivity: {
    ...get,
    id: 'getActivity',
    path: '/v1/account/activity',
    group: 'Account',
    summary: 'What happened to its orders, newest first',
    proof: 'wallet',
    query: q.paging,
    form: 'page',
    answer: own.activity,
  },
  /** Sets the referral once. */
  setReferral: {
    ...post,
    id: 'setReferral',
    path: '/v1/account/referral',
    group: 'Account',
    summary: 'Sets the referral once',
    proof: 'wallet',
    body: referralBody,
    form: 'data',
    answer: own.referral,
  },
  /** What its open orders hold. */
  getReservedBalances: {
    ...post,
    id: 'getReservedBalances',
    path: '/v1/account/reserved-balances/query',
    group: 'Account',
    summary: 'What its open orders hold',
    proof: 'wallet',
    body: z.object({ assets: z.array(own.asset).min(1).max(ASSETS_MAX) }),
    form: 'data',
    answer: z.array(own.reservedBalance),
  },
  /** Yield that its locked collateral has earned and not been paid. */
  getPendingYield: {
    ...get,
    id: 'getPendingYield',
    path: '/v1/yield/pending',
    group: 'Account',
    summary: 'Yield that its locked collateral has earned and not been paid',
    proof: 'wallet',
    form: 'data',
    answer: own.pendingYield,
  },
  /** The wallet's positions. */
  getPositions: {
    ...get,
    id: 'getPositions',
    path: '/v1/positions',
    group: 'Positions',
    summary: "The wallet's positions",
    proof: 'wallet',
    query: q.positionsQuery,
    form: 'page',
    answer: own.position,
  },
  /** Positions of any wallet. */
  getPositionsByAddress: {
    ...get,
    id: 'getPositionsByAddress',
    path: '/v1/positions/{address}',
    group: 'Positions',
    summary: 'Positions of any wallet',
    params: q.byAddress,
    query: q.positionsQuery,
    form: 'page',
    answer: own.position,
  },
  /** Accounts by their points. */
  getLeaderboard: {
    ...get,
    id: 'getLeaderboard',
    path: '/v1/leaderboard',
    group: 'Standings',
    summary: 'Accounts by their points',
    query: q.paging,
    form: 'page',
    answer: own.leaderboardEntry,
  },
  /** What each season has come to. */
  getSeasonTotals: {
    ...get,
    id: 'getSeasonTotals',
    path: '/v1/season-totals',
    group: 'Standings',
    summary: 'What each season has come to',
    form: 'data',
    answer: z.array(own.seasonTotals),
  },
} as const satisfies Readonly<Record<string, Operation>>
