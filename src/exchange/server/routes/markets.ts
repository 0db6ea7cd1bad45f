import type { Hono } from 'hono'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS as OLDER } from '../../../protocol/api/operations-older.js'
import { mapped } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import type { Category } from '../read-models/catalog.js'
import type { Reads } from '../read-models/reads.js'
import { type BookRow, bookRow } from '../rows/book.js'
import { categoryPage, categoryRow } from '../rows/category.js'
import { marketRow } from '../rows/market.js'
import { marketPage } from '../rows/market-list.js'
import { olderCategoryRow, olderMarketRow, olderTagRow } from '../rows/older.js'
import { quoteRow } from '../rows/quote.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** Markets, their categories, books and quotes, in both revisions. */
export const marketRoutes = (app: Hono, services: Services): void => {
  // Registered before the markets, whose `/:id` would match these paths.
  bookRoutes(app, services)
  quoteRoutes(app, services)
  currentRoutes(app, services)
  olderRoutes(app, services)
}

const bookRoutes = (app: Hono, services: Services): void => {
  const { reads } = services
  for (const operations of [OPERATIONS, OLDER]) {
    serve(app, services, operations.getOrderbook, ({ params }) => bookOf(reads, params.id))
    serve(app, services, operations.getOrderbooks, ({ query }) => query.ids.map(id => bookOf(reads, id)))
  }
}

const bookOf = (reads: Reads, id: number): BookRow => {
  if (reads.markets.catalog.market(id) === null) throw notFound('Orderbook')
  return bookRow(reads, id)
}

/** Quotes: what an order would get from the books now. */
const quoteRoutes = (app: Hono, services: Services): void => {
  const { reads } = services
  for (const operations of [OPERATIONS, OLDER]) {
    serve(app, services, operations.getQuotes, ({ query }) => query.ids.map(id => quoteRow(reads, id, query)))
    serve(app, services, operations.postQuotes, ({ body }) => body.data.map(asked => quoteRow(reads, asked.marketId, asked)))
    serve(app, services, operations.getQuote, ({ params, query }) => quoteRow(reads, params.id, query))
    serve(app, services, operations.postQuote, ({ params, body }) => quoteRow(reads, params.id, body.data))
  }
}

const currentRoutes = (app: Hono, services: Services): void => {
  const { reads } = services
  serve(app, services, OPERATIONS.getMarkets, ({ query }) =>
    mapped(marketPage(reads, query), ({ id }) => marketRow(reads, id, { stats: query.includeStats === true })),
  )
  serve(app, services, OPERATIONS.getMarket, ({ params, query }) =>
    marketRow(reads, params.id, { stats: query.includeStats === true }),
  )
  serve(app, services, OPERATIONS.getCategories, ({ query }) =>
    mapped(categoryPage(reads, query), category => categoryRow(reads, category, { stats: query.includeStats === true })),
  )
  serve(app, services, OPERATIONS.getCategory, ({ params, query }) =>
    categoryRow(reads, categoryOf(reads, params.slug), { stats: query.includeStats === true }),
  )
  serve(app, services, OPERATIONS.getTags, () => [...reads.markets.catalog.tags()])
}

/** The revision without a prefix has fewer fields. */
const olderRoutes = (app: Hono, services: Services): void => {
  const { reads } = services
  serve(app, services, OLDER.getMarkets, ({ query }) =>
    mapped(marketPage(reads, query), ({ id }) => olderMarketRow(marketRow(reads, id))),
  )
  serve(app, services, OLDER.getMarket, ({ params }) => olderMarketRow(marketRow(reads, params.id)))
  serve(app, services, OLDER.getCategories, ({ query }) =>
    mapped(categoryPage(reads, query), category => olderCategoryRow(categoryRow(reads, category))),
  )
  serve(app, services, OLDER.getCategory, ({ params }) => olderCategoryRow(categoryRow(reads, categoryOf(reads, params.slug))))
  serve(app, services, OLDER.getTags, () => reads.markets.catalog.tags().map(olderTagRow))
}

const categoryOf = (reads: Reads, slug: string): Category => {
  const category = reads.markets.catalog.category(slug)
  if (category === null) throw notFound('category')
  return category
}
