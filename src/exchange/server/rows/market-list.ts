import type { z } from 'zod'
import type { marketsQuery } from '../../../protocol/api/queries.js'
import { type Page, pageOf } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
import type { MarketText } from '../text/market-text.js'
import { isOpenStatus } from './market.js'
import { rewardRows } from './rewards.js'

type Query = z.output<typeof marketsQuery>
type Sort = NonNullable<Query['sort']>

/**
 * A page of the markets that match a query, the newest first unless there is a `sort`. Hidden markets, markets of hidden categories and removed
 * markets are never listed. Throws a refusal on a cursor of another order.
 */
export const marketPage = (reads: Reads, query: Query): Page<MarketText> => {
  const rows = reads.markets.catalog.markets().filter(words => isAsked(reads, words, query))
  const { sort } = query
  if (sort === undefined) return pageOf(rows, query, { name: 'markets', key: words => words.id })
  return reads.pages.page(query, {
    rows,
    order: `market-${sort}`,
    isFalling: sort.endsWith('_DESC'),
    value: words => valueOf(reads, words.id, sort),
    id: words => words.id,
  })
}

/** Whether lists and search show a market. */
export const isListed = (reads: Reads, { id, isVisible, category }: MarketText): boolean =>
  isVisible && category.isVisible && !category.isRemoved && reads.core.market(id)?.status !== 'REMOVED'

/** Whether a category has one of these tags; `undefined`: every category has. */
export const hasTag = (
  category: { readonly tags: readonly { readonly id: string }[] },
  ids: readonly string[] | undefined,
): boolean => ids === undefined || category.tags.some(tag => ids.includes(tag.id))

const isAsked = (reads: Reads, words: MarketText, query: Query): boolean => {
  const { status, marketVariant, tagIds, hasActiveRewards, isBoosted } = query
  if (!isListed(reads, words) || !hasTag(words.category, tagIds)) return false
  if (marketVariant !== undefined && words.marketVariant !== marketVariant) return false
  if (status !== undefined && (status === 'OPEN') !== isOpenStatus(reads.core.market(words.id)?.status)) return false
  if (hasActiveRewards === undefined && isBoosted === undefined) return true
  const rewards = rewardsOf(reads, words.id)
  return (
    (hasActiveRewards === undefined || hasActiveRewards === (rewards.rewards.current !== null)) &&
    (isBoosted === undefined || isBoosted === rewards.isBoosted)
  )
}

const rewardsOf = (reads: Reads, id: number): ReturnType<typeof rewardRows> =>
  rewardRows(reads.core.market(id)?.spec.rewards ?? null, reads.now())

const valueOf = (reads: Reads, id: number, sort: Sort): number => {
  switch (sort) {
    case 'CHANCE_24H_CHANGE_ASC':
    case 'CHANCE_24H_CHANGE_DESC':
      return reads.markets.statistics.chanceChange(id)
    case 'VOLUME_24H_ASC':
    case 'VOLUME_24H_DESC':
      return reads.markets.statistics.volumeOfDay(id)
    case 'VOLUME_24H_CHANGE_ASC':
    case 'VOLUME_24H_CHANGE_DESC':
      return reads.markets.statistics.volumeChange(id)
    case 'VOLUME_TOTAL_ASC':
    case 'VOLUME_TOTAL_DESC':
      return reads.markets.statistics.volumeTotal(id)
    case 'REWARD_RATE_ASC':
    case 'REWARD_RATE_DESC':
      return rewardsOf(reads, id).rewards.current?.hourlyRate ?? 0
    default:
      return sort satisfies never
  }
}
