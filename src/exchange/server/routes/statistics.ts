import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { mapped } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import { marketActivityPage } from '../rows/activity.js'
import { matchPage } from '../rows/match.js'
import { olderMatchRow } from '../rows/older.js'
import { leaderboardPage, seasonRows } from '../rows/standings.js'
import { lastSaleRow, timeseriesPage } from '../rows/statistics.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** What was traded: statistics of markets and categories, sales, metrics over time, the public tape, the leaderboard, seasons. */
export const statisticsRoutes = (app: Hono, services: Services): void => {
  const { reads } = services
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    marketStatistics(app, services, operations)
    serve(app, services, operations.getCategoryStatistics, ({ params }) => {
      const category = reads.markets.catalog.categoryById(params.id)
      if (category === null) throw notFound('category')
      return reads.markets.statistics.category(category)
    })
    serve(app, services, operations.getLeaderboard, ({ query }) => leaderboardPage(reads, query))
    serve(app, services, operations.getSeasonTotals, () => seasonRows(reads))
  }
  serve(app, services, OPERATIONS.getMatches, ({ query }) => matchPage(reads, query))
  serve(app, services, OLDER_OPERATIONS.getMatches, ({ query }) => mapped(matchPage(reads, query), olderMatchRow))
}

const marketStatistics = (app: Hono, services: Services, operations: typeof OPERATIONS | typeof OLDER_OPERATIONS): void => {
  const { reads } = services
  const { statistics } = reads.markets
  for (const operation of [operations.getMarketStatistics, operations.getMarketStatisticsByOtherName])
    serve(app, services, operation, ({ params }) => statistics.market(known(reads, params.id)))
  serve(app, services, operations.getLastSale, ({ params }) => lastSaleRow(reads, known(reads, params.id)))
  serve(app, services, operations.getMarketActivity, ({ params, query }) => marketActivityPage(reads, params.id, query))
  serve(app, services, operations.getTimeseries, ({ params, query }) => {
    const { series, cursor } = timeseriesPage(reads, params.id, query)
    return { success: true as const, cursor, data: { resolution: query.resolution ?? '1h', series } }
  })
  serve(app, services, operations.getLatestTimeseriesValue, ({ params, query }) => ({
    x: Math.floor(reads.now() / 1_000_000),
    y: statistics.latest(known(reads, params.id), query.metric ?? 'chance'),
  }))
}

const known = (reads: Reads, id: number): number => {
  if (reads.markets.catalog.market(id) === null) throw notFound('market')
  return id
}
