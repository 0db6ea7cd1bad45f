import type { Hono } from 'hono'
import type { QueryOf } from '../../../protocol/api/operation.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { Category } from '../read-models/catalog.js'
import { type CategoryRow, categoryRow, statusOfCategory } from '../rows/category.js'
import { isOpenStatus, type MarketRow, marketRow } from '../rows/market.js'
import { isListed } from '../rows/market-list.js'
import { olderCategoryRow, olderMarketRow } from '../rows/older.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

const FOUND_DEFAULT = 10
const FOUND_MAX = 25

type SearchQuery = QueryOf<typeof OPERATIONS.search>

/** Search for categories and markets. */
export const searchRoutes = (app: Hono, services: Services): void => {
  serve(app, services, OPERATIONS.search, ({ query }) => found(services, query))
  serve(app, services, OLDER_OPERATIONS.search, ({ query }) => {
    const { categories, markets } = found(services, query)
    return { categories: categories.map(olderCategoryRow), markets: markets.map(olderMarketRow) }
  })
}

const found = (services: Services, query: SearchQuery): { categories: CategoryRow[]; markets: MarketRow[] } => {
  const limit = Math.min(query.limit ?? FOUND_DEFAULT, FOUND_MAX)
  const options = { stats: query.includeStats === true }
  const withResolved = query.includeResolved === true
  const markets = services.reads.markets.search.markets({
    words: query.query,
    limit,
    isWanted: id => isMarketWanted(services, id, withResolved),
  })
  const categories = services.reads.markets.search.categories({
    words: query.query,
    limit,
    isWanted: id => isCategoryWanted(services, services.reads.markets.catalog.categoryById(id), withResolved),
  })
  return {
    categories: categories
      .flatMap(id => services.reads.markets.catalog.categoryById(id) ?? [])
      .map(category => categoryRow(services.reads, category, options)),
    markets: markets.map(id => marketRow(services.reads, id, options)),
  }
}

const isMarketWanted = (services: Services, id: number, withResolved: boolean): boolean => {
  const words = services.reads.markets.catalog.market(id)
  return (
    words !== null && isListed(services.reads, words) && (withResolved || isOpenStatus(services.reads.core.market(id)?.status))
  )
}

const isCategoryWanted = (services: Services, category: Category | null, withResolved: boolean): boolean => {
  if (category === null || !category.isVisible) return false
  const status = statusOfCategory(services.reads, category)
  return status === 'OPEN' || (withResolved && status === 'RESOLVED')
}
