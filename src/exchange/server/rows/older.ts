import type { z } from 'zod'
import type { olderPosition } from '../../../protocol/api/operations-oauth.js'
import type * as own from '../../../protocol/api/schemas-account.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import type { CategoryRow } from './category.js'
import type { MarketRow } from './market.js'
import type { OutcomeRow } from './outcome.js'

// The revision without a prefix has a subset of the fields.

type OlderMarket = z.input<typeof open.olderMarket>
type OlderOutcome = z.input<typeof open.olderOutcome>

export const olderMarketRow = (row: MarketRow): OlderMarket => ({
  id: row.id,
  imageUrl: row.imageUrl,
  title: row.title,
  question: row.question,
  description: row.description,
  status: row.status,
  isNegRisk: row.isNegRisk,
  feeRateBps: row.feeRateBps,
  resolution: row.resolution === null ? null : olderOutcomeRow(row.resolution),
  oracleQuestionId: row.oracleQuestionId,
  conditionId: row.conditionId,
  resolverAddress: row.resolverAddress,
  outcomes: row.outcomes.map(olderOutcomeRow),
  questionIndex: row.questionIndex,
  pointAllocationBps: row.pointAllocationBps,
  spreadThreshold: row.spreadThreshold,
  shareThreshold: row.shareThreshold,
  venueOneConditionIds: row.venueOneConditionIds,
  categorySlug: row.categorySlug,
  createdAt: row.createdAt,
  decimalPrecision: row.decimalPrecision,
})

const olderOutcomeRow = ({ name, indexSet, onChainId, status }: OutcomeRow): OlderOutcome => ({
  name,
  indexSet,
  onChainId,
  status,
})

export const olderCategoryRow = (row: CategoryRow): z.input<typeof open.olderCategory> => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  imageUrl: row.imageUrl,
  isNegRisk: row.isNegRisk,
  createdAt: row.createdAt,
  markets: row.markets.map(olderMarketRow),
  startsAt: row.startsAt,
  status: row.status,
  tags: row.tags.map(olderTagRow),
})

export const olderTagRow = ({ id, name }: CategoryRow['tags'][number]): z.input<typeof open.olderTag> => ({ id, name })

export const olderMatchRow = (row: z.input<typeof open.match>): z.input<typeof open.olderMatch> => ({
  ...row,
  market: olderMarketRow(row.market),
})

export const olderActivityRow = (row: z.input<typeof own.activity>): z.input<typeof own.olderActivity> => ({
  ...row,
  market: olderMarketRow(row.market),
  outcome: olderOutcomeRow(row.outcome),
})

export const olderPositionRow = (row: z.input<typeof own.position>): z.input<typeof olderPosition> => ({
  id: row.id,
  market: olderMarketRow(row.market),
  outcome: olderOutcomeRow(row.outcome),
  amount: row.amount,
  valueUsd: row.valueUsd,
})
