import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { notFound } from '../http/refusal.js'
import { lastSaleRow } from '../rows/last-sale-row.js'
import { marketActivityPage } from '../rows/market-activity.js'
import { timeseriesPage } from '../rows/timeseries-page.js'
import { serve } from './serve.js'

/** What is counted of markets and categories: statistics, sales, metrics over time. */
export const statisticsRoutes = (app: Hono, house: House): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    for (const operation of [operations.getMarketStatistics, operations.getMarketStatisticsByOtherName])
      serve(app, house, operation, ({ params }) => house.statistics.market(known(house, params.id)))
    serve(app, house, operations.getCategoryStatistics, ({ params }) => {
      const category = house.catalog.categoryById(params.id)
      if (category === null) throw notFound('category')
      return house.statistics.category(category)
    })
    serve(app, house, operations.getLastSale, ({ params }) => lastSaleRow(house, known(house, params.id)))
    serve(app, house, operations.getMarketActivity, ({ params, query }) => marketActivityPage(house, params.id, query))
    serve(app, house, operations.getTimeseries, ({ params, query }) => {
      const { series, cursor } = timeseriesPage(house, params.id, query)
      return { success: true as const, cursor, data: { resolution: query.resolution ?? '1h', series } }
    })
    serve(app, house, operations.getLatestTimeseriesValue, ({ params, query }) => ({
      x: Math.floor(house.floor.now() / 1_000_000),
      y: house.statistics.latest(known(house, params.id), query.metric ?? 'chance'),
    }))
  }
}

const known = (house: House, id: number): number => {
  if (house.catalog.market(id) === null) throw notFound('market')
  return id
}
