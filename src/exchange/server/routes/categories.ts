import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import { notFound } from '../http/refusal.js'
import { categoryPage } from '../rows/category-list.js'
import { categoryRow } from '../rows/category-row.js'
import { serve } from './serve.js'

/** Categories with their markets, and the tags that they carry. */
export const categoryRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.getCategories, ({ query }) => {
    const { rows, cursor } = categoryPage(house, query)
    return { rows: rows.map(category => categoryRow(house, category, { stats: query.includeStats === true })), cursor }
  })
  serve(app, house, OPERATIONS.getCategory, ({ params, query }) => {
    const category = house.catalog.category(params.slug)
    if (category === null) throw notFound('category')
    return categoryRow(house, category, { stats: query.includeStats === true })
  })
  serve(app, house, OPERATIONS.getTags, () => [...house.catalog.tags()])
}
