import { type Outcome, Price } from '../../model/money.js'
import { notFound } from './api-refusal.js'
import type { House } from './house.js'
import type { MarketWords } from './market-words.js'

/** Who decides a resolution when nobody asks a contract: the zero address. */
const NOBODY = '0x0000000000000000000000000000000000000000'

/** A market as REST answers it everywhere: words of the catalog, numbers and states of the core. Throws a refusal where it is unknown. */
export const marketRow = (house: House, id: number): object => {
  const words = house.catalog.market(id)
  const market = house.floor.core.market(id)
  if (words === null || market === null) throw notFound('market')
  const outcomes = [outcomeRow(house, id, 'yes'), outcomeRow(house, id, 'no')]
  return {
    ...wordsOf(words),
    tradingStatus: market.trading,
    status: market.status,
    isVisible: true,
    isNegRisk: market.spec.isNegRisk,
    isYieldBearing: market.spec.isYieldBearing,
    feeRateBps: market.spec.feeRateBps,
    makerFeeBps: 0,
    decimalPrecision: decimalsOf(market.tick),
    outcomes,
    resolution: resolutionOf(market.result, outcomes),
    rewards: rewardsOf(words),
    stats: null,
  }
}

/** One outcome with its best levels on its own side. */
export const outcomeRow = (house: House, id: number, outcome: Outcome): object => {
  const { tokens, outcomeNames } = house.catalog.market(id) ?? { tokens: ['', ''], outcomeNames: ['', ''] }
  const index = outcome === 'yes' ? 0 : 1
  return {
    name: outcomeNames[index],
    indexSet: index + 1,
    onChainId: tokens[index],
    status: outcomeStatus(house.floor.core.market(id)?.result ?? null, outcome),
    bestBid: bestOf(house, id, { outcome, isBid: true }),
    bestAsk: bestOf(house, id, { outcome, isBid: false }),
    team: null,
    variantData: null,
    variantDetails: null,
  }
}

/** Decimals of a tick of whole 1/10,000: 2 for a cent, 3 for a tenth of it. */
export const decimalsOf = (tick: Price): number => 4 - Math.round(Math.log10(tick))

const wordsOf = (words: MarketWords): object => ({
  id: words.id,
  imageUrl: 'https://example.invalid/market.png',
  title: words.title,
  question: words.question,
  description: words.description,
  oracleQuestionId: words.oracleQuestionId,
  conditionId: words.conditionId,
  resolverAddress: NOBODY,
  questionIndex: null,
  spreadThreshold: words.spreadThreshold,
  shareThreshold: words.shareThreshold,
  isBoosted: false,
  boostStartsAt: null,
  boostEndsAt: null,
  polymarketConditionIds: [],
  kalshiMarketTicker: null,
  categorySlug: words.category.slug,
  createdAt: words.createdAt,
  marketVariant: 'DEFAULT',
  marketType: null,
  variantData: null,
  variantDetails: null,
  team: null,
})

/** Where both are paid alike nobody has won. */
const outcomeStatus = (result: 0 | 0.5 | 1 | null, outcome: Outcome): 'WON' | 'LOST' | 'VOIDED' | null => {
  if (result === null) return null
  if (result === 0.5) return 'VOIDED'
  return (result === 1) === (outcome === 'yes') ? 'WON' : 'LOST'
}

const resolutionOf = (result: 0 | 0.5 | 1 | null, outcomes: readonly object[]): object | null => {
  if (result === null || result === 0.5) return null
  return outcomes[result === 1 ? 0 : 1] ?? null
}

/** The NO view is the mirror of the one book of YES prices. */
const bestOf = (house: House, id: number, view: { outcome: Outcome; isBid: boolean }): object | null => {
  const isYes = view.outcome === 'yes'
  const best = house.floor.core.levels(id, view.isBid === isYes ? 'bid' : 'ask', 1)[0]
  if (best === undefined) return null
  const price = isYes ? best.price : Price.complement(best.price)
  return { price: price / 10_000, size: best.size / 1_000_000 }
}

const rewardsOf = (words: MarketWords): object => {
  if (words.rewardsPerHour === 0) return { current: null, schedule: [] }
  const period = { hourlyRate: words.rewardsPerHour, startsAt: words.createdAt, endsAt: words.category.endsAt }
  return { current: period, schedule: [period] }
}
