import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Price } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import { notFound } from '../http/refusal.js'
import type { OracleRow } from '../read-models/oracle.js'
import type { Reads } from '../read-models/reads.js'
import type { MarketText } from '../text/market-text.js'
import { type OutcomeRow, outcomeRow } from './outcome.js'
import { rewardRows } from './rewards.js'

export type MarketRow = z.input<typeof open.market>

/** Fields that a row has only on request. */
export interface RowOptions {
  readonly stats: boolean
}

/** A market as REST answers it: text of the catalog, numbers and states of the core. Throws a refusal when it is unknown. */
export const marketRow = (reads: Reads, id: number, options: RowOptions = { stats: false }): MarketRow => {
  const words = reads.markets.catalog.market(id)
  const market = reads.core.market(id)
  if (words === null || market === null) throw notFound('market')
  const outcomes = [outcomeRow(reads, id, 'yes'), outcomeRow(reads, id, 'no')]
  return {
    ...wordsOf(words),
    ...rewardRows(market.spec.rewards ?? null, reads.now()),
    tradingStatus: market.trading,
    status: market.status,
    isNegRisk: market.spec.isNegRisk,
    isYieldBearing: market.spec.isYieldBearing,
    feeRateBps: market.spec.feeRateBps,
    makerFeeBps: 0,
    decimalPrecision: decimalsOf(market.tick),
    outcomes,
    resolution: resolutionOf(market.result, outcomes),
    stats: options.stats ? reads.markets.statistics.market(id) : null,
    oracleUpdates: oracleRows(reads, words),
    bulletinBoardUpdates: [...reads.markets.bulletins.of(id)],
  }
}

/** Decimals of a tick in 1/10,000: 2 for a cent, 3 for a tenth of a cent. */
const decimalsOf = (tick: Price): number => 4 - Math.round(Math.log10(tick))

type WordFields =
  | 'id'
  | 'imageUrl'
  | 'title'
  | 'question'
  | 'description'
  | 'isVisible'
  | 'oracleQuestionId'
  | 'conditionId'
  | 'resolverAddress'
  | 'questionIndex'
  | 'pointAllocationBps'
  | 'polymarketConditionIds'
  | 'kalshiMarketTicker'
  | 'venueOneConditionIds'
  | 'venueTwoMarketTicker'
  | 'categorySlug'
  | 'createdAt'
  | 'marketVariant'
  | 'marketType'
  | 'variantData'
  | 'variantDetails'
  | 'team'

const wordsOf = (words: MarketText): Pick<MarketRow, WordFields> => ({
  id: words.id,
  imageUrl: words.imageUrl,
  title: words.title,
  question: words.question,
  description: words.description,
  isVisible: words.isVisible,
  oracleQuestionId: words.oracleQuestionId,
  conditionId: words.conditionId,
  resolverAddress: words.resolverAddress,
  questionIndex: words.questionIndex,
  pointAllocationBps: words.pointAllocationBps,
  polymarketConditionIds: [...words.polymarketConditionIds],
  kalshiMarketTicker: words.kalshiMarketTicker,
  // The same two fields under the names of the older document.
  venueOneConditionIds: [...words.polymarketConditionIds],
  venueTwoMarketTicker: words.kalshiMarketTicker,
  categorySlug: words.category.slug,
  createdAt: words.createdAt,
  marketVariant: words.marketVariant,
  marketType: words.marketType,
  variantData: words.variantData,
  variantDetails: words.variantDetails,
  team: words.team,
})

const resolutionOf = (result: Payout | null, outcomes: readonly OutcomeRow[]): OutcomeRow | null => {
  if (result === null || (result > 0 && result < 1)) return null
  return outcomes[result === 1 ? 0 : 1] ?? null
}

/** Rows of markets for one answer: the row of a market is created once, however many of the answer's rows need it. */
export const marketRows = (reads: Reads): ((id: number) => MarketRow) => {
  const made = new Map<number, MarketRow>()
  return id => {
    const known = made.get(id) ?? marketRow(reads, id, { stats: false })
    made.set(id, known)
    return known
  }
}

/** Proposals, disputes and resolutions of a market, oldest first. */
const oracleRows = (reads: Reads, { id, category }: MarketText): OracleRow[] =>
  reads.markets.oracle.of(id).map(({ kind, at, yes }, index) => ({
    id: `${id}-${index + 1}`,
    kind,
    payoutYes: yes,
    provider: category.resolutionProvider,
    createdAt: Timestamp.iso(at),
    transactionHash: `0x${createHash('sha256').update(`${reads.epoch} oracle ${id} ${index}`).digest('hex')}`,
  }))

/** Whether the filter `status=OPEN` shows a market of this status: proposed and disputed ones are still open. */
export const isOpenStatus = (status: string | undefined): boolean =>
  status !== undefined && status !== 'RESOLVED' && status !== 'REMOVED'
