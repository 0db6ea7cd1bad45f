import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import { notFound } from '../http/refusal.js'
import { type BookRow, bookRow } from '../rows/book-row.js'
import { serve } from './serve.js'

/** The books of one market and of many. */
export const bookRoutes = (app: Hono, house: House): void => {
  for (const operations of [OPERATIONS, OLDER_OPERATIONS]) {
    serve(app, house, operations.getOrderbook, ({ params }) => bookOf(house, params.id))
    serve(app, house, operations.getOrderbooks, ({ query }) => query.ids.map(id => bookOf(house, id)))
  }
}

const bookOf = (house: House, id: number): BookRow => {
  if (house.catalog.market(id) === null) throw notFound('Orderbook')
  return bookRow(house, id)
}
