import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { marketPage } from '../rows/market-list.js'
import { marketRow } from '../rows/market-row.js'
import { serve } from './serve.js'

/** Markets, many and one. */
export const marketRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getMarkets, ({ query }) => {
    const { rows, cursor } = marketPage(house, query)
    return { rows: rows.map(words => marketRow(house, words.id, { stats: query.includeStats === true })), cursor }
  })
  serve(app, house, OPERATIONS.getMarket, ({ params, query }) =>
    marketRow(house, params.id, { stats: query.includeStats === true }),
  )
}
