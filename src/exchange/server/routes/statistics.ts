import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { notFound } from '../http/refusal.js'
import { lastSaleRow } from '../rows/last-sale-row.js'
import { marketActivityPage } from '../rows/market-activity.js'
import { timeseriesPage } from '../rows/timeseries-page.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** What is counted of markets and categories: statistics, sales, metrics over time. */
export const statisticsRoutes = (app: Hono, services: Services): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    for (const operation of [operations.getMarketStatistics, operations.getMarketStatisticsByOtherName])
      serve(app, services, operation, ({ params }) => services.reads.markets.statistics.market(known(services, params.id)))
    serve(app, services, operations.getCategoryStatistics, ({ params }) => {
      const category = services.reads.markets.catalog.categoryById(params.id)
      if (category === null) throw notFound('category')
      return services.reads.markets.statistics.category(category)
    })
    serve(app, services, operations.getLastSale, ({ params }) => lastSaleRow(services.reads, known(services, params.id)))
    serve(app, services, operations.getMarketActivity, ({ params, query }) =>
      marketActivityPage(services.reads, params.id, query),
    )
    serve(app, services, operations.getTimeseries, ({ params, query }) => {
      const { series, cursor } = timeseriesPage(services.reads, params.id, query)
      return { success: true as const, cursor, data: { resolution: query.resolution ?? '1h', series } }
    })
    serve(app, services, operations.getLatestTimeseriesValue, ({ params, query }) => ({
      x: Math.floor(services.reads.now() / 1_000_000),
      y: services.reads.markets.statistics.latest(known(services, params.id), query.metric ?? 'chance'),
    }))
  }
}

const known = (services: Services, id: number): number => {
  if (services.reads.markets.catalog.market(id) === null) throw notFound('market')
  return id
}
