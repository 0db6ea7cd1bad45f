import type { Category } from './catalog.js'
import type { House } from './house.js'
import { marketRow } from './market-row.js'

/** A category with its markets, as REST answers it. */
export const categoryRow = (house: House, category: Category): object => ({
  id: category.id,
  slug: category.slug,
  title: category.title,
  shortTitle: category.title,
  description: category.description,
  imageUrl: 'https://example.invalid/category.png',
  isNegRisk: category.marketIds.some(id => house.floor.core.market(id)?.spec.isNegRisk),
  isYieldBearing: category.marketIds.some(id => house.floor.core.market(id)?.spec.isYieldBearing),
  isVisible: true,
  marketVariant: 'DEFAULT',
  variantData: null,
  variantDetails: null,
  negRiskOnChainId: null,
  parentSlug: null,
  resolutionProvider: 'PREDICT_DOT_FUN',
  createdAt: category.startsAt,
  publishedAt: category.startsAt,
  startsAt: category.startsAt,
  endsAt: category.endsAt,
  status: categoryStatus(house, category),
  stats: null,
  teams: null,
  tags: category.tags.map((name, index) => ({ id: String(index + 1), name, level: 1, parentId: null, makerRebateBps: 0 })),
  markets: category.marketIds.map(id => marketRow(house, id)),
})

/** OPEN while one of its markets is neither resolved nor removed. */
export const categoryStatus = (house: House, category: Category): 'OPEN' | 'RESOLVED' =>
  category.marketIds.some(id => isOpenStatus(house.floor.core.market(id)?.status)) ? 'OPEN' : 'RESOLVED'

/** Whether the filter `status=OPEN` shows a market of this status: proposed and disputed ones are still open. */
export const isOpenStatus = (status: string | undefined): boolean =>
  status !== undefined && status !== 'RESOLVED' && status !== 'REMOVED'
