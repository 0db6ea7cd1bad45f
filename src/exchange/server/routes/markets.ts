import type { Context, Hono } from 'hono'
import { badRequest } from '../api-refusal.js'
import { isOpenStatus } from '../category-row.js'
import { page, success } from '../envelope.js'
import type { House } from '../house.js'
import { marketRow } from '../market-row.js'
import { pageOf, readPageQuery } from '../paging.js'

/** Markets. */
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
  app.get('/v1/markets/:id', context => context.json(success(marketRow(house, readMarketId(context.req.param('id'))))))
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
