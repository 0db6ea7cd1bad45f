import { z } from 'zod'
import type { Operation } from './operation.js'
import { loginBody, OPERATIONS } from './operations.js'
import { olderPosition } from './operations-oauth.js'
import * as q from './queries.js'
import * as own from './schemas-account.js'
import * as open from './schemas-market.js'
import { orderHash } from './schemas-words.js'

const GROUP = 'Older revision'
const get = {
  method: 'GET',
  group: GROUP,
  proof: 'none',
  status: 200,
  params: q.nothing,
  query: q.nothing,
  body: null,
} as const
const post = { method: 'POST', group: GROUP, proof: 'none', params: q.nothing, query: q.nothing } as const

const CANCELLED_MAX = 100

/** The revision without prefix but its OAuth group: the same service with fewer fields, and an API key only where one is sent. */
export const OLDER_OPERATIONS = {
  getAuthMessage: { ...OPERATIONS.getAuthMessage, group: GROUP, id: 'olderGetAuthMessage', path: '/auth/message' },
  getToken: {
    ...post,
    id: 'olderGetToken',
    path: '/auth',
    summary: 'A token for a signed login text',
    status: 201,
    body: loginBody,
    form: 'data',
    answer: z.strictObject({ token: z.string() }),
  },
  getMarkets: {
    ...get,
    id: 'olderGetMarkets',
    path: '/markets',
    summary: 'Markets',
    query: q.paging.extend({ status: q.marketsQuery.shape.status }),
    form: 'page',
    answer: open.olderMarket,
  },
  getOrderbook: {
    ...OPERATIONS.getOrderbook,
    group: GROUP,
    id: 'olderGetOrderbook',
    path: '/markets/{id}/orderbook',
  },
  getMarketStatistics: {
    ...OPERATIONS.getMarketStatistics,
    group: GROUP,
    id: 'olderGetMarketStatistics',
    path: '/markets/{id}/stats',
  },
  getLastSale: { ...OPERATIONS.getLastSale, group: GROUP, id: 'olderGetLastSale', path: '/markets/{id}/last-sale' },
  getMarketActivity: {
    ...get,
    id: 'olderGetMarketActivity',
    path: '/markets/{id}/activity',
    summary: 'Matches of a market, newest first',
    params: q.byMarketId,
    query: q.paging,
    form: 'page',
    answer: own.marketActivity,
  },
  getCategories: {
    ...get,
    id: 'olderGetCategories',
    path: '/categories',
    summary: 'Categories with their markets',
    query: q.paging.extend({ status: q.categoriesQuery.shape.status }),
    form: 'page',
    answer: open.olderCategory,
  },
  getCategory: {
    ...get,
    id: 'olderGetCategory',
    path: '/categories/{slug}',
    summary: 'A category by its slug',
    params: q.bySlug,
    form: 'data',
    answer: open.olderCategory,
  },
  createOrder: {
    ...post,
    id: 'olderCreateOrder',
    path: '/orders',
    summary: "Places a signed order; the order's own signature is the proof",
    status: 201,
    body: z.object({ data: own.createOrder }),
    form: 'data',
    answer: own.created.pick({ code: true }).strict(),
  },
  getOrders: { ...OPERATIONS.getOrders, group: GROUP, id: 'olderGetOrders', path: '/orders' },
  cancelOrders: {
    ...post,
    id: 'olderCancelOrders',
    path: '/orders/cancel',
    summary: 'Takes up to 100 orders from the book, by ids or hashes',
    proof: 'wallet',
    status: 200,
    body: z.object({
      data: z.object({
        ids: z
          .array(z.string().regex(/^\d{1,15}$/, 'an order id is decimal digits'))
          .max(CANCELLED_MAX)
          .optional(),
        hashes: z.array(orderHash).max(CANCELLED_MAX).optional(),
      }),
    }),
    form: 'body',
    answer: own.removed,
  },
  getOrder: { ...OPERATIONS.getOrder, group: GROUP, id: 'olderGetOrder', path: '/orders/{hash}' },
  getPositions: {
    ...get,
    id: 'olderGetPositions',
    path: '/positions',
    summary: "The wallet's positions",
    proof: 'wallet',
    query: q.paging,
    form: 'page',
    answer: olderPosition,
  },
  getLeaderboard: {
    ...get,
    id: 'olderGetLeaderboard',
    path: '/leaderboard',
    summary: 'Accounts by their points',
    query: q.paging,
    form: 'page',
    answer: own.leaderboardEntry,
  },
  getSeasonTotals: {
    ...get,
    id: 'olderGetSeasonTotals',
    path: '/season-totals',
    summary: 'What each season has come to',
    form: 'data',
    answer: z.array(own.seasonTotals),
  },
} as const satisfies Readonly<Record<string, Operation>>
