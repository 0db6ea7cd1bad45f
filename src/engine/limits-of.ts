import type { MarketId } from '../model/ids.js'
import type { Limits } from '../model/limits.js'

/** The limits of one market: its own by id, else those of its strategy for each market, else the general ones. */
export function limitsOf(limits: Limits, market: MarketId, stanza: number | undefined): Limits {
  const own = limits.markets?.[market]
  const strategy = stanza === undefined ? undefined : limits.strategies?.[stanza]
  const makerOnly = limits.makerOnly === true || strategy?.makerOnly === true
  // One object for all markets without limits of their own.
  if (own === undefined && strategy === undefined) return limits
  return { ...limits, ...strategy?.perMarket, ...own, makerOnly }
}
