import type { z } from 'zod'
import { type Outcome, Price } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { MarketText } from '../text/market-text.js'
import { oracleRows } from './oracle-rows.js'
import { rewardRows } from './reward-rows.js'

export type MarketRow = z.input<typeof open.market>
export type OutcomeRow = z.input<typeof open.outcome>

/** What a row carries only where somebody asks for it. */
export interface RowOptions {
  readonly stats: boolean
}

/** A market as REST answers it everywhere: words of the catalog, numbers and states of the core. Throws a refusal where it is unknown. */
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

/** One outcome with its best levels on its own side. */
export const outcomeRow = (reads: Reads, id: number, outcome: Outcome): OutcomeRow => {
  const words = reads.markets.catalog.market(id)
  if (words === null) throw notFound('market')
  const index = outcome === 'yes' ? 0 : 1
  return {
    name: words.outcomeNames[index],
    indexSet: index + 1,
    onChainId: words.tokens[index],
    status: outcomeStatus(reads.core.market(id)?.result ?? null, outcome),
    bestBid: bestOf(reads, id, { outcome, isBid: true }),
    bestAsk: bestOf(reads, id, { outcome, isBid: false }),
    team: words.outcomeExtras[index].team,
    variantData: words.variantData,
    variantDetails: words.outcomeExtras[index].variantDetails,
  }
}

/** Decimals of a tick of whole 1/10,000: 2 for a cent, 3 for a tenth of it. */
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
  // The same two under the names of the older document.
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

/** Where both are paid something neither has won. */
const outcomeStatus = (result: Payout | null, outcome: Outcome): 'WON' | 'LOST' | 'VOIDED' | null => {
  if (result === null) return null
  if (result > 0 && result < 1) return 'VOIDED'
  return (result === 1) === (outcome === 'yes') ? 'WON' : 'LOST'
}

const resolutionOf = (result: Payout | null, outcomes: readonly OutcomeRow[]): OutcomeRow | null => {
  if (result === null || (result > 0 && result < 1)) return null
  return outcomes[result === 1 ? 0 : 1] ?? null
}

/** The NO view is the mirror of the one book of YES prices. */
const bestOf = (reads: Reads, id: number, view: { outcome: Outcome; isBid: boolean }): OutcomeRow['bestBid'] => {
  const isYes = view.outcome === 'yes'
  const best = reads.core.levels(id, view.isBid === isYes ? 'bid' : 'ask', 1)[0]
  if (best === undefined) return null
  const price = isYes ? best.price : Price.complement(best.price)
  return { price: price / 10_000, size: best.size / 1_000_000 }
}
