import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { quoteRow } from '../rows/quote-row.js'
import { serve } from './serve.js'

/** What the books would give now. */
export const quoteRoutes = (app: Hono, house: House): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, house, operations.getQuotes, ({ query }) => query.ids.map(id => quoteRow(house, id, query)))
    serve(app, house, operations.postQuotes, ({ body }) => body.data.map(asked => quoteRow(house, asked.marketId, asked)))
    serve(app, house, operations.getQuote, ({ params, query }) => quoteRow(house, params.id, query))
    serve(app, house, operations.postQuote, ({ params, body }) => quoteRow(house, params.id, body.data))
  }
}
