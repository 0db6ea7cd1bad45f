import type { z } from 'zod'
import type * as open from '../../../protocol/api/schemas-market.js'
import type { Category } from '../read-models/catalog.js'
import type { Reads } from '../read-models/reads.js'
import { marketRow, type RowOptions } from './market-row.js'

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
  status: categoryStatus(reads, category),
  stats: options.stats ? reads.markets.statistics.category(category) : null,
  teams: category.teams === null ? null : [...category.teams],
  tags: [...category.tags],
  markets: category.marketIds.map(id => marketRow(reads, id, options)),
})

/**
 * OPEN while one of its markets is neither resolved nor removed, or while it has none yet. REMOVED: the operator took it away, or every market
 * of it.
 */
export const categoryStatus = (reads: Reads, category: Category): CategoryRow['status'] => {
  if (category.isRemoved) return 'REMOVED'
  const statuses = category.marketIds.map(id => reads.core.market(id)?.status)
  if (statuses.length === 0 || statuses.some(isOpenStatus)) return 'OPEN'
  return statuses.includes('RESOLVED') ? 'RESOLVED' : 'REMOVED'
}

/** Whether the filter `status=OPEN` shows a market of this status: proposed and disputed ones are still open. */
export const isOpenStatus = (status: string | undefined): boolean =>
  status !== undefined && status !== 'RESOLVED' && status !== 'REMOVED'
