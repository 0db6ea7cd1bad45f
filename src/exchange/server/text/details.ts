import type { CategoryText, MarketText } from './market-text.js'

/** Fields of a market's text that have a default. */
export const MARKET_DETAILS = [
  'imageUrl',
  'isVisible',
  'outcomeExtras',
  'conditionId',
  'oracleQuestionId',
  'resolverAddress',
  'questionIndex',
  'polymarketConditionIds',
  'kalshiMarketTicker',
  'marketVariant',
  'marketType',
  'variantData',
  'variantDetails',
  'team',
  'pointAllocationBps',
] as const satisfies readonly (keyof MarketText)[]

/** Fields of a category's text that have a default. */
export const CATEGORY_DETAILS = [
  'shortTitle',
  'description',
  'imageUrl',
  'isNegRisk',
  'isYieldBearing',
  'isVisible',
  'marketVariant',
  'variantData',
  'variantDetails',
  'negRiskOnChainId',
  'parentSlug',
  'resolutionProvider',
  'publishedAt',
  'startsAt',
  'teams',
  'tags',
] as const satisfies readonly (keyof CategoryText)[]

export type MarketDetails = Partial<Pick<MarketText, (typeof MARKET_DETAILS)[number]>>
export type CategoryDetails = Partial<Pick<CategoryText, (typeof CATEGORY_DETAILS)[number]>>

/** The fields of `from` with these names, except those that are `undefined`. */
export const said = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> => {
  const found: Partial<Pick<T, K>> = {}
  for (const name of names) if (from[name] !== undefined) found[name] = from[name]
  return found
}
