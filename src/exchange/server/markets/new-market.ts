import { createHash } from 'node:crypto'
import { Price } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type { MarketSpec, RewardTerms } from '../../core/command.js'
import type { LogEntry } from '../log/log-entry.js'
import { PLAIN_CATEGORY, PLAIN_MARKET } from '../text/complete-text.js'
import type { CategoryDetails, MarketDetails } from '../text/details.js'
import type { MarketPlan } from '../text/market-plan.js'
import type { CategoryText, MarketText } from '../text/market-text.js'

/** A market that is about to be, with everything that somebody has to decide about it. */
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
  /** Those of one group exclude each other; null: it stands alone. */
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

/** The entry that makes a market: its numbers for the core, its words for people. It is of the kind of contract that its category is of. */
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

/** A category that is about to be. */
export interface NewCategory {
  readonly id: number
  readonly at: Timestamp
  readonly slug: string
  readonly title: string
  /** ISO text. */
  readonly endsAt: string | null
  readonly details: CategoryDetails
}

/** The words of a new category; those that exclude each other get the number that the chain has for their group. */
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
