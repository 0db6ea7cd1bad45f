import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type { RewardTerms } from '../../core/command.js'
import { SHARE_THRESHOLD, SPREAD_THRESHOLD } from '../text/complete-text.js'
import { CATEGORY_DETAILS, type CategoryDetails, MARKET_DETAILS, type MarketDetails, said } from '../text/details.js'
import type { CategoryText, Tag } from '../text/market-text.js'
import { type NewMarket, newCategory } from './new-market.js'

/** A market as the options of an exchange describe it. Everything but the question has a default. */
export interface MarketSeed extends MarketDetails {
  readonly question: string
  /** Default: the question. */
  readonly title?: string
  readonly description?: string
  readonly outcomes?: readonly [yes: string, no: string]
  /** Markets of one slug share a category, which the first of them describes. Default: a category of its own. */
  readonly category?: { readonly slug: string; readonly title: string } & CategoryDetails
  /** Decimals of a price. Default 2. */
  readonly decimals?: 2 | 3
  /** Default 200. */
  readonly feeRateBps?: number
  /** Minutes from now. Default 360; `null`: the market trades until an operator ends it. */
  readonly endsInMinutes?: number | null
  /** Default: decided by the crowd's hidden value at the end. */
  readonly resolvesTo?: Payout
  /** For the whole category: if it has several markets, exactly one of them resolves to Yes. */
  readonly isNegRisk?: boolean
  readonly isYieldBearing?: boolean
  /** Points an hour for the market's makers. Default 0. */
  readonly rewardsPerHour?: number
  /** Multiplies the market's points for some minutes from its beginning. Default: no boost. */
  readonly boost?: { readonly minutes: number; readonly multiplier: number }
}

const DEFAULT_MINUTES = 360
/** How long a market without an end pays rewards: ten years. */
const ENDLESS_US = 315_360_000_000_000
const PRACTICE: Tag = { id: '1', name: 'Practice', level: 1, parentId: null, makerRebateBps: 0 }

/** The first ids of markets and categories that are opened together. */
export interface FirstIds {
  readonly market: number
  readonly category: number
  /** Suffix of category slugs. Default: the id of the first market. */
  readonly suffix?: string
}

/** A market whose result is not decided yet. */
export type UndecidedMarket = Omit<NewMarket, 'resolvesTo'>

/** The markets of seeds that are opened together, in their order. */
export const seedMarkets = (seeds: readonly MarketSeed[], now: Timestamp, first: FirstIds): readonly UndecidedMarket[] => {
  const categories = new Map<string, { words: CategoryText; markets: number }>()
  const slugs = seeds.map((seed, index) => slugOf(seed, index, first))
  return seeds.map((seed, index) => {
    const slug = slugs[index] ?? ''
    const known = categories.get(slug) ?? {
      words: seedCategory(seed, now, { slug, id: first.category + categories.size }),
      markets: 0,
    }
    categories.set(slug, { ...known, markets: known.markets + 1 })
    const isGroup = known.words.isNegRisk && slugs.filter(one => one === slug).length > 1
    const endsAt = endOf(seed, now)
    return {
      id: first.market + index,
      at: now,
      question: seed.question,
      title: seed.title ?? seed.question,
      description: seed.description ?? seed.question,
      outcomeNames: seed.outcomes ?? ['Yes', 'No'],
      category: known.words,
      place: known.markets,
      group: isGroup ? slug : null,
      decimals: seed.decimals ?? 2,
      feeRateBps: seed.feeRateBps ?? 200,
      endsAt,
      rewards: { ...plainRewards(seed.rewardsPerHour ?? 0, now, endsAt), ...boostOf(seed, now) },
      details: said<MarketDetails, keyof MarketDetails>(seed, MARKET_DETAILS),
    }
  })
}

/** The slug contains a number, so that the same seed opened again has another slug. */
const slugOf = ({ category }: MarketSeed, index: number, first: FirstIds): string =>
  category === undefined ? `market-${first.market + index}` : `${category.slug}-${first.suffix ?? first.market}`

const seedCategory = (seed: MarketSeed, at: Timestamp, { slug, id }: { slug: string; id: number }): CategoryText => {
  const title = seed.category?.title ?? seed.title ?? seed.question
  const endsAt = endOf(seed, at)
  return newCategory({
    id,
    at,
    slug,
    title,
    endsAt: endsAt === null ? null : Timestamp.iso(endsAt),
    details: {
      description: seed.description ?? title,
      isNegRisk: seed.isNegRisk ?? false,
      isYieldBearing: seed.isYieldBearing ?? false,
      marketVariant: seed.marketVariant ?? 'DEFAULT',
      variantData: seed.variantData ?? null,
      tags: [PRACTICE],
      ...said<CategoryDetails, keyof CategoryDetails>(seed.category ?? {}, CATEGORY_DETAILS),
    },
  })
}

const endOf = (seed: MarketSeed, now: Timestamp): Timestamp | null =>
  seed.endsInMinutes === null ? null : Timestamp.add(now, Math.round((seed.endsInMinutes ?? DEFAULT_MINUTES) * 60_000_000))

const boostOf = ({ boost }: MarketSeed, from: Timestamp): Pick<RewardTerms, 'boost'> =>
  boost === undefined
    ? {}
    : { boost: { from, to: Timestamp.add(from, Math.round(boost.minutes * 60_000_000)), multiplier: boost.multiplier } }

/** The default thresholds, and `perHour` points an hour until the market ends. */
export const plainRewards = (perHour: number, from: Timestamp, endsAt: Timestamp | null): RewardTerms => ({
  spreadThreshold: SPREAD_THRESHOLD,
  shareThreshold: SHARE_THRESHOLD,
  schedule:
    perHour === 0
      ? []
      : [{ from, to: endsAt ?? Timestamp.add(from, ENDLESS_US), microPointsPerHour: Math.round(perHour * 1_000_000) }],
})
