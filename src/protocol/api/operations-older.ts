import { z } from 'zod'
import { cancelFields, namingOrders } from './cancelled-orders.js'
import type { Operation } from './operation.js'
import { OPERATIONS } from './operations.js'
import { olderPosition } from './operations-oauth.js'
import * as q from './queries.js'
import * as own from './schemas-account.js'
import * as open from './schemas-market.js'

const GROUP = 'Older revision'

type Unprefixed<O extends Operation> = Omit<O, 'group' | 'id' | 'path'> & Pick<Operation, 'group' | 'id' | 'path'>

/** An operation of the current revision under its path without the prefix. */
const older = <const O extends Operation>(operation: O): Unprefixed<O> => ({
  ...operation,
  group: GROUP,
  id: `older${operation.id.charAt(0).toUpperCase()}${operation.id.slice(1)}`,
  path: operation.path.replace(/^\/v1/, '') as `/${string}`,
})

const paged = { form: 'page', query: q.paging } as const

/**
 * The older revision (paths without prefix), except its OAuth group: the same operations with smaller field sets of category, market, outcome, tag
 * and position; an API key is checked only if one is sent.
 */
export const OLDER_OPERATIONS = {
  getAuthMessage: older(OPERATIONS.getAuthMessage),
  getToken: { ...older(OPERATIONS.getToken), status: 201, answer: z.strictObject({ token: z.string() }) },
  getCategories: {
    ...older(OPERATIONS.getCategories),
    query: q.paging.extend({ status: q.categoriesQuery.shape.status }),
    answer: open.olderCategory,
  },
  getCategory: { ...older(OPERATIONS.getCategory), query: q.nothing, answer: open.olderCategory },
  getCategoryStatistics: older(OPERATIONS.getCategoryStatistics),
  getTags: { ...older(OPERATIONS.getTags), answer: z.array(open.olderTag) },
  search: {
    ...older(OPERATIONS.search),
    query: q.searchQuery.omit({ includeStats: true }),
    answer: z.strictObject({ categories: z.array(open.olderCategory), markets: z.array(open.olderMarket) }),
  },
  getMarkets: {
    ...older(OPERATIONS.getMarkets),
    query: q.paging.extend({ status: q.marketsQuery.shape.status }),
    answer: open.olderMarket,
  },
  getOrderbooks: older(OPERATIONS.getOrderbooks),
  getQuotes: older(OPERATIONS.getQuotes),
  postQuotes: older(OPERATIONS.postQuotes),
  getMarket: { ...older(OPERATIONS.getMarket), query: q.nothing, answer: open.olderMarket },
  getMarketStatistics: older(OPERATIONS.getMarketStatistics),
  getMarketStatisticsByOtherName: older(OPERATIONS.getMarketStatisticsByOtherName),
  getLastSale: older(OPERATIONS.getLastSale),
  getOrderbook: older(OPERATIONS.getOrderbook),
  getMarketActivity: older(OPERATIONS.getMarketActivity),
  getTimeseries: older(OPERATIONS.getTimeseries),
  getLatestTimeseriesValue: older(OPERATIONS.getLatestTimeseriesValue),
  getQuote: older(OPERATIONS.getQuote),
  postQuote: older(OPERATIONS.postQuote),
  getMatches: { ...older(OPERATIONS.getMatches), answer: open.olderMatch },
  createOrder: {
    ...older(OPERATIONS.createOrder),
    summary: "Places a signed order; the order's own signature is the proof",
    proof: 'none',
    answer: own.created.pick({ code: true }).strict(),
  },
  getOrders: older(OPERATIONS.getOrders),
  cancelOrders: {
    ...older(OPERATIONS.removeOrders),
    id: 'olderCancelOrders',
    path: '/orders/cancel',
    summary: 'Takes up to 100 orders from the book, by ids, hashes or both',
    body: z.object({ data: namingOrders(z.object(cancelFields)) }),
  },
  removeOrders: older(OPERATIONS.removeOrders),
  removeOrdersByHash: older(OPERATIONS.removeOrdersByHash),
  getOrder: older(OPERATIONS.getOrder),
  getAccount: older(OPERATIONS.getAccount),
  getActivity: { ...older(OPERATIONS.getActivity), answer: own.olderActivity },
  setReferral: older(OPERATIONS.setReferral),
  getReservedBalances: older(OPERATIONS.getReservedBalances),
  getPendingYield: older(OPERATIONS.getPendingYield),
  getPositions: { ...older(OPERATIONS.getPositions), ...paged, answer: olderPosition },
  getPositionsByAddress: { ...older(OPERATIONS.getPositionsByAddress), ...paged, answer: olderPosition },
  getLeaderboard: older(OPERATIONS.getLeaderboard),
  getSeasonTotals: older(OPERATIONS.getSeasonTotals),
} as const satisfies Readonly<Record<string, Operation>>
