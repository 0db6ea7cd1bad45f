import { createHash } from 'node:crypto'
import { Price } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type { MarketSpec, RewardTerms } from '../../core/command.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Reads } from '../read-models/reads.js'
import { PLAIN_CATEGORY, PLAIN_MARKET } from '../text/complete-text.js'
import type { CategoryDetails, MarketDetails } from '../text/details.js'
import type { CategoryText, MarketPlan, MarketText } from '../text/market-text.js'

/** Everything that has to be decided about a market before it is opened. */
export interface NewMarket {
  readonly id: number
  readonly at: Timestamp
  readonly question: string
  readonly title: string
  readonly description: string
  readonly outcomeNames: readonly [yes: string, no: string]
  readonly category: CategoryText
  /** Its place in the category, from 0. */
  readonly place: number
  /** Markets of one group exclude each other; `null`: the market belongs to no group. */
  readonly group: string | null
  readonly decimals: 2 | 3
  readonly feeRateBps: number
  readonly endsAt: Timestamp | null
  readonly resolvesTo: Payout | null
  readonly rewards: RewardTerms
  readonly details: MarketDetails
  readonly recording?: MarketText['recording']
  readonly live?: MarketText['live']
  readonly isQuiet?: boolean
  readonly plan?: MarketPlan
}

/** The log entry that makes a market: numbers for the core, text for people. The category decides the kind of contract. */
export const marketEntry = (market: NewMarket): LogEntry & { readonly words: MarketText } => ({
  command: { kind: 'market', at: market.at, market: specOf(market) },
  words: wordsOf(market),
})

const specOf = ({ id, decimals, feeRateBps, category, endsAt, resolvesTo, group, rewards }: NewMarket): MarketSpec => ({
  id,
  tick: Price.of(decimals === 3 ? 10 : 100),
  feeRateBps,
  isNegRisk: category.isNegRisk,
  isYieldBearing: category.isYieldBearing,
  endsAt,
  resolvesTo,
  group,
  rewards,
})

const wordsOf = ({
  id,
  at,
  question,
  category,
  place,
  details,
  recording,
  live,
  isQuiet,
  plan,
  ...market
}: NewMarket): MarketText => {
  const digest = (what: string): string => createHash('sha256').update(`${what} ${id} ${question}`).digest('hex')
  const token = (what: string): string => BigInt(`0x${digest(what)}`).toString()
  return {
    ...PLAIN_MARKET,
    marketVariant: category.marketVariant,
    variantData: category.variantData,
    variantDetails: category.variantDetails,
    questionIndex: category.isNegRisk ? place : null,
    conditionId: `0x${digest('condition')}`,
    oracleQuestionId: `0x${digest('question')}`,
    ...details,
    id,
    title: market.title,
    question,
    description: market.description,
    outcomeNames: market.outcomeNames,
    tokens: [token('yes'), token('no')],
    category,
    createdAt: Timestamp.iso(at),
    ...(recording !== undefined && { recording }),
    ...(live !== undefined && { live }),
    ...(isQuiet === true && { isQuiet }),
    ...(plan !== undefined && { plan }),
  }
}

/** A category that is to be created. */
export interface NewCategory {
  readonly id: number
  readonly at: Timestamp
  readonly slug: string
  readonly title: string
  /** ISO text. */
  readonly endsAt: string | null
  readonly details: CategoryDetails
}

/** The text of a new category; a group gets the id that the chain has for groups. */
export const newCategory = ({ id, at, slug, title, endsAt, details }: NewCategory): CategoryText => {
  const createdAt = Timestamp.iso(at)
  const onChain = createHash('sha256').update(`group ${id} ${slug}`).digest('hex')
  return {
    ...PLAIN_CATEGORY,
    shortTitle: title,
    description: title,
    publishedAt: createdAt,
    startsAt: createdAt,
    negRiskOnChainId: details.isNegRisk === true ? `0x${onChain}` : null,
    ...details,
    id,
    slug,
    title,
    createdAt,
    endsAt,
  }
}

/** The first id of a market. */
const FIRST_MARKET = 1_001
/** The first id of a category; the ranges do not overlap. */
const FIRST_CATEGORY = 51_001

/** The id of the next market; ids are never reused. */
export const freeMarketId = ({ markets: { catalog } }: Reads): number => (catalog.markets()[0]?.id ?? FIRST_MARKET - 1) + 1

/** The id of the next category; ids are never reused. */
export const freeCategoryId = ({ markets: { catalog } }: Reads): number =>
  (catalog.categories()[0]?.id ?? FIRST_CATEGORY - 1) + 1
