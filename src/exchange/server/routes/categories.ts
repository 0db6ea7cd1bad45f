import type { Hono } from 'hono'
import { notFound } from '../api-refusal.js'
import { categoryRow, categoryStatus } from '../category-row.js'
import { page, success } from '../envelope.js'
import type { House } from '../house.js'
import { pageOf, readPageQuery } from '../paging.js'
import { readStatus } from './markets.js'

/** Categories with their markets; newest first. */
export const categoryRoutes = (app: Hono, house: House): void => {
  app.get('/v1/categories', context => {
    const status = readStatus(context)
    const chosen = house.catalog.categories().filter(one => status === null || categoryStatus(house, one) === status)
    const { rows, cursor } = pageOf(chosen, readPageQuery(context), category => category.id)
    return context.json(
      page(
        rows.map(category => categoryRow(house, category)),
        cursor,
      ),
    )
  })
  app.get('/v1/categories/:slug', context => {
    const category = house.catalog.category(context.req.param('slug'))
    if (category === null) throw notFound('category')
    return context.json(success(categoryRow(house, category)))
  })
}
