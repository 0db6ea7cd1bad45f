import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { notFound } from '../http/api-refusal.js'
import { serve } from '../http/serve.js'
import { lastSaleRow } from '../rows/last-sale-row.js'
import { timeseriesPage } from '../rows/timeseries-page.js'

/** What is counted of markets and categories: statistics, the last sale, metrics over time. */
export const statisticsRoutes = (app: Hono, house: House): void => {
  const { getMarketStatistics, getMarketStatisticsByOtherName, getLastSale } = OPERATIONS
  for (const operation of [getMarketStatistics, getMarketStatisticsByOtherName, OLDER_OPERATIONS.getMarketStatistics])
    serve(app, house, operation, ({ params }) => house.statistics.market(known(house, params.id)))
  serve(app, house, OPERATIONS.getCategoryStatistics, ({ params }) => {
    const category = house.catalog.categoryById(params.id)
    if (category === null) throw notFound('category')
    return house.statistics.category(category)
  })
  for (const operation of [getLastSale, OLDER_OPERATIONS.getLastSale])
    serve(app, house, operation, ({ params }) => lastSaleRow(house, known(house, params.id)))
  serve(app, house, OPERATIONS.getTimeseries, ({ params, query }) => {
    const { series, cursor } = timeseriesPage(house, params.id, query)
    return { success: true as const, cursor, data: { resolution: query.resolution ?? '1h', series } }
  })
  serve(app, house, OPERATIONS.getLatestTimeseriesValue, ({ params, query }) => ({
    x: Math.floor(house.floor.now() / 1_000_000),
    y: house.statistics.latest(known(house, params.id), query.metric ?? 'chance'),
  }))
}

const known = (house: House, id: number): number => {
  if (house.catalog.market(id) === null) throw notFound('market')
  return id
}
