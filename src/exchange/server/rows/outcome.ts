import type { z } from 'zod'
import { type Outcome, Price } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import type * as open from '../../../protocol/api/schemas-market.js'
import { notFound } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'

export type OutcomeRow = z.input<typeof open.marketOutcome>

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

/** Fields that identify an outcome in rows of trades. */
export type OutcomeName = Pick<OutcomeRow, 'name' | 'indexSet' | 'onChainId'>

/** These fields of an outcome. Throws a refusal when its market is unknown. */
export const outcomeName = (reads: Reads, market: number, outcome: Outcome): OutcomeName => {
  const words = reads.markets.catalog.market(market)
  if (words === null) throw notFound('market')
  const index = outcome === 'yes' ? 0 : 1
  return { name: words.outcomeNames[index], indexSet: index + 1, onChainId: words.tokens[index] }
}

/** VOIDED: the result pays both outcomes. */
const outcomeStatus = (result: Payout | null, outcome: Outcome): 'WON' | 'LOST' | 'VOIDED' | null => {
  if (result === null) return null
  if (result > 0 && result < 1) return 'VOIDED'
  return (result === 1) === (outcome === 'yes') ? 'WON' : 'LOST'
}

/** The best level of a side. The book is kept in YES prices; NO is its mirror. */
const bestOf = (reads: Reads, id: number, view: { outcome: Outcome; isBid: boolean }): OutcomeRow['bestBid'] => {
  const isYes = view.outcome === 'yes'
  const best = reads.core.levels(id, view.isBid === isYes ? 'bid' : 'ask', 1)[0]
  if (best === undefined) return null
  const price = isYes ? best.price : Price.complement(best.price)
  return { price: price / 10_000, size: best.size / 1_000_000 }
}
