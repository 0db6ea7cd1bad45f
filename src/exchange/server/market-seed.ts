import { createHash } from 'node:crypto'
import { Price } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import type { MarketSpec, RewardTerms } from '../core/command.js'
import { PLAIN_CATEGORY, PLAIN_MARKET } from './complete-words.js'
import type { CategoryWords, MarketWords, Tag } from './market-words.js'
import { SHARE_THRESHOLD, SPREAD_THRESHOLD } from './reward-rows.js'

/** A market as somebody describes it who starts an exchange; everything but the question has a default. */
export interface MarketSeed {
  readonly question: string
  /** Default: the question. */
  readonly title?: string
  readonly description?: string
  readonly outcomes?: readonly [yes: string, no: string]
  /** Markets of one slug share a category. Default: a category of its own. */
  readonly category?: { readonly slug: string; readonly title: string }
  /** Decimals of a price. Default 2. */
  readonly decimals?: 2 | 3
  /** Default 200. */
  readonly feeRateBps?: number
  /** From now. Default 360; null: until an operator ends it. */
  readonly endsInMinutes?: number | null
  /** Default: as the crowd's hidden value ends. */
  readonly resolvesTo?: 0 | 0.5 | 1
  readonly isNegRisk?: boolean
  readonly isYieldBearing?: boolean
  /** Points an hour for its makers. Default 0. */
  readonly rewardsPerHour?: number
}

/**
 * What an exchange opens with when nobody says otherwise: three markets, of two and three decimals. Which contracts they are traded on goes on
 * with their numbers, so that every kind has its turn.
 */
export const defaultMarkets = (firstId: number): readonly MarketSeed[] =>
  QUESTIONS.map((seed, index) => {
    const kind = (firstId + index - FIRST_KIND) % 4
    return { ...seed, isNegRisk: kind % 2 === 1, isYieldBearing: kind >= 2 }
  })

/** The market of this number is of the plain kind. */
const FIRST_KIND = 1_001

const QUESTIONS: readonly MarketSeed[] = [
  {
    question: 'Will the northern harbour log more arrivals than departures today?',
    title: 'More arrivals than departures',
    description: 'Resolves to Yes if the harbour log of the day counts more ships in than out.',
    category: { slug: 'harbour-log', title: 'Harbour log' },
  },
  {
    question: 'Will the evening ferry leave within five minutes of its time?',
    title: 'Ferry on time',
    description: 'Resolves to Yes if the log of the day shows the evening ferry off at most five minutes late.',
    category: { slug: 'ferry-times', title: 'Ferry times' },
  },
  {
    question: 'Will the lighthouse measure gusts above twenty metres a second today?',
    title: 'Gusts above twenty',
    description: 'Resolves to Yes if the lighthouse writes down a gust of more than twenty metres a second.',
    category: { slug: 'lighthouse-gusts', title: 'Lighthouse gusts' },
    decimals: 3,
  },
]

const DEFAULT_MINUTES = 360
const CATEGORY_BASE = 50_000
/** A market without an end pays its makers for ten years. */
const ENDLESS_US = 315_360_000_000_000
const PRACTICE: Tag = { id: '1', name: 'Practice', level: 1, parentId: null, makerRebateBps: 0 }

export interface MarketBirth {
  readonly id: number
  /** The first market of those that are born together: its number makes their categories' slugs unique. */
  readonly firstId: number
  readonly now: Timestamp
  readonly resolvesTo: 0 | 0.5 | 1 | null
}

/** When a seed ends that is born now. */
export const endOf = (seed: MarketSeed, now: Timestamp): Timestamp | null =>
  seed.endsInMinutes === null ? null : Timestamp.add(now, Math.round((seed.endsInMinutes ?? DEFAULT_MINUTES) * 60_000_000))

/** The market for the core. */
export const seedSpec = (seed: MarketSeed, birth: MarketBirth): MarketSpec => {
  const endsAt = endOf(seed, birth.now)
  return {
    id: birth.id,
    tick: Price.of(seed.decimals === 3 ? 10 : 100),
    feeRateBps: seed.feeRateBps ?? 200,
    isNegRisk: seed.isNegRisk ?? false,
    isYieldBearing: seed.isYieldBearing ?? false,
    endsAt,
    resolvesTo: birth.resolvesTo,
    rewards: rewardsOf(seed, birth.now, endsAt),
  }
}

const rewardsOf = ({ rewardsPerHour }: MarketSeed, from: Timestamp, endsAt: Timestamp | null): RewardTerms => ({
  spreadThreshold: SPREAD_THRESHOLD,
  shareThreshold: SHARE_THRESHOLD,
  schedule:
    rewardsPerHour === undefined || rewardsPerHour === 0
      ? []
      : [{ from, to: endsAt ?? Timestamp.add(from, ENDLESS_US), microPointsPerHour: Math.round(rewardsPerHour * 1_000_000) }],
})

/** The market for people. A number is part of the slug, so that a market that comes again tomorrow is another one. */
export const seedWords = (seed: MarketSeed, birth: MarketBirth): MarketWords => {
  const digest = (what: string): string => createHash('sha256').update(`${what} ${birth.id} ${seed.question}`).digest('hex')
  const token = (what: string): string => BigInt(`0x${digest(what)}`).toString()
  return {
    ...PLAIN_MARKET,
    id: birth.id,
    title: seed.title ?? seed.question,
    question: seed.question,
    description: seed.description ?? seed.question,
    outcomeNames: seed.outcomes ?? ['Yes', 'No'],
    tokens: [token('yes'), token('no')],
    conditionId: `0x${digest('condition')}`,
    oracleQuestionId: `0x${digest('question')}`,
    category: categoryWords(seed, birth),
    createdAt: Timestamp.iso(birth.now),
  }
}

const categoryWords = (seed: MarketSeed, birth: MarketBirth): CategoryWords => {
  const endsAt = endOf(seed, birth.now)
  const category = seed.category ?? { slug: 'market', title: seed.title ?? seed.question }
  const startsAt = Timestamp.iso(birth.now)
  return {
    ...PLAIN_CATEGORY,
    id: CATEGORY_BASE + birth.id,
    slug: `${category.slug}-${seed.category === undefined ? birth.id : birth.firstId}`,
    title: category.title,
    shortTitle: category.title,
    description: seed.description ?? category.title,
    isNegRisk: seed.isNegRisk ?? false,
    isYieldBearing: seed.isYieldBearing ?? false,
    createdAt: startsAt,
    publishedAt: startsAt,
    startsAt,
    endsAt: endsAt === null ? null : Timestamp.iso(endsAt),
    tags: [PRACTICE],
  }
}
