import type { MarketFlags } from '../../protocol/contracts.js'

/** The kinds of markets, each with contracts of its own. */
export const MARKET_KINDS: readonly MarketFlags[] = [
  { isNegRisk: false, isYieldBearing: false },
  { isNegRisk: true, isYieldBearing: false },
  { isNegRisk: false, isYieldBearing: true },
  { isNegRisk: true, isYieldBearing: true },
]

/** A kind in words: `yield-bearing neg-risk markets`. */
export function kindText({ isNegRisk, isYieldBearing }: MarketFlags): string {
  const kind = [...(isYieldBearing ? ['yield-bearing'] : []), ...(isNegRisk ? ['neg-risk'] : [])].join(' ')
  return `${kind === '' ? 'plain' : kind} markets`
}
