import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { quoteRow } from '../rows/quote-row.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** What the books would give now. */
export const quoteRoutes = (app: Hono, services: Services): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, services, operations.getQuotes, ({ query }) => query.ids.map(id => quoteRow(services.reads, id, query)))
    serve(app, services, operations.postQuotes, ({ body }) =>
      body.data.map(asked => quoteRow(services.reads, asked.marketId, asked)),
    )
    serve(app, services, operations.getQuote, ({ params, query }) => quoteRow(services.reads, params.id, query))
    serve(app, services, operations.postQuote, ({ params, body }) => quoteRow(services.reads, params.id, body.data))
  }
}
