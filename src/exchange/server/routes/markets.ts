import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { marketPage } from '../rows/market-list.js'
import { marketRow } from '../rows/market-row.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Markets, many and one. */
export const marketRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.getMarkets, ({ query }) => {
    const { rows, cursor } = marketPage(services.reads, query)
    return { rows: rows.map(words => marketRow(services.reads, words.id, { stats: query.includeStats === true })), cursor }
  })
  serve(app, services, OPERATIONS.getMarket, ({ params, query }) =>
    marketRow(services.reads, params.id, { stats: query.includeStats === true }),
  )
}
