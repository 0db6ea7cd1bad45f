import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { notFound } from '../http/refusal.js'
import { categoryPage } from '../rows/category-list.js'
import { categoryRow } from '../rows/category-row.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Categories with their markets, and the tags that they carry. */
export const categoryRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.getCategories, ({ query }) => {
    const { rows, cursor } = categoryPage(services.reads, query)
    return { rows: rows.map(category => categoryRow(services.reads, category, { stats: query.includeStats === true })), cursor }
  })
  serve(app, services, OPERATIONS.getCategory, ({ params, query }) => {
    const category = services.reads.markets.catalog.category(params.slug)
    if (category === null) throw notFound('category')
    return categoryRow(services.reads, category, { stats: query.includeStats === true })
  })
  serve(app, services, OPERATIONS.getTags, () => [...services.reads.markets.catalog.tags()])
}
