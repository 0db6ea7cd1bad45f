import type { Hono } from 'hono'
import type { QueryOf } from '../../../protocol/api/operation.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { OLDER_OPERATIONS } from '../../../protocol/api/operations-older.js'
import type { House } from '../house.js'
import type { Category } from '../read-models/catalog.js'
import { type CategoryRow, categoryRow, categoryStatus, isOpenStatus } from '../rows/category-row.js'
import { isListed } from '../rows/market-list.js'
import { type MarketRow, marketRow } from '../rows/market-row.js'
import { olderCategoryRow, olderMarketRow } from '../rows/older-rows.js'
import { serve } from './serve.js'

const FOUND_DEFAULT = 10
const FOUND_MAX = 25

type SearchQuery = QueryOf<typeof OPERATIONS.search>

/** Categories and markets by words. */
export const searchRoutes = (app: Hono, house: House): void => {
  serve(app, house, OPERATIONS.search, ({ query }) => found(house, query))
  serve(app, house, OLDER_OPERATIONS.search, ({ query }) => {
    const { categories, markets } = found(house, query)
    return { categories: categories.map(olderCategoryRow), markets: markets.map(olderMarketRow) }
  })
}

const found = (house: House, query: SearchQuery): { categories: CategoryRow[]; markets: MarketRow[] } => {
  const limit = Math.min(query.limit ?? FOUND_DEFAULT, FOUND_MAX)
  const options = { stats: query.includeStats === true }
  const withResolved = query.includeResolved === true
  const markets = house.search.markets({ words: query.query, limit, isWanted: id => isMarketWanted(house, id, withResolved) })
  const categories = house.search.categories({
    words: query.query,
    limit,
    isWanted: id => isCategoryWanted(house, house.catalog.categoryById(id), withResolved),
  })
  return {
    categories: categories
      .flatMap(id => house.catalog.categoryById(id) ?? [])
      .map(category => categoryRow(house, category, options)),
    markets: markets.map(id => marketRow(house, id, options)),
  }
}

const isMarketWanted = (house: House, id: number, withResolved: boolean): boolean => {
  const words = house.catalog.market(id)
  return words !== null && isListed(house, words) && (withResolved || isOpenStatus(house.floor.core.market(id)?.status))
}

const isCategoryWanted = (house: House, category: Category | null, withResolved: boolean): boolean => {
  if (category === null || !category.isVisible) return false
  const status = categoryStatus(house, category)
  return status === 'OPEN' || (withResolved && status === 'RESOLVED')
}
