import type { MarketId } from './ids.js'

/** Markets that a sentence names; it counts the others. */
const NAMED_MAX = 5

/** `market 1001`, or `3 markets (1001, 1002, 1003)`. */
export function marketsText(markets: readonly (MarketId | undefined)[]): string {
  const named = markets.slice(0, NAMED_MAX).join(', ')
  if (markets.length === 1) return `market ${named}`
  return `${markets.length} markets (${named}${markets.length > NAMED_MAX ? ', …' : ''})`
}
