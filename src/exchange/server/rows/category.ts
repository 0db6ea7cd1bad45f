import type { z } from 'zod'
import type { categoriesQuery } from '../../../protocol/api/queries.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import type { Page } from '../http/paging.js'
import type { Category } from '../read-models/catalog.js'
import type { Reads } from '../read-models/reads.js'
import { isOpenStatus, marketRow, type RowOptions } from './market.js'
import { hasTag } from './market-list.js'

export type CategoryRow = z.input<typeof open.category>

/** A category with its markets, as REST answers it. */
export const categoryRow = (reads: Reads, category: Category, options: RowOptions = { stats: false }): CategoryRow => ({
  id: category.id,
  slug: category.slug,
  title: category.title,
  shortTitle: category.shortTitle,
  description: category.description,
  imageUrl: category.imageUrl,
  isNegRisk: category.isNegRisk,
  isYieldBearing: category.isYieldBearing,
  isVisible: category.isVisible,
  marketVariant: category.marketVariant,
  variantData: category.variantData,
  variantDetails: category.variantDetails,
  negRiskOnChainId: category.negRiskOnChainId,
  parentSlug: category.parentSlug,
  resolutionProvider: category.resolutionProvider,
  createdAt: category.createdAt,
  publishedAt: category.publishedAt,
  startsAt: category.startsAt,
  endsAt: category.endsAt,
  status: statusOfCategory(reads, category),
  stats: options.stats ? reads.markets.statistics.category(category) : null,
  teams: category.teams === null ? null : [...category.teams],
  tags: [...category.tags],
  markets: category.marketIds.map(id => marketRow(reads, id, options)),
})

/** OPEN while the category has no market, or one that is neither resolved nor removed. REMOVED: the operator removed it, or every market of it. */
export const statusOfCategory = (reads: Reads, category: Category): CategoryRow['status'] => {
  if (category.isRemoved) return 'REMOVED'
  const statuses = category.marketIds.map(id => reads.core.market(id)?.status)
  if (statuses.length === 0 || statuses.some(isOpenStatus)) return 'OPEN'
  return statuses.includes('RESOLVED') ? 'RESOLVED' : 'REMOVED'
}

type Query = z.output<typeof categoriesQuery>
type Sort = NonNullable<Query['sort']>

/**
 * A page of the categories that match a query; the last published first unless there is a `sort`. POPULAR sorts by the volume of 24 hours, VOLUME
 * by all volume. ACTIVE are open ones in which a market trades now. Hidden ones are never listed, removed ones only when
 * `status=REMOVED` asks for them. Throws a refusal on a cursor of another order.
 */
export const categoryPage = (reads: Reads, query: Query): Page<Category> => {
  const order = query.sort ?? 'PUBLISHED_AT_DESC'
  return reads.pages.page(query, {
    rows: reads.markets.catalog.categories().filter(category => isAsked(reads, category, query)),
    order: `category-${order}`,
    isFalling: order !== 'PUBLISHED_AT_ASC',
    value: category => valueOf(reads, category, order),
    id: category => category.id,
  })
}

const isAsked = (reads: Reads, category: Category, { status, tagIds, marketVariant }: Query): boolean => {
  if (!category.isVisible || !hasTag(category, tagIds)) return false
  if (marketVariant !== undefined && category.marketVariant !== marketVariant) return false
  const found = statusOfCategory(reads, category)
  if (status === undefined) return found !== 'REMOVED'
  if (status !== 'ACTIVE') return found === status
  return found === 'OPEN' && category.marketIds.some(id => reads.core.market(id)?.trading === 'OPEN')
}

const valueOf = (reads: Reads, category: Category, sort: Sort): number => {
  switch (sort) {
    case 'VOLUME_24H_DESC':
    case 'POPULAR':
      return sumOf(category, id => reads.markets.statistics.volumeOfDay(id))
    case 'VOLUME_ALL_DESC':
    case 'VOLUME':
      return sumOf(category, id => reads.markets.statistics.volumeTotal(id))
    case 'PUBLISHED_AT_ASC':
    case 'PUBLISHED_AT_DESC':
      return Date.parse(category.publishedAt)
    default:
      return sort satisfies never
  }
}

const sumOf = ({ marketIds }: Category, volumeOf: (id: number) => number): number =>
  marketIds.reduce((sum, id) => sum + volumeOf(id), 0)
