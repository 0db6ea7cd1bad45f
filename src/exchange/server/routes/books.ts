import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import { notFound } from '../http/refusal.js'
import { type BookRow, bookRow } from '../rows/book-row.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** The books of one market and of many. */
export const bookRoutes = (app: Hono, services: Services): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, services, operations.getOrderbook, ({ params }) => bookOf(services, params.id))
    serve(app, services, operations.getOrderbooks, ({ query }) => query.ids.map(id => bookOf(services, id)))
  }
}

const bookOf = (services: Services, id: number): BookRow => {
  if (services.reads.markets.catalog.market(id) === null) throw notFound('Orderbook')
  return bookRow(services.reads, id)
}
