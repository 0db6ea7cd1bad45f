import type { Context, Hono } from 'hono'
import { badRequest, notFound } from '../api-refusal.js'
import { type BookRow, bookRow } from '../book-row.js'
import { isOpenStatus } from '../category-row.js'
import { page, success } from '../envelope.js'
import type { House } from '../house.js'
import { marketRow } from '../market-row.js'
import { pageOf, readPageQuery } from '../paging.js'

const BOOKS_MAX = 50

/** Markets and their books. */
export const marketRoutes = (app: Hono, house: House): void => {
  app.get('/v1/markets', context => {
    const status = readStatus(context)
    const chosen = house.catalog.markets().filter(words => isShown(house.floor.core.market(words.id)?.status, status))
    const { rows, cursor } = pageOf(chosen, readPageQuery(context), words => words.id)
    return context.json(
      page(
        rows.map(words => marketRow(house, words.id)),
        cursor,
      ),
    )
  })
  app.get('/v1/markets/orderbooks', context => {
    const ids = (context.req.queries('ids') ?? []).flatMap(text => text.split(','))
    if (ids.length === 0 || ids.length > BOOKS_MAX) throw badRequest(`ids must name 1 to ${BOOKS_MAX} markets`)
    return context.json(success(ids.map(id => bookOf(house, id))))
  })
  app.get('/v1/markets/:id', context => context.json(success(marketRow(house, readMarketId(context.req.param('id'))))))
  app.get('/v1/markets/:id/orderbook', context => context.json(success(bookOf(house, context.req.param('id')))))
}

/** A market's number from a path or query. Throws a refusal. */
export const readMarketId = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw badRequest('a market id is a whole number')
  return Number(text)
}

/** The filter `status` of markets and categories; null shows all. Throws a refusal on any other word. */
export const readStatus = (context: Context): 'OPEN' | 'RESOLVED' | null => {
  const status = context.req.query('status')
  if (status === undefined || status === '') return null
  if (status !== 'OPEN' && status !== 'RESOLVED') throw badRequest('status must be OPEN or RESOLVED')
  return status
}

const isShown = (status: string | undefined, wanted: 'OPEN' | 'RESOLVED' | null): boolean => {
  if (wanted === null) return true
  return wanted === 'OPEN' ? isOpenStatus(status) : status === 'RESOLVED'
}

const bookOf = (house: House, text: string): BookRow => {
  const id = readMarketId(text)
  if (house.catalog.market(id) === null) throw notFound('Orderbook')
  return bookRow(house, id)
}
